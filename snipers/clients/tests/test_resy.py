"""The Resy client against the platform simulator, over real sockets."""

import logging
from collections.abc import AsyncIterator
from datetime import time, timedelta

import pytest

from snipers.clients.base import BookingTerms
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import (
    BadCredentials,
    Blocked,
    KeyRefused,
    Malformed,
    NeedsReconnect,
    NotFound,
    PlatformError,
    RateLimited,
    SignInBlocked,
    SlotGone,
    Unavailable,
)
from snipers.clients.resy.client import ResyClient
from snipers.domain.outcome import Booked, Conflict, Lost, Refused, Unknown
from snipers.domain.slot import Slot
from snipers.domain.vocabulary import Reason
from snipers.testing.simulators import PASSWORD, ResySimulator


@pytest.fixture
async def client(resy: ResySimulator) -> AsyncIterator[ResyClient]:
    async with resy.client() as client:
        yield client


async def find(client: ResyClient, resy: ResySimulator, party_size: int = 2) -> list[Slot]:
    return (await client.find(platform_venue_id=resy.platform_venue_id, day=resy.day, party_size=party_size)).slots


async def ready(client: ResyClient, resy: ResySimulator, token: SealedToken) -> tuple[Slot, BookingTerms]:
    await resy.free("19:30")
    (slot,) = await find(client, resy)
    return slot, await client.details(slot=slot, token=token)


async def test_a_login_gives_a_sealed_token_that_works(client: ResyClient, resy: ResySimulator) -> None:
    login = await client.login(email="ada@example.com", password=PASSWORD)
    assert await client.me(token=login.token) == login.profile
    assert login.profile.display_name == "Ada Guest"
    assert login.token.text not in repr(login)


async def test_a_wrong_password_is_refused_and_tried_once(client: ResyClient, resy: ResySimulator) -> None:
    with pytest.raises(BadCredentials):
        await client.login(email="ada@example.com", password="wrong")
    assert len(await resy.calls("/4/auth/password")) == 1


@pytest.mark.parametrize(("kind", "error"), [("429", RateLimited), ("403-html", Blocked), ("503-html", SignInBlocked)])
async def test_a_platform_failure_at_login_is_no_bad_credentials(
    client: ResyClient, resy: ResySimulator, kind: str, error: type[PlatformError]
) -> None:
    await resy.fault(kind, "/4/auth/password")
    with pytest.raises(error):
        await client.login(email="ada@example.com", password=PASSWORD)


async def test_an_expired_or_unreadable_token_needs_a_reconnect(client: ResyClient, resy: ResySimulator) -> None:
    token = await resy.diner()
    await resy.fault("expire-token", "/2/user")
    with pytest.raises(NeedsReconnect):
        await client.me(token=token)
    with pytest.raises(NeedsReconnect):
        await client.account_list(token=token)
    with pytest.raises(NeedsReconnect):
        await client.account_list(token=SealedToken("sealed with a key that is gone"))


async def test_find_counts_equal_tables(client: ResyClient, resy: ResySimulator) -> None:
    await resy.free("19:30", count=2)
    await resy.free("20:00")
    await resy.free("20:00", party_size=4)
    assert {(slot.time, slot.quantity) for slot in await find(client, resy)} == {(time(19, 30), 2), (time(20), 1)}


async def test_find_outside_the_booking_window_is_empty(client: ResyClient, resy: ResySimulator) -> None:
    far = await client.find(platform_venue_id=resy.platform_venue_id, day=resy.day + timedelta(days=300), party_size=2)
    assert (far.slots, far.on_sale) == ([], False)


async def test_find_at_an_unknown_venue_is_not_found(client: ResyClient, resy: ResySimulator) -> None:
    with pytest.raises(NotFound):
        await client.find(platform_venue_id=999_999, day=resy.day, party_size=2)


@pytest.mark.parametrize(
    ("kind", "error"),
    [("429", RateLimited), ("403-html", Blocked), ("500-short", Blocked), ("503-html", Unavailable)],
)
async def test_find_distinguishes_blocked_from_unavailable(
    client: ResyClient, resy: ResySimulator, kind: str, error: type[PlatformError]
) -> None:
    await resy.fault(kind, "/4/find")
    with pytest.raises(error):
        await find(client, resy)


