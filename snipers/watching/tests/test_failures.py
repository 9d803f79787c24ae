"""Failures of the platform: lost answers, refusals, rate limits and expired tokens."""

import asyncio
from typing import Any

import pytest

from snipers.domain.vocabulary import Reason
from snipers.testing.watch_harness import WatchHarness, at
from snipers.watching.booking import booker


async def test_a_table_taken_by_another_guest_is_lost_and_the_snipe_continues(memory_harness: WatchHarness) -> None:
    reservation_id = await memory_harness.add_request()
    await memory_harness.simulator.latency(details_ms=150)
    watcher = memory_harness.start_watcher()
    await memory_harness.until(lambda: watcher.snapshot().venue.polls >= 1)
    (slot,) = await memory_harness.simulator.free("19:30")
    await memory_harness.until(lambda: watcher.snapshot().snipes[0].state == "booking")
    await memory_harness.simulator.take_slot(slot["slot_id"])
    (lost,) = await memory_harness.wait_for_attempts()
    assert (lost.state, lost.reason) == ("lost", "slot_gone")
    assert (await memory_harness.backend.request(reservation_id)).status == "active"
    await memory_harness.simulator.free("20:00")
    assert (await memory_harness.wait_for_attempts(2))[1].state == "booked"


async def test_a_table_taken_between_details_and_booking_is_lost(memory_harness: WatchHarness) -> None:
    await memory_harness.add_request()
    await memory_harness.simulator.latency(book_ms=2000)
    memory_harness.start_watcher()
    (slot,) = await memory_harness.simulator.free("19:30")
    await memory_harness.eventually(lambda: memory_harness.simulator.calls("/3/details"))
    await memory_harness.simulator.take_slot(slot["slot_id"])
    (lost,) = await memory_harness.wait_for_attempts()
    assert (lost.state, lost.reason) == ("lost", "taken")


async def test_a_lost_table_that_the_platform_still_shows_is_not_tried_again(memory_harness: WatchHarness) -> None:
    await memory_harness.add_request()
    await memory_harness.simulator.free("19:30")
    token = await memory_harness.simulator.diner("diner1")
    async with memory_harness.simulator.client() as client:
        (slot,) = (
            await client.find(
                platform_venue_id=memory_harness.simulator.platform_venue_id,
                day=memory_harness.simulator.day,
                party_size=2,
            )
        ).slots
        terms = await client.details(slot=slot, token=token)
        await client.book(terms=terms, token=token, send_within=2)
    # The diner now holds a table at that time: a second one is refused as a conflict, and stays open.
    await memory_harness.simulator.free("19:30")
    watcher = memory_harness.start_watcher()
    (refused,) = await memory_harness.wait_for_attempts()
    assert (refused.state, refused.reason) == ("refused", "conflict")
    polls = watcher.snapshot().venue.polls
    await memory_harness.until(lambda: watcher.snapshot().venue.polls >= polls + 4)
    assert len(await memory_harness.backend.attempts()) == 1


async def test_a_table_refused_to_one_snipe_goes_to_the_next(harness: WatchHarness) -> None:
    first, second = await harness.add_request(1), await harness.add_request(2)
    await harness.simulator.fault("401", "/3/details")
    harness.start_watcher()
    await harness.simulator.free("19:30")
    tried = await harness.wait_for_attempts(2)
    assert [(one.reservation_id, one.state) for one in tried] == [(first, "refused"), (second, "booked")]
    assert tried[0].reason == "needs_reconnect"


async def test_a_booking_whose_answer_was_lost_is_found_on_the_list(harness: WatchHarness) -> None:
    reservation_id = await harness.add_request()
    await harness.simulator.fault("cut-after-commit", "/3/book")
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (tried,) = await harness.wait_for_attempts()
    (booking,) = await harness.simulator.held()
    assert (tried.state, tried.platform_reservation_id) == ("booked", str(booking["reservation_id"]))
    assert await harness.backend.outcomes() == [(tried.attempt_id, "booked", "")]
    assert (await harness.backend.request(reservation_id)).status == "confirmed"
    assert ("verifying", "") in await harness.backend.timeline(reservation_id)
    assert len(await harness.simulator.calls("/3/book")) == 1


