"""Terms that are requested ahead are used once and kept until they expire. Every unused hold is released."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from snipers.clients.base import BookingTerms
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import SlotGone
from snipers.domain.slot import Slot
from snipers.domain.tests.examples import slot, snipe
from snipers.watching.booking.booking_terms import MOST_AHEAD_AT_ONCE, TermsCache
from snipers.watching.context import Clock
from snipers.watching.tests.contexts import context_of

TOKEN = SealedToken("sealed")
ONE, TWO, THREE, FOUR = (slot(at, token=at) for at in ("19:00", "19:30", "20:00", "20:30"))


class TermsPlatform:
    """A platform that answers while `open` is set; its terms hold tables and last `lasts`."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self.holds = True
        self.lasts: timedelta | None = None
        self.gone: set[str] = set()
        self.asked: list[str] = []
        self.let_go_of: list[str] = []
        self.got_back = asyncio.Event()

    async def details(self, *, slot: Slot, token: SealedToken) -> BookingTerms:
        self.asked.append(slot.token)
        await self.open.wait()
        if slot.token in self.gone:
            raise SlotGone("gone")
        expires = None if self.lasts is None else datetime.now(UTC) + self.lasts
        return BookingTerms(book_token=slot.token, expires_at=expires, fee_cents=0, deposit_cents=0, holds=self.holds)

    async def release_hold(self, *, terms: BookingTerms, token: SealedToken) -> None:
        self.let_go_of.append(terms.book_token)
        self.got_back.set()


@pytest.fixture
async def platform() -> TermsPlatform:
    return TermsPlatform()


@pytest.fixture
async def terms(platform: TermsPlatform) -> AsyncIterator[TermsCache]:
    terms = TermsCache(context_of(client=platform, clock=Clock()))
    yield terms
    platform.open.set()
    await terms.aclose()


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_terms_requested_ahead_are_not_requested_again(terms: TermsCache, platform: TermsPlatform) -> None:
    terms.request_ahead(snipe=snipe(1), slots=[ONE, TWO], token=TOKEN)
    answer = await terms.request(snipe=snipe(1), slot=ONE, token=TOKEN)
    assert answer.book_token == "19:00"
    assert platform.asked == ["19:00", "19:30"]


async def test_terms_are_used_once(terms: TermsCache, platform: TermsPlatform) -> None:
    terms.request_ahead(snipe=snipe(1), slots=[ONE], token=TOKEN)
    await terms.request(snipe=snipe(1), slot=ONE, token=TOKEN)
    await terms.request(snipe=snipe(1), slot=ONE, token=TOKEN)
    assert platform.asked == ["19:00", "19:00"]


@pytest.mark.parametrize("other", ["snipe", "token", "slot"])
async def test_terms_belong_to_one_snipe_one_token_and_one_slot(
    terms: TermsCache, platform: TermsPlatform, other: str
) -> None:
    terms.request_ahead(snipe=snipe(1), slots=[ONE], token=TOKEN)
    mine, table = snipe(1), ONE
    if other == "snipe":
        mine = snipe(2)
    elif other == "token":
        mine = replace(mine, account=replace(mine.account, sealed_token="renewed"))
    else:
        table = replace(ONE, token="another")
    await terms.request(snipe=mine, slot=table, token=TOKEN)
    assert len(platform.asked) == 2


async def test_at_most_two_further_slots_are_requested_and_none_with_a_captcha(
    terms: TermsCache, platform: TermsPlatform
) -> None:
    terms.request_ahead(snipe=snipe(1), slots=[replace(ONE, captcha=True), TWO, THREE, FOUR], token=TOKEN)
    await settled()
    assert platform.asked == ["19:30"]


async def test_requests_ahead_are_limited_in_number(terms: TermsCache, platform: TermsPlatform) -> None:
    platform.open.clear()
    for number in range(MOST_AHEAD_AT_ONCE + 5):
        terms.request_ahead(snipe=snipe(number), slots=[ONE], token=TOKEN)
    await settled()
    assert len(platform.asked) == MOST_AHEAD_AT_ONCE
    platform.open.set()
    await settled()
    terms.request_ahead(snipe=snipe(100), slots=[ONE], token=TOKEN)
    await settled()
    assert len(platform.asked) == MOST_AHEAD_AT_ONCE + 1


async def test_a_refusal_is_not_kept(terms: TermsCache, platform: TermsPlatform) -> None:
    platform.gone.add("19:00")
    terms.request_ahead(snipe=snipe(1), slots=[ONE], token=TOKEN)
    await settled()
    platform.gone.clear()
    assert (await terms.request(snipe=snipe(1), slot=ONE, token=TOKEN)).book_token == "19:00"


async def test_unneeded_holds_are_released_once(terms: TermsCache, platform: TermsPlatform) -> None:
    terms.request_ahead(snipe=snipe(1), slots=[ONE, TWO], token=TOKEN)
    terms.request_ahead(snipe=snipe(2), slots=[ONE], token=TOKEN)
    await settled()
    terms.forget(snipe(1))
    terms.forget(snipe(1))
    await settled()
    assert sorted(platform.let_go_of) == ["19:00", "19:30"]


async def test_a_hold_whose_answer_is_pending_is_released_when_it_comes(
    terms: TermsCache, platform: TermsPlatform
) -> None:
    platform.open.clear()
    request = terms.request(snipe=snipe(1), slot=ONE, token=TOKEN)
    terms.give_back(request, token=TOKEN)
    await settled()
    assert platform.let_go_of == []
    platform.open.set()
    await settled()
    assert platform.let_go_of == ["19:00"]


async def test_terms_without_a_hold_are_not_released(terms: TermsCache, platform: TermsPlatform) -> None:
    platform.holds = False
    request = terms.request(snipe=snipe(1), slot=ONE, token=TOKEN)
    await request
    terms.give_back(request, token=TOKEN)
    terms.request_ahead(snipe=snipe(1), slots=[TWO], token=TOKEN)
    await settled()
    terms.forget(snipe(1))
    await settled()
    assert platform.let_go_of == []


async def test_expiring_terms_are_not_used(terms: TermsCache, platform: TermsPlatform) -> None:
    platform.lasts = timedelta(seconds=5)
    terms.request_ahead(snipe=snipe(1), slots=[ONE], token=TOKEN)
    async with asyncio.timeout(60):
        await platform.got_back.wait()
    await terms.request(snipe=snipe(1), slot=ONE, token=TOKEN)
    assert platform.asked == ["19:00", "19:00"]


async def test_closing_releases_all_holds(terms: TermsCache, platform: TermsPlatform) -> None:
    terms.request_ahead(snipe=snipe(1), slots=[ONE, TWO], token=TOKEN)
    await settled()
    await terms.aclose()
    assert sorted(platform.let_go_of) == ["19:00", "19:30"]
