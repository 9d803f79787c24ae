"""The port to a booking platform: the calls of every client and their values. errors.py has their errors."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple, Protocol, Self

from snipers.clients.credentials import SealedToken
from snipers.domain.access import StoredAccess
from snipers.domain.outcome import BookOutcome, Conflict
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.snipe import Guest
from snipers.domain.vocabulary import SkipReason

Skip = tuple[SkipReason, str]
"""Why an entry of a reply was left out, and the path of the field that could not be read, "" for other reasons."""


class PaymentMethod(NamedTuple):
    """A card on file at an account: the platform's id, and a label such as "Visa 4242"."""

    id: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The owner of an account. `payment_method_id` is the platform's id of the default card, None without a card.

    `payment_methods` are all cards on file that could be read. `skipped` counts the entries of the reply that could not
    be read.
    """

    user_id: str
    display_name: str
    payment_method_id: str | None
    payment_methods: tuple[PaymentMethod, ...] = ()
    skipped: Mapping[Skip, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """A successful sign-in. The tokens are sealed, so their `text` may be stored.

    `refresh_token` is None if the platform returned none.
    """

    token: SealedToken
    profile: Profile
    refresh_token: SealedToken | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeSent:
    """A sign-in code was sent to a phone.

    The call that confirms the code sends `correlation_id` with it. `message` is shown to the diner.
    """

    correlation_id: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BookingTerms:
    """The platform's terms for one slot, and the one-time token that books it.

    `fee_cents` is charged for a late cancellation, `deposit_cents` at booking, both for the whole party. They are
    UNKNOWN_CENTS (domain/fees.py) if the platform names an amount that cannot be read. A tax that the platform does not
    state comes on top. `currency` is their ISO code, "" if the platform does not state it. `free_until` is the last
    instant of a free cancellation, None if the platform does not state it. With `holds`, the platform holds the table
    for us until `expires_at`; a hold that is not booked must be released. `conflict` is a reservation of the diner
    because of which the platform would refuse the booking.
    """

    book_token: str = field(repr=False)
    expires_at: datetime | None
    fee_cents: int
    deposit_cents: int
    currency: str = ""
    free_until: datetime | None = None
    holds: bool = False
    conflict: Conflict | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The free slots of one date and party size.

    `on_sale` is False if the platform does not offer that date, or not yet. `skipped` counts the
    slots that were left out of `slots`, by reason. `seen_only` are slots without a token: a guest
    can book them at the platform, but we cannot. `reopens_on` is the day until which the venue is
    closed, None if the platform states none. Many venues state a day that is long past.
    """

    slots: list[Slot]
    on_sale: bool
    skipped: Mapping[Skip, int] = field(default_factory=dict)
    reopens_on: date | None = None
    seen_only: list[Slot] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountList:
    """An account's list of reservations at a platform.

    `held` are the reservations that hold a table. Two sets contain the ids of rows that no longer
    hold one: `canceled` those of canceled reservations, `ended` those of completed ones and
    no-shows. `unreadable` are the ids of rows of which nothing but the id could be read; each may
    hold a table. `whole` is False if the platform counts more rows than it returned. `skipped`
    counts the rows that could not be read, by field.
    """

    held: list[Held]
    canceled: frozenset[str] = frozenset()
    ended: frozenset[str] = frozenset()
    unreadable: frozenset[str] = frozenset()
    whole: bool = True
    skipped: Mapping[Skip, int] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether `held` certainly contains every table of the account."""
        return self.whole and not self.unreadable

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all rows that hold or may hold a table."""
        return self.unreadable | {one.reservation_id for one in self.held}

    def may_hide_new(self, *, known: frozenset[str]) -> bool:
        """Whether a table with an id that is not in `known` may be missing in `held`."""
        return not self.whole or not self.unreadable <= known


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSample:
    """A sample of the platform's clock, in unix seconds.

    `second` is the platform's time, from its Date header. `sent` and `received` are our times of the request and of the
    reply.
    """

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
class ProbeAnswer:
    """The answer to one call of BookingClient.probe(), for operators.

    `answer` describes it in words. `ok` is False if an operator has to act.
    """

    call: str
    ok: bool
    answer: str
    milliseconds: float


BeforeCall = Callable[[], Awaitable[None]]
"""Waits until the next call may be sent, as the budget of the calls demands."""


async def call_at_once() -> None:
    """Return at once. It is the default of `before_call`, for callers that make only a few calls."""


class BookingClient(Protocol):
    """The calls of one platform. Every call may raise PlatformError, unless its docstring says that it never raises."""

    async def me(self, *, token: SealedToken) -> Profile:
        """Return the owner of the token. Raises NeedsReconnect if the platform does not accept the token."""

    async def find(self, *, platform_venue_id: int, day: date, party_size: int) -> Found:
        """Return the free slots of a date. A date outside the booking window has none and is not on sale."""

    async def details(self, *, slot: Slot, token: SealedToken) -> BookingTerms:
        """Return the terms and the book token of a slot. If the platform supports holds, this call holds the table.

        Raises SlotGone if the slot is no longer offered, PaymentRequired if the account needs a card.
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
        note: str = "",
        instead_of: Held | None = None,
    ) -> BookOutcome:
        """Send the booking call within `send_within` seconds, or not at all. Never raises: a failure is an outcome.

        `note` is for the restaurant, "" unless the platform's manifest has `takes_note`. `instead_of` is a reservation
        to replace in the same call, allowed only if can_replace() returns True.
        """

    def can_replace(self, *, held: Held, slot: Slot) -> bool:
        """Whether this platform can replace the reservation `held` by `slot` in one call."""

    async def account_list(self, *, token: SealedToken) -> AccountList:
        """Return the account's reservations. Raises NeedsReconnect, and Malformed if the id of a row is unreadable."""

    async def cancel(self, *, held: Held, token: SealedToken) -> None:
        """Cancel a reservation. If the call gets no answer, a second one is sent.

        Raises NotFound for a 404 to the first call, which does not prove that the reservation is gone.
        """

    async def add_card(self, *, card: Card, token: SealedToken) -> CardOnFile:
        """Add a card to the account at the platform. Raises BadCard if the platform refuses the card."""

    def set_access(self, stored: StoredAccess | None) -> None:
        """From the next call on, use the access `stored`, which an operator has set. With None, use the environment's
        access."""

    async def probe(self, *, before_call: BeforeCall = call_at_once) -> list[ProbeAnswer]:
        """Check for operators which parts of the platform answer our calls, with calls that only read.

        `before_call` is awaited before each call. Raises only exceptions of `before_call`.
        """

    async def time(self) -> TimeSample:
        """Sample the platform's clock."""

    async def warm(self, *, connections: int) -> None:
        """Open `connections` connections to the platform before they are needed. Never raises."""

    async def aclose(self) -> None:
        """Close connections."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(self, *exc_info: object) -> None: ...