@pytest.mark.parametrize("kind", ["500-short", "503-html", "403-html"])
async def test_a_refusal_by_a_proxy_is_unknown_until_settled(harness: WatchHarness, kind: str) -> None:
    reservation_id = await harness.add_request()
    await harness.simulator.fault(kind, "/3/book")
    watcher = harness.start_watcher()
    await harness.simulator.free("19:30")
    (unknown,) = await harness.wait_for_attempts(1, "unknown")
    await harness.wait_for_entry(reservation_id, ("verifying", ""))
    assert watcher.snapshot().snipes[0].state == "verifying"
    assert len(await harness.simulator.calls("/3/book")) == 1
    await harness.expire_grace(unknown)
    lost, booked = await harness.wait_for_attempts(2)
    assert (lost.state, lost.reason) == ("lost", "not_confirmed")
    # The table was free all the time; once it is certain that we do not hold it, it is tried again.
    assert booked.state == "booked"
    assert len(await harness.simulator.held()) == 1


async def test_a_table_is_not_tried_again_before_the_grace_is_over(harness: WatchHarness) -> None:
    await harness.add_request()
    await harness.simulator.fault("500-short", "/3/book")
    watcher = harness.start_watcher()
    await harness.simulator.free("19:30")
    (unknown,) = await harness.wait_for_attempts(1, "unknown")
    await harness.wait_for_calls("/3/user/reservations", times=2)
    (still,) = await harness.backend.attempts()
    assert (still.attempt_id, still.state) == (unknown.attempt_id, "unknown")
    assert watcher.snapshot().snipes[0].state == "verifying"


async def test_two_users_of_one_platform_account_do_not_share_a_booking(harness: WatchHarness) -> None:
    for number in (1, 2):
        await harness.add_request(number, account_id=await harness.connect_account("diner1"))
    # The first call books a table, and the second one is refused as a conflict. Both answers are lost.
    await harness.simulator.fault("cut-after-commit", "/3/book", times=2)
    harness.start_watcher()
    await harness.simulator.free("19:30", count=2)
    await harness.wait_for_attempts(1, "booked")
    (unknown,) = await harness.wait_for_attempts(1, "unknown")
    await harness.expire_grace(unknown)
    (lost,) = await harness.wait_for_attempts(1, "lost")
    assert (lost.attempt_id, lost.reason) == (unknown.attempt_id, "not_confirmed")
    assert len(await harness.simulator.held()) == 1


async def test_the_diner_s_own_booking_is_never_adopted(harness: WatchHarness) -> None:
    reservation_id = await harness.add_request()
    token = await harness.simulator.diner("diner1")
    await harness.simulator.free("19:30")
    async with harness.simulator.client() as client:
        (slot,) = (
            await client.find(
                platform_venue_id=harness.simulator.platform_venue_id, day=harness.simulator.day, party_size=2
            )
        ).slots
        terms = await client.details(slot=slot, token=token)
        await client.book(terms=terms, token=token, send_within=2)
    (own,) = await harness.simulator.held()
    await harness.simulator.fault("500-short", "/3/book")
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (unknown,) = await harness.wait_for_attempts(1, "unknown")
    assert str(own["reservation_id"]) in unknown.known_before
    await harness.expire_grace(unknown)
    (lost, *_) = await harness.wait_for_attempts()
    assert (lost.state, lost.reason) == ("lost", "not_confirmed")
    assert (await harness.backend.request(reservation_id)).status == "active"


@pytest.mark.parametrize(
    ("path", "kind", "reason"),
    [
        ("/3/details", "503-html", Reason.UNSENT),
        ("/3/details", "429", Reason.BLOCKED),
        ("/3/details", "403-html", Reason.EDGE_REFUSED),
        ("/3/details", "409", Reason.ACCOUNT_GONE),
        ("/3/details", "cut-after-commit", Reason.UNSENT),
        ("/3/book", "409", Reason.ACCOUNT_GONE),
        ("/3/book", "429", Reason.BLOCKED),
        ("/3/book", "401", Reason.NEEDS_RECONNECT),
    ],
)
async def test_a_failure_before_the_book_call_is_refused_with_its_reason(
    memory_harness: WatchHarness, path: str, kind: str, reason: Reason
) -> None:
    await memory_harness.add_request()
    await memory_harness.simulator.fault(kind, path)
    memory_harness.start_watcher()
    await memory_harness.simulator.free("19:30")
    (tried, *_) = await memory_harness.wait_for_attempts(1, "lost", "refused")
    assert tried.reason == reason.value
    assert len(await memory_harness.backend.outcomes()) >= 1
    if path != "/3/book":
        assert await memory_harness.simulator.held() == []


