"""When accounts are looked at: once when they appear, now and then later, and often while a card is missing."""

from typing import cast

import pytest

from snipers.clients.base import Blocked, BookingClient, NeedsReconnect, PlatformError, Profile, Unavailable
from snipers.clients.credentials import SealedToken
from snipers.domain.outcome import Booked, BookOutcome, Lost, Refused
from snipers.domain.settling import Held
from snipers.domain.snipe import Account
from snipers.domain.vocabulary import Reason
from snipers.store.memory import MemoryStore
from snipers.watching.booking.account_checks import CARD_AGAIN_SECONDS, FLAG_AGAIN_SECONDS, AccountCare, flag

ACCOUNT = Account(account_id=1, sealed_token="sealed", known=frozenset(), usable=True, baseline_read=False)
WANTS_CARD = Account(
    account_id=1, sealed_token="sealed", known=frozenset(), usable=True, baseline_read=True, needs_card=True
)


class Diner:
    """A platform with one account."""

    def __init__(self) -> None:
        self.card: str | None = None
        self.error: PlatformError | None = None
        self.looks = 0

    async def me(self, *, token: SealedToken) -> Profile:
        self.looks += 1
        if self.error is not None:
            raise self.error
        return Profile(user_id="1", display_name="Ada", payment_method_id=self.card)

    async def reservations(self, *, token: SealedToken) -> list[Held]:
        return []


class Scene:
    """Account care on a clock that the test moves."""

    def __init__(self) -> None:
        self.at = 1000.0
        self.diner = Diner()
        self.store = MemoryStore()
        self.store.add_account(ACCOUNT)
        self.dead: list[str] = []
        self.troubles: list[PlatformError] = []
        self.care = AccountCare(
            store=self.store,
            client=cast(BookingClient, self.diner),
            token_died=self.dead.append,
            trouble=self.troubles.append,
            monotonic=lambda: self.at,
            jitter=lambda: 0.0,
        )

    async def look(self, account: Account) -> bool | None:
        """Read the account if it is due; None when it is not."""
        due = self.care.due([account])
        return None if due is None else await self.care.read(due)


@pytest.fixture
async def scene() -> Scene:
    return Scene()


async def test_a_store_that_fails_does_not_have_the_platform_asked_again_at_once(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(**_: object) -> None:
        raise OSError("the database is away")

    monkeypatch.setattr(scene.store, "save_baseline", away)
    with pytest.raises(OSError, match="away"):
        await scene.look(ACCOUNT)
    assert await scene.look(ACCOUNT) is None
    monkeypatch.undo()
    scene.at += FLAG_AGAIN_SECONDS
    assert await scene.look(ACCOUNT) is True


async def test_an_account_is_read_when_it_appears_and_not_again_soon(scene: Scene) -> None:
    assert await scene.look(ACCOUNT) is True
    scene.at += 1799
    assert await scene.look(ACCOUNT) is None
    scene.at += 1
    assert await scene.look(ACCOUNT) is True


async def test_a_missing_card_is_looked_for_every_minute_until_it_is_there(scene: Scene) -> None:
    await scene.store.flag_account(account_id=1, sealed_token="sealed", reason=Reason.PAYMENT_REQUIRED.value)
    assert await scene.look(WANTS_CARD) is True
    scene.at += CARD_AGAIN_SECONDS - 1
    assert await scene.look(WANTS_CARD) is None
    scene.at += 1
    scene.diner.card = "42"
    assert await scene.look(WANTS_CARD) is False
    assert scene.store.accounts[1].payment_method_id == "42"
    assert scene.diner.looks == 2


@pytest.mark.parametrize(("error", "told"), [(Blocked("no"), 1), (Unavailable("away"), 0)])
async def test_a_platform_that_does_not_answer_is_asked_for_the_card_a_minute_later(
    scene: Scene, error: PlatformError, told: int
) -> None:
    scene.diner.error = error
    assert await scene.look(WANTS_CARD) is True
    assert len(scene.troubles) == told
    assert await scene.look(WANTS_CARD) is None
    scene.at += CARD_AGAIN_SECONDS
    assert scene.care.due([WANTS_CARD]) == WANTS_CARD


async def test_a_token_that_ran_out_is_found_while_looking_for_a_card(scene: Scene) -> None:
    scene.diner.error = NeedsReconnect("over")
    assert await scene.look(WANTS_CARD) is False
    assert scene.dead == ["sealed"]
    assert scene.store.accounts[1].status == "needs_reconnect"


@pytest.mark.parametrize(
    ("outcome", "status", "attention"),
    [
        (Refused(Reason.NEEDS_RECONNECT), "needs_reconnect", "needs_reconnect"),
        (Refused(Reason.PAYMENT_REQUIRED), "connected", "payment_required"),
        (Refused(Reason.CONFLICT), "connected", ""),
        (Lost(Reason.TAKEN), "connected", ""),
        (Booked("741"), "connected", ""),
    ],
)
async def test_only_what_the_owner_can_put_right_flags_the_account(
    scene: Scene, outcome: BookOutcome, status: str, attention: str
) -> None:
    await flag(scene.store, account=ACCOUNT, outcome=outcome)
    row = scene.store.accounts[1]
    assert (row.status, row.attention_reason) == (status, attention)
