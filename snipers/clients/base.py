"""The port to a booking platform: the calls of every client and their values. errors.py has their errors."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol, Self

from snipers.clients.credentials import SealedToken
from snipers.domain.access import StoredAccess
from snipers.domain.outcome import BookOutcome, Conflict
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.snipe import Guest
from snipers.domain.vocabulary import SkipReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The owner of an account. `payment_method_id` is the platform's id of the default card, None without a card."""

    user_id: str
    display_name: str
    payment_method_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """A sign-in. The tokens are sealed, so their `text` may be stored. Not every sign-in has a refresh token."""

    token: SealedToken
    profile: Profile
    refresh_token: SealedToken | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeSent:
    """A sign-in code was sent to a phone. Our next call sends `correlation_id` together with the code. `message` is
    shown to the diner."""

    correlation_id: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BookingTerms:
    """The platform's terms for one slot, and the one-time token that books it.

    `fee_cents` is charged for a late cancellation, `deposit_cents` at booking. `free_until` is the last instant of a
    free cancellation, None if the platform does not state it. With `holds`, the platform holds the table for us until
    `expires_at`; a hold that is not booked must be released. `conflict` is a reservation of the diner because of which
    the platform would refuse the booking.
    """

    book_token: str = field(repr=False)
    expires_at: datetime | None
    fee_cents: int
    deposit_cents: int
    free_until: datetime | None = None
    holds: bool = False
    conflict: Conflict | None = None


Skip = tuple[SkipReason, str]
"""Why an entry of a reply was left out, and the path of the field if it could not be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The free slots of one date and party size. `on_sale` is False if the platform does not offer that date, or not
    yet. `skipped` counts the slots that were left out. `seen_only` are those of them that a guest can book, but not we:
    they have no token. `reopens_on` is the day until which the venue is closed."""

    slots: list[Slot]
    on_sale: bool
    skipped: Mapping[Skip, int] = field(default_factory=dict)
    reopens_on: date | None = None
    seen_only: list[Slot] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSample:
    """A sample of the platform's clock: `second` is its Date header, `sent` and `received` are our unix times around
    it."""

    sent: float
    received: float
    second: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card for the platform's wallet; it is never stored or logged."""

    number: str = field(repr=False)
    exp_month: int = field(repr=False)
    exp_year: int = field(repr=False)
    cvc: str = field(repr=False)
    zip_code: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOnFile:
    """The part of a card that we store: the platform's id, the last four digits, the expiry as MM/YYYY."""

    payment_method_id: str
    last_four: str
    expiry: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountList:
    """An account's list of reservations at a platform.

    `held` are its tables. `canceled` and `ended` are the ids of rows that are no tables any more: canceled ones, and
    completed ones or no-shows. `unreadable` are the ids of rows of which nothing else could be read; each may be a
    table. `whole` is False if the platform counts more rows than it returned. `skipped` counts the rows that were left
    out.
    """

    held: list[Held]
    canceled: frozenset[str] = frozenset()
    ended: frozenset[str] = frozenset()
    unreadable: frozenset[str] = frozenset()
    whole: bool = True
    skipped: Mapping[Skip, int] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether `held` has every table of the account."""
        return self.whole and not self.unreadable

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all rows that are or may be tables."""
        return self.unreadable | {one.reservation_id for one in self.held}

    def joined(self, page: "AccountList") -> "AccountList":
        """Return this list with a further page. A row that moved between the two reads is listed once."""
        return AccountList(
            held=list({one.reservation_id: one for one in (*self.held, *page.held)}.values()),
            canceled=self.canceled | page.canceled,
            ended=self.ended | page.ended,
            unreadable=self.unreadable | page.unreadable,
            skipped=Counter(self.skipped) + Counter(page.skipped),
        )

    def may_hide_new(self, *, known: frozenset[str]) -> bool:
        """Whether a table with an id that is not in `known` may be missing in `held`."""
        return not self.whole or not self.unreadable <= known


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeAnswer:
    """The answer to one call of a probe. `ok` is False if an operator has to act."""

    call: str
    ok: bool
    answer: str
    milliseconds: float


class BookingClient(Protocol):
    """The calls of one platform. Every call may raise PlatformError."""

    async def me(self, *, token: SealedToken) -> Profile:
        """Return the owner of the token. Raises NeedsReconnect."""

    async def find(self, *, platform_venue_id: int, day: date, party_size: int) -> Found:
        """Return the free slots of a date. A date outside the booking window has none and is not on sale."""

    async def details(self, *, slot: Slot, token: SealedToken) -> BookingTerms:
        """Return the terms and the book token. If the platform supports holds, this holds the table.

        Raises SlotGone, PaymentRequired.
        """

    async def release_hold(self, *, terms: BookingTerms, token: SealedToken) -> None:
        """Release the hold of a table that will not be booked. Does nothing without a hold. Never raises."""

    async def book(
        self,
        *,
        terms: BookingTerms,
        token: SealedToken,
        send_within: float,
        payment_method_id: str | None = None,
        guest: Guest | None = None,
        instead_of: Held | None = None,
    ) -> BookOutcome:
        """Send the booking call within `send_within` seconds, or not at all. Never raises: a failure is an outcome.

        `instead_of` is a reservation to replace in the same call, allowed only if can_replace() returns True.
        """

    def can_replace(self, *, held: Held, slot: Slot) -> bool:
        """Whether this platform can replace the reservation `held` by `slot` in one call."""

    async def account_list(self, *, token: SealedToken) -> AccountList:
        """Return the account's reservations. Raises NeedsReconnect, and Malformed if the id of a row is unreadable."""

    async def cancel(self, *, held: Held, token: SealedToken) -> None:
        """Cancel a reservation. Raises NotFound if it is gone."""

    async def add_card(self, *, card: Card, token: SealedToken) -> CardOnFile:
        """Add a card to the account at the platform. Raises BadCard."""

    def set_access(self, stored: StoredAccess | None) -> None:
        """Use an operator's values from the next call on, or with None the environment's."""

    async def probe(self) -> list[ProbeAnswer]:
        """Return what answers at the platform, for operators. Never raises."""

    async def time(self) -> TimeSample:
        """Sample the platform's clock."""

    async def warm(self, *, connections: int) -> None:
        """Open this many connections before they are needed. Never raises."""

    async def aclose(self) -> None:
        """Close connections."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(self, *exc_info: object) -> None: ...