async def test_a_claim_lapses_while_the_platform_does_not_answer(
    memory_harness: WatchHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(booker, "SEND_SECONDS", 0.5)
    await memory_harness.add_request()
    await memory_harness.simulator.fault("hang", "/3/details", times=100)
    memory_harness.start_watcher()
    await memory_harness.simulator.free("19:30")
    (lost, *_) = await memory_harness.wait_for_attempts(1, "lost")
    assert lost.reason == Reason.CLAIM_LAPSED.value
    assert len(await memory_harness.backend.outcomes()) >= 1
    assert await memory_harness.simulator.held() == []


async def test_nothing_is_booked_while_the_account_s_list_cannot_be_read(memory_harness: WatchHarness) -> None:
    await memory_harness.add_request()
    await memory_harness.simulator.fault("503-html", "/3/user/reservations", times=100)
    memory_harness.start_watcher()
    await memory_harness.simulator.free("19:30")
    (tried, *_) = await memory_harness.wait_for_attempts()
    assert (tried.state, tried.reason) == ("refused", "list_unreadable")
    assert await memory_harness.simulator.calls("/3/book") == []
    await memory_harness.simulator.clear_faults()
    await memory_harness.wait_for_attempts(1, "booked")


async def test_an_expired_token_is_found_before_a_table_frees(harness: WatchHarness) -> None:
    account_id = await harness.connect_account()
    reservation_id = await harness.add_request(1, account_id=account_id)
    await harness.simulator.fault("expire-token", "/3/user/reservations")
    watcher = harness.start_watcher()
    await harness.wait_for_entry(reservation_id, ("needs_reconnect", "needs_reconnect"))
    assert (await harness.backend.account_status(account_id))[0] == "needs_reconnect"
    assert watcher.snapshot().snipes[0].state == "needs_reconnect"
    await harness.simulator.free("19:30")
    polls = len(await harness.simulator.calls("/4/find"))
    await asyncio.sleep(0.3)
    assert len(await harness.simulator.calls("/4/find")) == polls
    assert await harness.backend.attempts() == []


async def test_the_baseline_is_saved_when_an_account_s_first_snipe_appears(harness: WatchHarness) -> None:
    account_id = await harness.connect_account("diner1")
    token = await harness.simulator.diner("diner1")
    await harness.simulator.free("12:00")
    async with harness.simulator.client() as client:
        (slot,) = (
            await client.find(
                platform_venue_id=harness.simulator.platform_venue_id, day=harness.simulator.day, party_size=2
            )
        ).slots
        terms = await client.details(slot=slot, token=token)
        await client.book(terms=terms, token=token, send_within=2)
    (own,) = await harness.simulator.held()
    await harness.add_request(1, account_id=account_id)
    harness.start_watcher()

    async def baseline_saved() -> bool:
        return (await harness.backend.account_status(account_id))[1] == {str(own["reservation_id"])}

    await harness.eventually(baseline_saved)


@pytest.mark.parametrize(("kind", "more"), [("429", {"retry_after": 1}), ("403-html", {}), ("500-short", {})])
async def test_polling_slows_down_on_refusals_and_recovers(
    memory_harness: WatchHarness, kind: str, more: dict[str, Any]
) -> None:
    await memory_harness.add_request()
    watcher = memory_harness.start_watcher()
    await memory_harness.until(lambda: watcher.snapshot().venue.polls >= 2)
    await memory_harness.simulator.fault(kind, "/4/find", **more)
    await memory_harness.until(lambda: watcher.snapshot().venue.state == "backing_off")
    assert watcher.snapshot().snipes[0].state == "backing_off"
    calls = await memory_harness.simulator.calls("/4/find")
    await memory_harness.until(lambda: watcher.snapshot().venue.state == "watching")
    later = await memory_harness.simulator.calls("/4/find")
    assert later[len(calls)]["received_ms"] - calls[-1]["received_ms"] >= 950
    await memory_harness.simulator.free("19:30")
    assert (await memory_harness.wait_for_attempts())[0].state == "booked"


async def test_a_watcher_survives_an_outage_of_its_platform(memory_harness: WatchHarness) -> None:
    await memory_harness.add_request(start=at("18:00"))
    await memory_harness.simulator.fault("cut-after-commit", "/4/find", times=2)
    watcher = memory_harness.start_watcher()
    await memory_harness.until(lambda: watcher.snapshot().venue.state == "backing_off")
    await memory_harness.simulator.free("19:30")
    assert (await memory_harness.wait_for_attempts())[0].state == "booked"
