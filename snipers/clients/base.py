"""The port to a booking platform: what every client offers, and every way in which a platform can say no.

PlatformError
├── Temporary                 ask again later; `delay` is what the platform asked for, in seconds
│   ├── Unsent                nothing left this machine: no connection
│   ├── Unavailable           no answer, or 5xx
│   ├── RateLimited           429
│   └── Blocked               403, a page instead of JSON, a short 500: we are not welcome just now
└── Permanent                 asking again changes nothing
    ├── BadCredentials        wrong e-mail or password
    ├── NeedsReconnect        the account's token is no longer good
    ├── PaymentRequired       the platform wants a payment method on file
    ├── SlotGone              the table is no longer offered
    ├── NotFound              no such venue or reservation
    ├── BadCard               the card was refused
    └── Malformed             the answer lacks what we need; the message names the field, never a value

The outcome of a booking call is a value (domain/outcome.py), not an exception: it may be unknown.
"""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol, Self

from snipers.clients.credentials import SealedToken
from snipers.domain.outcome import BookOutcome
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.snipe import Guest
from snipers.domain.vocabulary import FailureKind


class PlatformError(Exception):
    """A platform did not do what it was asked to.

    `failure`: what it says about the whole platform. `label`: its name in metrics. `delay`: Retry-After, in seconds.
    """

    failure = FailureKind.NONE
    label = "other"
    delay: float | None = None


class Temporary(PlatformError):
    """Ask again later."""

    failure = FailureKind.AWAY

    def __init__(self, message: str, *, delay: float | None = None) -> None:
        super().__init__(message)
        self.delay = delay


class Unsent(Temporary):
    """No connection: the request never left."""

    label = "unsent"


class Unavailable(Temporary):
    """The platform gave no answer, or a server error."""

    label = "away"


class RateLimited(Temporary):
    """The platform says that we ask too often."""

    failure = FailureKind.LIMITED
    label = "limited"


class Blocked(Temporary):
    """Something in front of the platform turns us away."""

    failure = FailureKind.BLOCKED
    label = "blocked"


class Permanent(PlatformError):
    """Asking again changes nothing."""


class BadCredentials(Permanent):
    """Invalid email or password."""


class NeedsReconnect(Permanent):
    """The account's token is no longer good."""


class PaymentRequired(Permanent):
    """The platform wants a payment method on file."""


class SlotGone(Permanent):
    """The table is no longer offered."""


class NotFound(Permanent):
    """The platform does not know it."""


class BadCard(Permanent):
    """The platform refuses the card."""


class Malformed(Permanent):
    """The platform's answer lacks what we need."""

    label = "malformed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Who an account belongs to. `payment_method_id` is the default card's id at the platform, None without a card."""

    user_id: str
    display_name: str
    payment_method_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """A fresh sign-in; the token comes sealed, ready to be stored as `token.text`."""

    token: SealedToken
    profile: Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeSent:
    """A sign-in code is on its way to a phone. `correlation_id` has to be shown with it; `message` is for the diner."""

    correlation_id: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BookingTerms:
    """The platform's terms for one slot and the one-time token that books it.

    `fee_cents` is what a late cancellation costs, `deposit_cents` what is charged at once. `holds`: until `expires_at`
    the platform keeps the table for us, so it has to be let go when it is not booked.
    """

    book_token: str = field(repr=False)
    expires_at: datetime | None
    fee_cents: int
    deposit_cents: int
    holds: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What is free on one day for one party. `on_sale` False: the platform does not offer that day (yet)."""

    slots: list[Slot]
    on_sale: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSample:
    """One look at the platform's clock: the second of its Date header, and our unix time just before and after."""

    sent: float
    received: float
    second: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card on its way to the platform; it is never written anywhere."""

    number: str = field(repr=False)
    exp_month: int = field(repr=False)
    exp_year: int = field(repr=False)
    cvc: str = field(repr=False)
    zip_code: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOnFile:
    """What may be kept of a card: the platform's own name of it, the last four digits, the expiry as MM/YYYY."""

    payment_method_id: str
    last_four: str
    expiry: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountList:
    """One read of an account's reservations. `canceled`: ids that the platform lists as canceled. `complete`: every
    page was read, as far as the platform's own count says.
    """

    held: list[Held]
    canceled: frozenset[str]
    complete: bool


class BookingClient(Protocol):
    """One platform. Venue ids are the platform's. Every call may raise PlatformError."""

    async def me(self, *, token: SealedToken) -> Profile:
        """Return whose token it is. Raises NeedsReconnect."""

    async def find(self, *, platform_venue_id: int, day: date, party_size: int) -> Found:
        """Return what is free; a day outside the booking window is empty and not on sale."""

    async def details(self, *, slot: Slot, token: SealedToken) -> BookingTerms:
        """Return terms and book token; where the terms says `holds`, the table is ours alone for a while.

        Raises SlotGone, PaymentRequired.
        """

    async def release_hold(self, *, terms: BookingTerms, token: SealedToken) -> None:
        """Give a hold back that will not be booked. Nothing where the terms holds nothing; never raises."""

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
        """Book. Never raises for an answer: that is an outcome. `send_within`: seconds in which it has to have left.

        `instead_of`: give that reservation up in the same step; only where can_replace() says so.
        """

    def can_replace(self, *, held: Held, slot: Slot) -> bool:
        """Whether this platform can give `held` up and book `slot` in one step."""

    async def reservations(self, *, token: SealedToken) -> list[Held]:
        """Return every coming reservation of the account, without canceled ones. Raises NeedsReconnect."""

    async def account_list(self, *, token: SealedToken) -> AccountList:
        """Return what the account holds and what the platform lists as canceled. Raises NeedsReconnect."""

    async def cancel(self, *, held: Held, token: SealedToken) -> None:
        """Give a reservation back. Raises NotFound when it is gone already."""

    async def add_card(self, *, card: Card, token: SealedToken) -> CardOnFile:
        """Put a card on file at the platform. Raises BadCard."""

    async def time(self) -> TimeSample:
        """Look at the platform's clock once."""

    async def warm(self, *, connections: int) -> None:
        """Open that many connections now, so that the next calls need not. Best effort; never raises."""

    async def aclose(self) -> None:
        """Close connections."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(self, *exc_info: object) -> None: ...
