"""What somebody waits for, as plain values. Where it is stored and who else may change it is the store's business."""

from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Literal

from snipers.domain.cadence import PollKey

SnipeType = Literal["cancel", "release"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """The diner's account at the platform. The token stays sealed here; only snipers/clients opens it.

    `known` are the platform's ids of reservations it was seen to hold; `baseline_read` is False until it was read once.
    `usable` is False while its owner has to reconnect it, `needs_card` True while the platform wants one on file there.
    """

    account_id: int
    sealed_token: str = field(repr=False)
    known: frozenset[str]
    usable: bool
    baseline_read: bool
    needs_card: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """In whose name a concierge books. `phone` with its country code, +12125550123."""

    first_name: str = field(repr=False)
    last_name: str = field(repr=False)
    email: str = field(repr=False)
    phone: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snipe:
    """One waiting request: one venue on one date. Times are the venue's wall clock, the window includes both ends.

    `seating` empty means any. `rank` is 0 for vip, 1 for Pro, 2 for everybody else. Nothing is tried after `ends_at`.
    `checks` is how often it had been checked when it was read. A release is not tried before `release_at`.
    `override`: an earlier reservation of the diner may be given up for this one. `payment_method_id` is the platform's
    own name of the card to use (the client's, else the account's default). No `guest`: booked in the account's name.
    `revision` tells an edited snipe from what it was before. `trace` is the traceparent of the call that filed it.
    """

    reservation_id: int
    group_id: int
    user_id: int
    diner_key: str
    venue_id: int
    platform: str
    platform_venue_id: int
    date: date
    party_size: int
    start_time: time
    end_time: time
    seating: str
    rank: int
    filed_at: datetime
    ends_at: datetime
    fee_ceiling_cents: int
    account: Account
    checks: int
    snipe_type: SnipeType = "cancel"
    release_at: datetime | None = None
    override: bool = False
    guest: Guest | None = None
    payment_method_id: str | None = None
    revision: int = 1
    trace: str = ""

    @property
    def poll_key(self) -> PollKey:
        """The poll that shows its slots: date and party size."""
        return self.date, self.party_size