@pytest.mark.parametrize("kind", ["401", "419"])
async def test_r4_an_anonymous_call_answered_with_401_or_419_is_a_refused_key(
    client: ResyClient, resy: ResySimulator, kind: str
) -> None:
    await resy.fault(kind, "/4/find")
    with pytest.raises(KeyRefused):
        await find(client, resy)


async def test_retry_after_is_passed_on(client: ResyClient, resy: ResySimulator) -> None:
    await resy.fault("429", "/4/find", retry_after=7)
    with pytest.raises(RateLimited) as error:
        await find(client, resy)
    assert error.value.delay == 7


async def test_a_table_is_booked_listed_and_given_back(client: ResyClient, resy: ResySimulator) -> None:
    token = await resy.diner()
    slot, terms = await ready(client, resy, token)
    assert (terms.fee_cents, terms.deposit_cents) == (0, 0)
    booked = await client.book(terms=terms, token=token, send_within=2)
    assert isinstance(booked, Booked)
    (held,) = (await client.account_list(token=token)).held
    assert (held.reservation_id, held.platform_venue_id) == (booked.reservation_id, resy.platform_venue_id)
    assert (held.date, held.time, held.party_size) == (slot.date, slot.time, slot.party_size)
    await client.cancel(held=held, token=token)
    assert (await client.account_list(token=token)).held == []
    with pytest.raises(NotFound):
        await client.cancel(held=held, token=token)


@pytest.mark.parametrize("tokens", [True, False])
async def test_a_reservation_is_canceled_with_the_token_of_its_row_if_it_has_one(
    client: ResyClient, resy: ResySimulator, caplog: pytest.LogCaptureFixture, tokens: bool
) -> None:
    caplog.set_level(logging.DEBUG)
    await resy.switch(reservation_tokens=tokens)
    token = await resy.diner()
    _, terms = await ready(client, resy, token)
    await client.book(terms=terms, token=token, send_within=2)
    (held,) = (await client.account_list(token=token)).held
    assert bool(held.secret) is tokens
    await client.cancel(held=held, token=token)
    assert await resy.held() == []
    if tokens:
        assert held.secret not in caplog.text


async def test_the_card_on_file_is_named_when_it_is_given(client: ResyClient, resy: ResySimulator) -> None:
    login = await client.login(email="ada@example.com", password=PASSWORD)
    _, terms = await ready(client, resy, login.token)
    card = login.profile.payment_method_id
    booked = await client.book(terms=terms, payment_method_id=card, token=login.token, send_within=2)
    assert isinstance(booked, Booked)


async def test_malformed_details_raise_malformed(client: ResyClient, resy: ResySimulator) -> None:
    token = await resy.diner()
    await resy.free("19:30")
    (slot,) = await find(client, resy)
    await resy.fault("schema-drift", "/3/details")
    with pytest.raises(Malformed):
        await client.details(slot=slot, token=token)


async def test_details_of_a_missing_table_raise_slot_gone(client: ResyClient, resy: ResySimulator) -> None:
    token = await resy.diner()
    (row,) = await resy.free("19:30")
    (slot,) = await find(client, resy)
    await resy.take_slot(row["slot_id"])
    with pytest.raises(SlotGone):
        await client.details(slot=slot, token=token)


async def test_the_second_diner_loses(client: ResyClient, resy: ResySimulator) -> None:
    first, second = await resy.diner("ada"), await resy.diner("bob")
    slot, terms = await ready(client, resy, first)
    late = await client.details(slot=slot, token=second)
    await client.book(terms=terms, token=first, send_within=2)
    outcome = await client.book(terms=late, token=second, send_within=2)
    assert outcome == Lost(Reason.TAKEN)


async def test_a_diner_who_holds_that_hour_has_a_conflict(client: ResyClient, resy: ResySimulator) -> None:
    token = await resy.diner()
    _, terms = await ready(client, resy, token)
    await client.book(terms=terms, token=token, send_within=2)
    _, again = await ready(client, resy, token)
    outcome = await client.book(terms=again, token=token, send_within=2)
    first = Conflict(platform_venue_id=resy.platform_venue_id, date=resy.day, time=time(19, 30))
    assert outcome == Refused(Reason.CONFLICT, conflict=first)


