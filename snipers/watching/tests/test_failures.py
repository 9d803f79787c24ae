"""What a watcher does when the platform loses answers, refuses, slows us down or no longer knows the diner."""

import asyncio
from typing import Any

import pytest

from snipers.domain.vocabulary import Reason
from snipers.tests.watching import House, at


async def test_a_table_that_a_stranger_took_is_lost_and_the_snipe_goes_on(twin_house: House) -> None:
    reservation_id = await twin_house.file()
    await twin_house.resy.latency(details_ms=150)
    watcher = twin_house.watch()
    await twin_house.until(lambda: watcher.snapshot().venue.polls >= 1)
    (slot,) = await twin_house.resy.free("19:30")
    await twin_house.until(lambda: watcher.snapshot().snipes[0].state == "booking")
    await twin_house.resy.take(slot["slot_id"])
    (lost,) = await twin_house.tried()
    assert (lost.state, lost.reason) == ("lost", "slot_gone")
    assert (await twin_house.stage.request(reservation_id)).status == "active"
    await twin_house.resy.free("20:00")
    assert (await twin_house.tried(2))[1].state == "booked"


async def test_a_table_taken_between_details_and_booking_is_lost(twin_house: House) -> None:
    await twin_house.file()
    await twin_house.resy.latency(book_ms=300)
    twin_house.watch()
    (slot,) = await twin_house.resy.free("19:30")
    await twin_house.called("/3/details", times=1)
    await twin_house.resy.take(slot["slot_id"])
    (lost,) = await twin_house.tried()
    assert (lost.state, lost.reason) == ("lost", "taken")


async def test_a_lost_table_that_the_platform_still_shows_is_not_tried_again(twin_house: House) -> None:
    await twin_house.file()
    await twin_house.resy.free("19:30")
    token = await twin_house.resy.diner("diner1")
    async with twin_house.resy.client() as client:
        (slot,) = (
            await client.find(
                platform_venue_id=twin_house.resy.platform_venue_id, day=twin_house.resy.day, party_size=2
            )
        ).slots
        terms = await client.details(slot=slot, token=token)
        await client.book(terms=terms, token=token, send_within=2)
    # The diner now holds that hour: a second table at the same time is refused as a conflict, and stays open.
    await twin_house.resy.free("19:30")
    watcher = twin_house.watch()
    (refused,) = await twin_house.tried()
    assert (refused.state, refused.reason) == ("refused", "conflict")
    polls = watcher.snapshot().venue.polls
    await twin_house.until(lambda: watcher.snapshot().venue.polls >= polls + 4)
    assert len(await twin_house.stage.tried()) == 1


async def test_a_table_refused_to_one_goes_to_the_next(house: House) -> None:
    first, second = await house.file(1), await house.file(2)
    await house.resy.fault("401", "/3/details")
    house.watch()
    await house.resy.free("19:30")
    tried = await house.tried(2)
    assert [(one.reservation_id, one.state) for one in tried] == [(first, "refused"), (second, "booked")]
    assert tried[0].reason == "needs_reconnect"


async def test_a_booking_whose_answer_was_cut_off_is_found_on_the_list(house: House) -> None:
    reservation_id = await house.file()
    await house.resy.fault("cut-after-commit", "/3/book")
    house.watch()
    await house.resy.free("19:30")
    (tried,) = await house.tried()
    (booking,) = await house.resy.held()
    assert (tried.state, tried.platform_reservation_id) == ("booked", str(booking["reservation_id"]))
    assert await house.stage.outcomes() == [(tried.attempt_id, "booked", "")]
    assert (await house.stage.request(reservation_id)).status == "confirmed"
    assert ("verifying", "") in await house.stage.timeline(reservation_id)
    assert len(await house.resy.calls("/3/book")) == 1


@pytest.mark.parametrize("kind", ["500-short", "503-html", "403-html"])
async def test_a_refusal_by_something_in_front_of_the_platform_is_unknown_until_settled(
    house: House, kind: str
) -> None:
    reservation_id = await house.file()
    await house.resy.fault(kind, "/3/book")
    watcher = house.watch()
    await house.resy.free("19:30")
    (unknown,) = await house.tried(1, "unknown")
    await house.told(reservation_id, ("verifying", ""))
    assert watcher.snapshot().snipes[0].state == "verifying"
    assert len(await house.resy.calls("/3/book")) == 1
    await house.grow_old(unknown)
    lost, booked = await house.tried(2)
    assert (lost.state, lost.reason) == ("lost", "not_confirmed")
    # The table was free all the time; once it is certain that we do not have it, it may be tried for again.
    assert booked.state == "booked"
    assert len(await house.resy.held()) == 1


async def test_a_table_is_not_tried_again_before_the_grace_is_over(house: House) -> None:
    await house.file()
    await house.resy.fault("500-short", "/3/book")
    watcher = house.watch()
    await house.resy.free("19:30")
    (unknown,) = await house.tried(1, "unknown")
    await house.called("/3/user/reservations", times=2)
    (still,) = await house.stage.tried()
    assert (still.attempt_id, still.state) == (unknown.attempt_id, "unknown")
    assert watcher.snapshot().snipes[0].state == "verifying"


