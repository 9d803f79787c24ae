"""What Prometheus reads about the sockets."""

from typing import Any

from realtime.tests.harness import Server


async def gained(server: Server, before: dict[str, Any], *names: str) -> list[float]:
    after = await server.control("figures")
    return [after.get(name, 0) - before.get(name, 0) for name in names]


async def test_an_event_that_passes_is_timed_from_its_row_to_each_socket(server: Server, user: int) -> None:
    before = await server.control("figures")
    async with server.joined(f"{user}:s:60") as one, server.joined(f"{user}:s:60") as two:
        for raw in (one, two):
            await raw.events_until_ready()
        assert (await server.control("figures"))["ws_connections"] >= 2
        await server.control("write", user=user)
        for raw in (one, two):
            assert await raw.numbers(1) == [1]
        names = ("push_latency_seconds_count", "push_latency_seconds_bucket0.15", "push_latency_seconds_bucket30.0")
        # Two tenths of a second old when it was published.
        assert await gained(server, before, *names) == [2, 0, 2]


async def test_who_comes_in_is_counted_by_what_they_had_missed(server: Server, user: int) -> None:
    await server.control("write", user=user, count=3)
    before = await server.control("figures")
    for last_seq in (None, 3, 1, 1, 9):
        async with server.joined(f"{user}:s:60", last_seq=last_seq) as raw:
            await raw.events_until_ready()
    names = [f"ws_resume_total{result}" for result in ("new", "current", "replayed", "ahead", "failed")]
    assert await gained(server, before, *names) == [1, 1, 2, 1, 0]


async def test_a_close_by_either_side_is_counted_by_its_code(server: Server, user: int) -> None:
    before = await server.control("figures")
    async with server.joined(f"{user}:s:60") as raw:
        await raw.events_until_ready()
        await raw.send("no packet at all")
        assert await raw.closed() == 4400
    async with server.joined(f"{user}:s:60") as raw:
        await raw.events_until_ready()
    assert await gained(server, before, "ws_close_total4400", "ws_close_total1000") == [1, 1]
