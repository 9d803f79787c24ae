"""Prometheus metrics of the sockets."""

from typing import Any

from realtime.tests.harness import Server


async def increase(server: Server, before: dict[str, Any], *names: str) -> list[float]:
    after = await server.control("read_metrics")
    return [after.get(name, 0) - before.get(name, 0) for name in names]


async def test_live_event_is_timed_from_its_row_to_each_socket(server: Server, user: int) -> None:
    before = await server.control("read_metrics")
    async with server.joined(f"{user}:s:60") as one, server.joined(f"{user}:s:60") as two:
        for raw in (one, two):
            await raw.events_until_ready()
        assert (await server.control("read_metrics"))["ws_connections"] >= 2
        names = ("push_latency_seconds_count", "push_latency_seconds_bucket0.15", "push_latency_seconds_bucket30.0")
        # A busy machine may read an event from the log before its publication arrives. Such an event is not live, so
        # the next one is tried.
        for number in range(1, 11):
            await server.control("write", user=user)
            for raw in (one, two):
                assert await raw.numbers(1) == [number]
            live, early, late = await increase(server, before, *names)
            if live >= 2:
                break
        # Each event is 0.2 s old when it is published.
        assert live >= 2
        assert (early, late) == (0, live)


async def test_connects_are_counted_by_missed_events(server: Server, user: int) -> None:
    await server.control("write", user=user, count=3)
    before = await server.control("read_metrics")
    for last_seq in (None, 3, 1, 1, 9):
        async with server.joined(f"{user}:s:60", last_seq=last_seq) as raw:
            await raw.events_until_ready()
    names = [f"ws_resume_total{result}" for result in ("new", "current", "replayed", "ahead", "failed")]
    assert await increase(server, before, *names) == [1, 1, 2, 1, 0]


async def test_closes_by_either_side_are_counted_by_code(server: Server, user: int) -> None:
    before = await server.control("read_metrics")
    async with server.joined(f"{user}:s:60") as raw:
        await raw.events_until_ready()
        await raw.send("no packet at all")
        assert await raw.closed() == 4400
    async with server.joined(f"{user}:s:60") as raw:
        await raw.events_until_ready()
    assert await increase(server, before, "ws_close_total4400", "ws_close_total1000") == [1, 1]
