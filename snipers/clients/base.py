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


class PlatformError(Exception):
    """A platform did not do what it was asked to."""


class Temporary(PlatformError):
    """Ask again later."""

    def __init__(self, message: str, *, delay: float | None = None) -> None:
        super().__init__(message)
        self.delay = delay


class Unsent(Temporary):
    """No connection: the request never left."""


class Unavailable(Temporary):
    """The platform gave no answer, or a server error."""


class RateLimited(Temporary):
    """The platform says that we ask too often."""


class Blocked(Temporary):
    """Something in front of the platform turns us away."""


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


class Malformed(Permanent):
    """The platform's answer lacks what we need."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Who an account belongs to. `payment_method_id` is the default card's id at the platform, None without a card."""

    user_id: str
    display_name: str
    payment_method_id: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """A fresh sign-in; the token comes sealed, ready to be stored as `token.text`."""

    token: SealedToken
    profile: Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """The platform's terms for one slot and the one-time token that books it.

    `fee_cents` is what a late cancellation costs, `deposit_cents` what is charged at once.
    """

    book_token: str = field(repr=False)
    expires_at: datetime | None
    fee_cents: int
    deposit_cents: int


class BookingClient(Protocol):
    """One platform. Venue ids are the platform's. Every call may raise PlatformError."""

    async def login(self, *, email: str, password: str) -> Login:
        """Sign in. Raises BadCredentials."""

    async def me(self, *, token: SealedToken) -> Profile:
        """Return whose token it is. Raises NeedsReconnect."""

    async def find(self, *, venue_id: int, day: date, party_size: int) -> list[Slot]:
        """Return what is free; a day outside the booking window is empty."""

    async def details(self, *, slot: Slot, token: SealedToken) -> Quote:
        """Return terms and book token. Holds nothing. Raises SlotGone."""

    async def book(
        self, *, quote: Quote, payment_method_id: int | None, token: SealedToken, send_within: float
    ) -> BookOutcome:
        """Book. Never raises for an answer: that is an outcome. `send_within`: seconds in which it has to have left."""

    async def reservations(self, *, token: SealedToken) -> list[Held]:
        """Return every coming reservation of the account. Raises NeedsReconnect."""

    async def cancel(self, *, reservation_id: str, token: SealedToken) -> None:
        """Give a reservation back. Raises NotFound."""

    async def aclose(self) -> None:
        """Close connections."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(self, *exc_info: object) -> None: ...
