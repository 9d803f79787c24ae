"""How a cancel request is served, from the freed table to its booking: on the simulator and on both stores."""

import asyncio

from snipers.testing.backend import StoredRequest
from snipers.testing.watch_harness import WatchHarness, at


async def test_a_freed_table_is_booked_for_a_waiting_request(harness: WatchHarness) -> None:
    reservation_id = await harness.add_request()
    harness.start_watcher()
    await harness.simulator.free("19:30", seating="")
    (tried,) = await harness.wait_for_attempts()
    assert (tried.state, tried.reservation_id) == ("booked", reservation_id)
    (booking,) = await harness.simulator.held()
    assert (booking["time"], booking["party_size"], booking["date"]) == ("19:30", 2, str(harness.simulator.day))
    assert tried.platform_reservation_id == str(booking["reservation_id"])
    assert await harness.backend.request(reservation_id) == StoredRequest(status="confirmed", reason="", stop="")
    assert await harness.backend.outcomes() == [(tried.attempt_id, "booked", "")]
    kinds = [kind for kind, _ in await harness.backend.timeline(reservation_id)]
    assert [kind for kind in kinds if kind != "watching"] == ["seen", "booking", "booked"]
    assert {"find_ms", "asked_ms", "claim_ms", "details_ms", "list_ms", "sent_ms", "answer_ms"} == tried.timings.keys()


async def test_the_best_of_twenty_claims_gets_the_only_table(harness: WatchHarness) -> None:
    snipes = [await harness.add_request(number, rank=2) for number in range(18)]
    pro, vip = await harness.add_request(18, rank=1), await harness.add_request(19, rank=0)
    watcher = harness.start_watcher()
    await harness.until(lambda: len(watcher.snapshot().snipes) == 20)
    await harness.simulator.free("19:30")
    (tried,) = await harness.wait_for_attempts()
    assert tried.reservation_id == vip
    await harness.until(lambda: len(watcher.snapshot().snipes) == 19)
    assert ("booking", "picked_priority") in await harness.backend.timeline(vip)
    await asyncio.sleep(0.3)
    assert len(await harness.simulator.held()) == 1
    assert len(await harness.simulator.calls("/3/book")) == 1
    assert {(await harness.backend.request(one)).status for one in [*snipes, pro]} == {"active"}
    await harness.wait_for_entry(pro, ("passed_over", "better_claim"))


async def test_twenty_snipes_of_one_key_share_each_poll(harness: WatchHarness) -> None:
    account_id = await harness.connect_account()
    for number in range(20):
        await harness.add_request(number, account_id=account_id)
    watcher = harness.start_watcher(pace=0.2)
    await harness.until(lambda: watcher.snapshot().venue.polls >= 4)
    snapshot = watcher.snapshot()
    finds = await harness.simulator.calls("/4/find")
    assert snapshot.venue.polls <= len(finds) <= snapshot.venue.polls + 1
    assert len({call["key"] for call in finds}) == 1
    assert max(state.checks for state in snapshot.snipes) <= len(finds)


async def test_several_tables_go_to_several_diners_at_once(harness: WatchHarness) -> None:
    snipes = [await harness.add_request(number) for number in range(5)]
    harness.start_watcher()
    await harness.simulator.free("19:00", count=2)
    await harness.simulator.free("20:00")
    await harness.wait_for_attempts(3)
    # Lapsed claims count here: their tables may go to later requests.
    first = sorted(await harness.backend.attempts(), key=lambda one: one.attempt_id)[:3]
    assert sorted(one.reservation_id for one in first) == snipes[:3]
    assert len(await harness.simulator.held()) == 3


async def test_a_table_that_was_already_open_goes_to_a_new_request(harness: WatchHarness) -> None:
    await harness.add_request(1, start=at("12:00"), end=at("13:00"))
    watcher = harness.start_watcher()
    await harness.simulator.free("19:30")
    await harness.until(lambda: watcher.snapshot().venue.polls >= 2)
    newcomer = await harness.add_request(2)
    watcher.nudge()
    (tried,) = await harness.wait_for_attempts()
    assert tried.reservation_id == newcomer


async def test_slots_that_fit_no_request_are_not_booked(harness: WatchHarness) -> None:
    await harness.add_request(1, seating="Bar", party_size=2)
    watcher = harness.start_watcher()
    await harness.simulator.free("21:00")
    await harness.simulator.free("19:30", party_size=4)
    polls = watcher.snapshot().venue.polls
    await harness.until(lambda: watcher.snapshot().venue.polls >= polls + 3)
    assert await harness.backend.attempts() == []


async def test_a_table_between_two_windows_is_left_alone_and_one_in_the_second_is_booked(harness: WatchHarness) -> None:
    windows = ((at("19:00"), at("21:00")), (at("12:00"), at("13:30")))
    await harness.add_request(windows=windows)
    watcher = harness.start_watcher()
    await harness.simulator.free("16:00")
    polls = watcher.snapshot().venue.polls
    await harness.until(lambda: watcher.snapshot().venue.polls >= polls + 3)
    assert await harness.backend.attempts() == []
    await harness.simulator.free("12:30")
    (tried,) = await harness.wait_for_attempts(1, "booked")
    assert tried.time == at("12:30")
    # One poll lists the tables of all windows.
    finds = await harness.simulator.calls("/4/find")
    assert len(finds) <= watcher.snapshot().venue.polls + 1
    assert len({call["key"] for call in finds}) == 1


async def test_a_paused_request_is_never_booked(harness: WatchHarness) -> None:
    reservation_id = await harness.add_request()
    watcher = harness.start_watcher()
    await harness.until(lambda: watcher.snapshot().venue.polls >= 1)
    await harness.backend.set_status(reservation_id, status="paused")
    await harness.simulator.free("19:30")
    await asyncio.sleep(0.4)
    assert await harness.backend.attempts() == []
    assert await harness.simulator.held() == []


async def test_an_opted_out_venue_is_not_contacted(harness: WatchHarness) -> None:
    await harness.add_request()
    await harness.backend.opt_out(harness.venue_id)
    harness.start_watcher()
    await asyncio.sleep(0.3)
    assert await harness.simulator.calls("/4/find") == []


async def test_a_diner_with_two_requests_gets_one_table_for_a_meal(harness: WatchHarness) -> None:
    first = await harness.add_request(1, diner="user:1")
    second = await harness.add_request(2, diner="user:1")
    third = await harness.add_request(3)
    harness.start_watcher()
    await harness.simulator.free("19:30", count=2)
    tried = await harness.wait_for_attempts(2)
    assert sorted(one.reservation_id for one in tried) == [first, third]
    assert (await harness.backend.request(second)).status == "active"


async def test_a_watcher_whose_venue_was_taken_over_stops_polling(harness: WatchHarness) -> None:
    await harness.add_request()
    watcher = harness.start_watcher()
    await harness.until(lambda: watcher.snapshot().venue.polls >= 1)
    await harness.backend.store.take_watch(venue_id=harness.venue_id, owner="successor", pid=2, node="there")
    watcher.nudge()
    await harness.until(lambda: watcher.retired)
    await harness.simulator.free("19:30")
    calls = len(await harness.simulator.calls("/4/find"))
    await asyncio.sleep(0.3)
    assert len(await harness.simulator.calls("/4/find")) == calls
    assert await harness.backend.attempts() == []
