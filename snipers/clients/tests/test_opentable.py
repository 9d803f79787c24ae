"""OpenTable's specifics: codes, locks, the application's token, the account data in a booking."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest

from loadtests.simulator.opentable.payloads import card_token
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import (
    BadCredentials,
    Blocked,
    KeyRefused,
    PlatformError,
    RateLimited,
    SlotGone,
    Unavailable,
)
from snipers.clients.opentable.client import OpenTableClient
from snipers.clients.tests.site import PATHS, Site
from snipers.domain.outcome import Booked, Lost, Refused, Unknown
from snipers.domain.settling import Held
from snipers.domain.vocabulary import Reason

PHONE = "+12125550101"
PATHS["opentable"] |= {
    "code": "/api/v1/2fa/start",
    "confirm": "/api/v1/2fa/confirm",
    "application": "/oauth/consumer/token",
    "unlock": "/api/v1/reservation/{rid}/lock/{lockId}",
}


@pytest.fixture
def client(opentable: Site) -> OpenTableClient:
    assert isinstance(opentable.client, OpenTableClient)
    return opentable.client


async def until(happened: Callable[[], Awaitable[bool]]) -> None:
    for _ in range(500):
        if await happened():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it does not happen")


async def unlocked(site: Site) -> bool:
    return await site.calls("unlock") == 1


async def shown(site: Site) -> bool:
    return len(await site.find()) == 1


async def test_a_wrong_code_is_refused_and_tried_once(opentable: Site, client: OpenTableClient) -> None:
    sent = await client.send_code(phone=PHONE, country_code="+1")
    assert PHONE[-4:] in sent.message
    assert PHONE not in sent.message
    with pytest.raises(BadCredentials):
        await client.confirm_code(phone=PHONE, country_code="+1", code="000000", correlation_id=sent.correlation_id)
    assert await opentable.calls("confirm") == 1


async def test_a_code_is_good_only_with_what_it_was_sent_for(client: OpenTableClient) -> None:
    sent = await client.send_code(phone=PHONE, country_code="+1")
    for phone, correlation_id in ((PHONE, "another"), ("+12125550109", sent.correlation_id)):
        with pytest.raises(BadCredentials):
            await client.confirm_code(phone=phone, country_code="+1", code="123456", correlation_id=correlation_id)


@pytest.mark.parametrize("phone", ["", "12"])
async def test_an_invalid_number_gets_no_code(client: OpenTableClient, phone: str) -> None:
    with pytest.raises(BadCredentials):
        await client.send_code(phone=phone, country_code="+1")


@pytest.mark.parametrize("call", ["code", "confirm"])
@pytest.mark.parametrize(("kind", "error"), [("429", RateLimited), ("403-html", Blocked), ("503-html", Unavailable)])
async def test_a_platform_failure_at_sign_in_is_no_wrong_code(
    opentable: Site, call: str, kind: str, error: type[PlatformError]
) -> None:
    await opentable.fault(call, kind)
    with pytest.raises(error):
        await opentable.login()


async def test_polls_use_one_token_of_the_application(opentable: Site, client: OpenTableClient) -> None:
    await asyncio.gather(*(opentable.find() for _ in range(5)))
    assert await opentable.calls("application") == 1
    await opentable.fault("find", "expire-token")
    assert await opentable.find() == []
    assert await opentable.calls("application") == 2


async def test_r4_an_application_that_is_not_known_is_a_refused_key(opentable: Site) -> None:
    await opentable.fault("find", "401", times=2)
    with pytest.raises(KeyRefused):
        await opentable.find()


async def test_r4_a_refused_application_token_is_a_refused_key(opentable: Site) -> None:
    await opentable.fault("application", "401")
    with pytest.raises(KeyRefused):
        await opentable.find()


async def test_a_lock_is_taken_for_ninety_seconds(opentable: Site, client: OpenTableClient) -> None:
    token = await opentable.diner()
    slot = await opentable.open()
    before = datetime.now(UTC)
    terms = await client.details(slot=slot, token=token)
    assert terms.holds
    assert terms.expires_at is not None
    assert before + timedelta(seconds=90) <= terms.expires_at <= datetime.now(UTC) + timedelta(seconds=90)


async def test_an_expired_lock_books_nothing(opentable: Site, client: OpenTableClient) -> None:
    token = await opentable.diner()
    async with opentable.http.post(opentable.sim.control_url + "/switches", json={"lock_seconds": 0.05}) as answer:
        assert answer.status == 200
    slot = await opentable.open()
    terms = await client.details(slot=slot, token=token)
    await until(lambda: shown(opentable))
    assert await client.book(terms=terms, token=token, send_within=2) == Lost(Reason.SLOT_GONE)


async def test_a_canceled_details_call_leaves_no_lock(opentable: Site, client: OpenTableClient) -> None:
    token = await opentable.diner()
    slot = await opentable.open()
    await opentable.control("/latency", find_ms=0, details_ms=100, book_ms=0)
    locking = asyncio.create_task(client.details(slot=slot, token=token))
    await asyncio.sleep(0.03)
    locking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await locking
    await until(lambda: unlocked(opentable))
    assert len(await opentable.find()) == 1


async def test_closing_a_client_releases_its_locks_first(opentable: Site, client: OpenTableClient) -> None:
    token = await opentable.diner()
    slot = await opentable.open()
    await opentable.control("/latency", find_ms=0, details_ms=100, book_ms=0)
    locking = asyncio.create_task(client.details(slot=slot, token=token))
    await asyncio.sleep(0.03)
    locking.cancel()
    await asyncio.wait([locking])
    await client.aclose()
    assert await unlocked(opentable)
    assert len(opentable.sim.world.inventory.all_open()) == 1


async def test_a_seating_that_is_gone_is_slot_gone_while_the_time_is_open(
    opentable: Site, client: OpenTableClient
) -> None:
    token = await opentable.diner()
    await opentable.free("19:30", seating=opentable.seatings[0])
    await opentable.free("19:30", seating=opentable.seatings[1])
    first, second = await opentable.find()
    terms = await client.details(slot=first, token=token)
    with pytest.raises(SlotGone):
        await client.details(slot=first, token=await opentable.diner("bob"))
    assert isinstance(await client.book(terms=terms, token=token, send_within=2), Booked)
    (row,) = await opentable.bookings()
    assert row["seating"] == first.seating
    assert [slot.seating for slot in await opentable.find()] == [second.seating]


async def test_the_account_is_read_once_for_many_bookings(opentable: Site, client: OpenTableClient) -> None:
    token = await opentable.diner()
    before = await opentable.calls("me")
    for at in ("12:00", "16:00", "20:00"):
        slot = await opentable.open(at)
        terms = await client.details(slot=slot, token=token)
        assert isinstance(await client.book(terms=terms, token=token, send_within=2), Booked)
    assert await opentable.calls("me") == before + 1
    names = {row["guest"]["first_name"] for row in await opentable.bookings()}
    profile = await client.me(token=token)
    assert names == {profile.display_name.split()[0]}


@pytest.mark.parametrize(("kind", "expected"), [("429", Reason.BLOCKED), ("503-html", Reason.UNSENT)])
async def test_a_booking_whose_account_name_is_unreadable_is_not_sent(
    opentable: Site, client: OpenTableClient, kind: str, expected: Reason
) -> None:
    token = await opentable.diner()
    slot = await opentable.open()
    await opentable.fault("me", kind, times=3)
    terms = await client.details(slot=slot, token=token)
    outcome = await client.book(terms=terms, token=token, send_within=2)
    assert isinstance(outcome, Refused)
    assert outcome.reason is expected
    assert await opentable.calls("book") == 0
    await opentable.http.delete(opentable.sim.control_url + "/faults")
    assert isinstance(await client.book(terms=terms, token=token, send_within=2), Booked)


async def test_an_account_name_that_arrives_late_sends_nothing(opentable: Site, client: OpenTableClient) -> None:
    token = await opentable.diner()
    slot = await opentable.open()
    await opentable.fault("me", "slow", delay_ms=1000)
    terms = await client.details(slot=slot, token=token)
    assert await client.book(terms=terms, token=token, send_within=0.1) == Refused(Reason.UNSENT)
    assert await opentable.calls("book") == 0


async def test_a_card_that_is_not_on_file_is_not_tried(opentable: Site, client: OpenTableClient) -> None:
    token = await opentable.diner()
    await opentable.control("/terms", venue_id=opentable.platform_venue_id, fee_cents=100)
    slot = await opentable.open()
    terms = await client.details(slot=slot, token=token)
    outcome = await client.book(terms=terms, token=token, send_within=2, payment_method_id="nobodys")
    assert outcome == Refused(Reason.PAYMENT_REQUIRED)
    assert await opentable.calls("book") == 0


async def test_a_card_added_at_the_platform_is_found(opentable: Site, client: OpenTableClient) -> None:
    token = await opentable.diner()
    await opentable.control("/terms", venue_id=opentable.platform_venue_id, fee_cents=100)
    slot = await opentable.open()
    terms = await client.details(slot=slot, token=token)
    before = await client.me(token=token)
    diner = opentable.sim.world.accounts.diners[int(before.user_id)]
    new = card_token(opentable.sim.world.accounts.add_card(diner, replace(diner.cards[0], last_4="1881")))
    outcome = await client.book(terms=terms, token=token, send_within=2, payment_method_id=new)
    assert isinstance(outcome, Booked)


async def test_only_a_reservation_at_the_same_restaurant_can_be_changed(
    opentable: Site, client: OpenTableClient
) -> None:
    slot = await opentable.open()
    held = Held(
        reservation_id="1",
        platform_venue_id=opentable.platform_venue_id,
        date=opentable.day,
        time=time(19),
        party_size=2,
        secret="s",
    )
    elsewhere = Held(
        reservation_id="1", platform_venue_id=1, date=opentable.day, time=time(19), party_size=2, secret="s"
    )
    nameless = Held(
        reservation_id="1",
        platform_venue_id=opentable.platform_venue_id,
        date=opentable.day,
        time=time(19),
        party_size=2,
    )
    assert [client.can_replace(held=one, slot=slot) for one in (held, elsewhere, nameless)] == [True, False, False]


async def test_a_change_without_an_answer_is_unknown_and_sent_once(opentable: Site, client: OpenTableClient) -> None:
    token = await opentable.diner()
    slot = await opentable.open()
    terms = await client.details(slot=slot, token=token)
    await client.book(terms=terms, token=token, send_within=2)
    (old,) = (await client.account_list(token=token)).held
    slot = await opentable.open("20:00")
    terms = await client.details(slot=slot, token=token)
    await opentable.fault("book", "cut-after-commit")
    outcome = await client.book(terms=terms, token=token, send_within=2, instead_of=old)
    assert isinstance(outcome, Unknown)
    (new,) = (await client.account_list(token=token)).held
    assert new.time == time(20)
    assert await opentable.calls("book") == 2


async def test_no_token_shows_in_the_client(opentable: Site, client: OpenTableClient) -> None:
    token = await opentable.diner()
    slot = await opentable.open()
    terms = await client.details(slot=slot, token=token)
    shown = repr((client, vars(client), slot, terms, token, SealedToken("x")))
    assert "otSession" not in shown
    assert token.text not in shown
