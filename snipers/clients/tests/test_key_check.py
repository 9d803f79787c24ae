"""A refused call is due to the user's expired token or to our stale key: an anonymous call tells the two apart (R4)."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, time

import pytest

from snipers.clients.base import BookingTerms, Card
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import (
    BadCredentials,
    Blocked,
    KeyRefused,
    NeedsReconnect,
    PlatformError,
    RateLimited,
    Unavailable,
)
from snipers.clients.http_client import REMEMBERED_SECONDS, KeyCheck
from snipers.clients.resy.client import ResyClient
from snipers.domain.access import StoredAccess
from snipers.domain.outcome import Refused
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.vocabulary import Reason
from snipers.testing.simulators import PASSWORD, opentable_simulator, resy_simulator

HELD = Held(reservation_id="741", platform_venue_id=1, date=date(2026, 11, 27), time=time(19), party_size=2)
CARD = Card(number="5555 5555 5555 4444", exp_month=4, exp_year=2031, cvc="737", zip_code="10001")
TERMS = BookingTerms(book_token="token", expires_at=None, fee_cents=0, deposit_cents=0)
SLOT = Slot(
    platform="resy",
    platform_venue_id=1,
    date=HELD.date,
    time=HELD.time,
    party_size=2,
    seating="Bar",
    token="rgs://resy/1",
)
FIND = "/4/find"


@pytest.mark.parametrize(
    ("known", "at", "probe_accepts", "probes", "refused"),
    [
        ([], 100.0, True, 1, False),
        ([], 100.0, False, 1, True),
        ([(90.0, True)], 100.0, True, 1, False),
        ([(90.0, True)], 100.0, False, 1, True),
        ([(100.0, True)], 100.0, False, 0, False),
        ([(99.0, False)], 100.0, True, 0, True),
        ([(100.0 - REMEMBERED_SECONDS - 1, False)], 100.0, True, 1, False),
        ([(98.0, False), (99.0, True)], 99.0, False, 0, False),
        ([(98.0, False), (99.0, True)], 100.0, True, 1, False),
    ],
    ids=[
        "nothing known, the token is the reason",
        "nothing known, the key is the reason",
        "an earlier acceptance proves nothing",
        "a key that was rotated since the last acceptance",
        "an acceptance that was sent afterwards",
        "a recent refusal",
        "an old refusal",
        "accepted again, afterwards",
        "accepted again, before",
    ],
)
async def test_key_is_the_reason_only_if_an_anonymous_call_shows_it(
    known: list[tuple[float, bool]], at: float, probe_accepts: bool, probes: int, refused: bool
) -> None:
    now = [0.0]
    check = KeyCheck(monotonic=lambda: now[0])
    made: list[float] = []

    async def probe() -> None:
        made.append(now[0])
        check.record(key="k", sent=now[0], accepted=probe_accepts)

    for now[0], accepted in known:
        check.record(key="k", sent=now[0], accepted=accepted)
    now[0] = 100.0
    if refused:
        with pytest.raises(KeyRefused):
            await check.require_accepted(key="k", received=at, probe=probe)
    else:
        await check.require_accepted(key="k", received=at, probe=probe)
    assert len(made) == probes


async def test_what_is_known_of_another_key_does_not_count() -> None:
    check = KeyCheck(monotonic=lambda: 100.0)
    check.record(key="old", sent=99.0, accepted=False)

    async def probe() -> None:
        check.record(key="new", sent=100.0, accepted=True)

    await check.require_accepted(key="new", received=100.0, probe=probe)


async def test_r4_a_stale_key_is_never_an_expired_token_or_a_wrong_password() -> None:
    async with resy_simulator() as resy, resy.client() as client:
        token = await resy.diner()
        login = await client.login(email="ada@example.com", password=PASSWORD)
        assert login.refresh_token is not None
        await resy.rotate_key("new-key")
        calls: list[Callable[[], Awaitable[object]]] = [
            lambda: client.me(token=token),
            lambda: client.account_list(token=token),
            lambda: client.details(slot=SLOT, token=token),
            lambda: client.cancel(held=HELD, token=token),
            lambda: client.add_card(card=CARD, token=token),
            lambda: client.login(email="ada@example.com", password=PASSWORD),
            lambda: client.sign_in.send_code(address="+12125550101"),
            lambda: client.sign_in.confirm_code(address="+12125550101", code="123456"),
            lambda: client.sign_in.renew(refresh_token=login.refresh_token or token),
        ]
        for call in calls:
            with pytest.raises(KeyRefused):
                await call()
        outcome = await client.book(terms=TERMS, token=token, send_within=2)
        assert outcome == Refused(Reason.KEY_REFUSED)
        assert len(await resy.calls(FIND)) == 1, "one anonymous call for all of them"
        stored = StoredAccess(changed_at=datetime.now(UTC), sealed_secret=resy.box.seal("new-key").text)
        client.set_access(stored)
        await client.me(token=token)
        with pytest.raises(BadCredentials):
            await client.login(email="ada@example.com", password="wrong")


async def test_r4_five_hundred_refusals_cause_one_anonymous_call() -> None:
    async with resy_simulator() as resy, resy.client() as client:
        token = await resy.diner()
        await resy.rotate_key("new-key")
        for _ in range(25):
            results = await asyncio.gather(*(client.me(token=token) for _ in range(20)), return_exceptions=True)
            assert {type(result) for result in results} == {KeyRefused}
        assert len(await resy.calls(FIND)) == 1


@pytest.mark.parametrize("status", ["401", "419"])
async def test_r4_an_expired_token_with_a_good_key_needs_a_reconnect(status: str) -> None:
    async with resy_simulator() as resy, resy.client() as client:
        token = await resy.diner()
        await resy.fault(status, "/2/user")
        with pytest.raises(NeedsReconnect):
            await client.me(token=token)
        await resy.fault(status, "/3/book")
        assert await client.book(terms=TERMS, token=token, send_within=2) == Refused(Reason.NEEDS_RECONNECT)


@pytest.mark.parametrize(
    ("kind", "error", "reason"),
    [
        ("429", RateLimited, Reason.BLOCKED),
        ("403-html", Blocked, Reason.EDGE_REFUSED),
        ("503-html", Unavailable, Reason.UNSENT),
    ],
)
async def test_r4_nothing_is_concluded_from_an_anonymous_call_that_fails(
    kind: str, error: type[PlatformError], reason: Reason
) -> None:
    async with resy_simulator() as resy, resy.client() as client:
        token = await resy.diner()
        await resy.fault("401", "/2/user")
        await resy.fault("401", "/3/book")
        await resy.fault(kind, FIND, times=2)
        with pytest.raises(error):
            await client.me(token=token)
        assert await client.book(terms=TERMS, token=token, send_within=2) == Refused(reason)


async def test_r4_a_call_that_was_sent_before_a_change_is_no_expired_token() -> None:
    async with resy_simulator() as resy, resy.client() as client:
        token = await resy.diner()
        await resy.latency(list_ms=300)
        await resy.fault("slow", "/2/user", delay_ms=300)
        await resy.rotate_key("new-key")
        reading = asyncio.create_task(read(client, token))
        await asyncio.sleep(0.05)
        stored = StoredAccess(changed_at=datetime.now(UTC), sealed_secret=resy.box.seal("new-key").text)
        client.set_access(stored)
        assert isinstance(await reading, KeyRefused)


async def read(client: ResyClient, token: SealedToken) -> PlatformError | None:
    try:
        await client.me(token=token)
    except PlatformError as error:
        return error
    return None


async def test_o4_a_stale_application_is_no_refused_phone_and_no_wrong_code() -> None:
    async with opentable_simulator() as opentable, opentable.client() as client:
        await opentable.rotate_key("another-application")
        with pytest.raises(KeyRefused):
            await client.send_code(phone="2125550101", country_code="+1")
        with pytest.raises(KeyRefused):
            await client.confirm_code(phone="2125550101", country_code="+1", code="123456", correlation_id="x")