async def test_the_diner_s_own_booking_is_never_taken_for_ours(house: House) -> None:
    reservation_id = await house.file()
    token = await house.resy.diner("diner1")
    await house.resy.free("19:30")
    async with house.resy.client() as client:
        (slot,) = (
            await client.find(platform_venue_id=house.resy.platform_venue_id, day=house.resy.day, party_size=2)
        ).slots
        terms = await client.details(slot=slot, token=token)
        await client.book(terms=terms, token=token, send_within=2)
    (own,) = await house.resy.held()
    await house.resy.fault("500-short", "/3/book")
    house.watch()
    await house.resy.free("19:30")
    (unknown,) = await house.tried(1, "unknown")
    assert str(own["reservation_id"]) in unknown.known_before
    await house.grow_old(unknown)
    (lost, *_) = await house.tried()
    assert (lost.state, lost.reason) == ("lost", "not_confirmed")
    assert (await house.stage.request(reservation_id)).status == "active"


@pytest.mark.parametrize(
    ("path", "kind", "reason"),
    [
        ("/3/details", "hang", Reason.CLAIM_LAPSED),
        ("/3/details", "503-html", Reason.UNSENT),
        ("/3/details", "429", Reason.BLOCKED),
        ("/3/details", "403-html", Reason.BLOCKED),
        ("/3/details", "cut-after-commit", Reason.UNSENT),
        ("/3/book", "429", Reason.BLOCKED),
        ("/3/book", "401", Reason.NEEDS_RECONNECT),
    ],
)
async def test_what_goes_wrong_before_a_booking_has_a_reason(
    twin_house: House, path: str, kind: str, reason: Reason
) -> None:
    await twin_house.file()
    await twin_house.resy.fault(kind, path, seconds=5)
    twin_house.watch()
    await twin_house.resy.free("19:30")
    (tried, *_) = await twin_house.tried()
    assert (tried.state in ("lost", "refused"), tried.reason) == (True, reason.value)
    assert len(await twin_house.stage.outcomes()) >= 1
    if path != "/3/book":
        assert await twin_house.resy.held() == []


async def test_nothing_is_booked_while_the_account_s_list_cannot_be_read(twin_house: House) -> None:
    await twin_house.file()
    await twin_house.resy.fault("503-html", "/3/user/reservations", times=100)
    twin_house.watch()
    await twin_house.resy.free("19:30")
    (tried, *_) = await twin_house.tried()
    assert (tried.state, tried.reason) == ("refused", "list_unreadable")
    assert await twin_house.resy.calls("/3/book") == []
    await twin_house.resy.heal()
    await twin_house.tried(1, "booked")


async def test_a_token_that_ran_out_is_found_before_a_table_frees(house: House) -> None:
    account_id = await house.account()
    reservation_id = await house.file(1, account_id=account_id)
    await house.resy.fault("expire-token", "/3/user/reservations")
    watcher = house.watch()
    await house.told(reservation_id, ("needs_reconnect", "needs_reconnect"))
    assert (await house.stage.account_status(account_id))[0] == "needs_reconnect"
    assert watcher.snapshot().snipes[0].state == "needs_reconnect"
    await house.resy.free("19:30")
    polls = len(await house.resy.calls("/4/find"))
    await asyncio.sleep(0.3)
    assert len(await house.resy.calls("/4/find")) == polls
    assert await house.stage.tried() == []


async def test_what_the_account_held_is_written_down_when_its_first_snipe_appears(house: House) -> None:
    account_id = await house.account("diner1")
    token = await house.resy.diner("diner1")
    await house.resy.free("12:00")
    async with house.resy.client() as client:
        (slot,) = (
            await client.find(platform_venue_id=house.resy.platform_venue_id, day=house.resy.day, party_size=2)
        ).slots
        terms = await client.details(slot=slot, token=token)
        await client.book(terms=terms, token=token, send_within=2)
    (own,) = await house.resy.held()
    await house.file(1, account_id=account_id)
    house.watch()

    async def written_down() -> bool:
        return (await house.stage.account_status(account_id))[1] == {str(own["reservation_id"])}

    await house.eventually(written_down)


@pytest.mark.parametrize(("kind", "more"), [("429", {"retry_after": 1}), ("403-html", {}), ("500-short", {})])
async def test_polling_slows_down_when_the_platform_asks_for_it_and_comes_back(
    twin_house: House, kind: str, more: dict[str, Any]
) -> None:
    await twin_house.file()
    watcher = twin_house.watch()
    await twin_house.until(lambda: watcher.snapshot().venue.polls >= 2)
    await twin_house.resy.fault(kind, "/4/find", **more)
    await twin_house.until(lambda: watcher.snapshot().venue.state == "backing_off")
    assert watcher.snapshot().snipes[0].state == "backing_off"
    calls = await twin_house.resy.calls("/4/find")
    await twin_house.until(lambda: watcher.snapshot().venue.state == "watching")
    later = await twin_house.resy.calls("/4/find")
    assert later[len(calls)]["received_ms"] - calls[-1]["received_ms"] >= 950
    await twin_house.resy.free("19:30")
    assert (await twin_house.tried())[0].state == "booked"


async def test_a_watcher_outlives_its_platform(twin_house: House) -> None:
    await twin_house.file(start=at("18:00"))
    await twin_house.resy.fault("cut-after-commit", "/4/find", times=2)
    watcher = twin_house.watch()
    await twin_house.until(lambda: watcher.snapshot().venue.state == "backing_off")
    await twin_house.resy.free("19:30")
    assert (await twin_house.tried())[0].state == "booked"