async def test_r9_only_an_override_replaces_the_table_of_that_hour(client: ResyClient, resy: ResySimulator) -> None:
    token = await resy.diner()
    _, terms = await ready(client, resy, token)
    await client.book(terms=terms, token=token, send_within=2)
    (old,) = (await client.account_list(token=token)).held
    await resy.free("20:00")
    (slot,) = [slot for slot in await find(client, resy) if slot.time == time(20)]
    assert client.can_replace(held=old, slot=slot)
    better = await client.details(slot=slot, token=token)
    assert isinstance(await client.book(terms=better, token=token, send_within=2), Refused)
    better = await client.details(slot=slot, token=token)
    outcome = await client.book(terms=better, token=token, send_within=2, instead_of=old)
    assert isinstance(outcome, Booked)
    assert [held.reservation_id for held in (await client.account_list(token=token)).held] == [outcome.reservation_id]


async def test_r10_a_booking_that_takes_longer_than_three_seconds_is_waited_for(
    client: ResyClient, resy: ResySimulator
) -> None:
    token = await resy.diner()
    _, terms = await ready(client, resy, token)
    await resy.latency(book_ms=3500)
    assert isinstance(await client.book(terms=terms, token=token, send_within=2), Booked)


@pytest.mark.parametrize("kind", ["cut-after-commit", "500-short", "503-html", "403-html"])
async def test_a_booking_without_a_clear_answer_is_unknown_and_sent_once(
    client: ResyClient, resy: ResySimulator, kind: str
) -> None:
    token = await resy.diner()
    _, terms = await ready(client, resy, token)
    await resy.fault(kind, "/3/book")
    outcome = await client.book(terms=terms, token=token, send_within=2)
    assert isinstance(outcome, Unknown)
    assert len(await resy.calls("/3/book")) == 1


async def test_a_book_token_is_good_once(client: ResyClient, resy: ResySimulator) -> None:
    token = await resy.diner()
    _, terms = await ready(client, resy, token)
    await client.book(terms=terms, token=token, send_within=2)
    outcome = await client.book(terms=terms, token=token, send_within=2)
    assert outcome == Lost(Reason.SLOT_GONE)


async def test_a_booking_with_a_seal_that_cannot_be_opened_is_not_sent(client: ResyClient, resy: ResySimulator) -> None:
    token = await resy.diner()
    _, terms = await ready(client, resy, token)
    outcome = await client.book(terms=terms, token=SealedToken("x"), send_within=2)
    assert outcome == Refused(Reason.NEEDS_RECONNECT)
    assert await resy.calls("/3/book") == []


async def test_every_page_of_the_list_is_read(
    client: ResyClient, resy: ResySimulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("snipers.clients.resy.client.PAGE_SIZE", 1)
    token = await resy.diner()
    for at in ("12:00", "15:00", "19:30"):
        await resy.free(at)
        (slot,) = await find(client, resy)
        terms = await client.details(slot=slot, token=token)
        await client.book(terms=terms, token=token, send_within=2)
    assert len({held.reservation_id for held in (await client.account_list(token=token)).held}) == 3


@pytest.mark.parametrize(
    ("metadata", "rows", "complete"),
    [({"total": 2}, 2, True), ({"total": 3}, 2, False), (None, 2, True), (None, 100, False)],
)
async def test_a_list_is_complete_only_when_the_whole_count_was_read(
    client: ResyClient, monkeypatch: pytest.MonkeyPatch, metadata: dict[str, int] | None, rows: int, complete: bool
) -> None:
    row = {"venue_id": 1, "day": "2026-12-01", "time_slot": "19:30:00", "num_seats": 2, "status": {"finished": 0}}
    pages = [[{**row, "reservation_id": number} for number in range(rows)], []]

    async def read(*_: object, **__: object) -> dict[str, object]:
        return {"reservations": pages.pop(0), "metadata": metadata}

    monkeypatch.setattr(client, "_read", read)
    assert (await client.account_list(token=SealedToken("x"))).complete is complete


async def test_a_list_that_does_not_end_is_malformed(
    client: ResyClient, resy: ResySimulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("snipers.clients.resy.client.PAGE_SIZE", 1)
    monkeypatch.setattr("snipers.clients.resy.client.MAX_PAGES", 1)
    token = await resy.diner()
    for at in ("12:00", "19:30"):
        await resy.free(at)
        (slot,) = await find(client, resy)
        terms = await client.details(slot=slot, token=token)
        await client.book(terms=terms, token=token, send_within=2)
    with pytest.raises(Malformed):
        await client.account_list(token=token)
