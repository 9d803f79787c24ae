"""A table frees, a watcher books it: the whole way against the platform simulator, on both stores."""

import asyncio

from snipers.tests.stage import Request
from snipers.tests.watching import House, at


async def test_a_freed_table_is_booked_for_the_one_who_waits(house: House) -> None:
    reservation_id = await house.file()
    house.watch()
    await house.resy.free("19:30", seating="")
    (tried,) = await house.tried()
    assert (tried.state, tried.reservation_id) == ("booked", reservation_id)
    (booking,) = await house.resy.held()
    assert (booking["time"], booking["party_size"], booking["date"]) == ("19:30", 2, str(house.resy.day))
    assert tried.platform_reservation_id == str(booking["reservation_id"])
    assert await house.stage.request(reservation_id) == Request(status="confirmed", reason="", stop="")
    assert await house.stage.outcomes() == [(tried.attempt_id, "booked", "")]
    kinds = [kind for kind, _ in await house.stage.timeline(reservation_id)]
    assert [kind for kind in kinds if kind != "watching"] == ["seen", "booking", "booked"]
    assert {"claim_ms", "details_ms", "list_ms", "sent_ms", "answer_ms"} == tried.timings.keys()


async def test_of_twenty_who_wait_for_one_table_the_best_claim_gets_it(house: House) -> None:
    snipes = [await house.file(number, rank=2) for number in range(18)]
    pro, vip = await house.file(18, rank=1), await house.file(19, rank=0)
    watcher = house.watch()
    await house.until(lambda: len(watcher.snapshot().snipes) == 20)
    await house.resy.free("19:30")
    (tried,) = await house.tried()
    assert tried.reservation_id == vip
    await house.until(lambda: len(watcher.snapshot().snipes) == 19)
    assert ("booking", "picked_priority") in await house.stage.timeline(vip)
    await asyncio.sleep(0.3)
    assert len(await house.resy.held()) == 1
    assert len(await house.resy.calls("/3/book")) == 1
    assert {(await house.stage.request(one)).status for one in [*snipes, pro]} == {"active"}
    await house.told(pro, ("passed_over", "better_claim"))


async def test_twenty_who_wait_cost_one_poll(house: House) -> None:
    account_id = await house.account()
    for number in range(20):
        await house.file(number, account_id=account_id)
    watcher = house.watch(pace=0.2)
    await house.until(lambda: watcher.snapshot().venue.polls >= 4)
    snapshot = watcher.snapshot()
    finds = await house.resy.calls("/4/find")
    assert snapshot.venue.polls <= len(finds) <= snapshot.venue.polls + 1
    assert len({call["key"] for call in finds}) == 1
    assert max(state.checks for state in snapshot.snipes) <= len(finds)


async def test_several_tables_go_to_several_people_at_once(house: House) -> None:
    snipes = [await house.file(number) for number in range(5)]
    house.watch()
    await house.resy.free("19:00", count=2)
    await house.resy.free("20:00")
    tried = await house.tried(3)
    assert sorted(one.reservation_id for one in tried) == snipes[:3]
    assert len(await house.resy.held()) == 3


async def test_a_table_that_was_already_open_goes_to_a_new_request(house: House) -> None:
    await house.file(1, start=at("12:00"), end=at("13:00"))
    watcher = house.watch()
    await house.resy.free("19:30")
    await house.until(lambda: watcher.snapshot().venue.polls >= 2)
    newcomer = await house.file(2)
    watcher.nudge()
    (tried,) = await house.tried()
    assert tried.reservation_id == newcomer


async def test_what_nobody_asked_for_is_left_alone(house: House) -> None:
    await house.file(1, seating="Bar", party_size=2)
    watcher = house.watch()
    await house.resy.free("21:00")
    await house.resy.free("19:30", party_size=4)
    polls = watcher.snapshot().venue.polls
    await house.until(lambda: watcher.snapshot().venue.polls >= polls + 3)
    assert await house.stage.tried() == []


async def test_a_paused_request_is_never_booked(house: House) -> None:
    reservation_id = await house.file()
    watcher = house.watch()
    await house.until(lambda: watcher.snapshot().venue.polls >= 1)
    await house.stage.change(reservation_id, status="paused")
    await house.resy.free("19:30")
    await asyncio.sleep(0.4)
    assert await house.stage.tried() == []
    assert await house.resy.held() == []


async def test_an_opted_out_venue_is_not_contacted(house: House) -> None:
    await house.file()
    await house.stage.opt_out(house.venue_id)
    house.watch()
    await asyncio.sleep(0.3)
    assert await house.resy.calls("/4/find") == []


async def test_a_diner_who_waits_twice_gets_one_table_for_a_meal(house: House) -> None:
    first = await house.file(1, diner="user:1")
    second = await house.file(2, diner="user:1")
    third = await house.file(3)
    house.watch()
    await house.resy.free("19:30", count=2)
    tried = await house.tried(2)
    assert sorted(one.reservation_id for one in tried) == [first, third]
    assert (await house.stage.request(second)).status == "active"


async def test_a_watcher_whose_venue_was_taken_over_stops_polling(house: House) -> None:
    await house.file()
    watcher = house.watch()
    await house.until(lambda: watcher.snapshot().venue.polls >= 1)
    await house.stage.store.take_watch(venue_id=house.venue_id, owner="successor", pid=2, node="there")
    watcher.nudge()
    await house.until(lambda: watcher.retired)
    await house.resy.free("19:30")
    calls = len(await house.resy.calls("/4/find"))
    await asyncio.sleep(0.3)
    assert len(await house.resy.calls("/4/find")) == calls
    assert await house.stage.tried() == []
