"""A snipe: the sniper tower's read-only view of one active reservation row, for one venue and one date."""

from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Literal

from snipers.domain.cadence import PollKey

SnipeType = Literal["cancel", "release"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """The diner's account at the platform. Only snipers/clients opens the sealed token.

    `known` are the platform's ids of all reservations seen in the account's list; `baseline_read` says whether that
    list was ever read. `usable` says whether the account is connected and its token accepted. With `needs_card`, the
    platform requires a card on file.
    """

    account_id: int
    sealed_token: str = field(repr=False)
    known: frozenset[str]
    usable: bool
    baseline_read: bool
    needs_card: bool = False


# The account of a notify-only snipe whose user has connected none.
NO_ACCOUNT = Account(account_id=0, sealed_token="", known=frozenset(), usable=False, baseline_read=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """The client of a concierge, who gets the table. `phone` has its country code, as in +12125550123."""

    first_name: str = field(repr=False)
    last_name: str = field(repr=False)
    email: str = field(repr=False)
    phone: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeWindow:
    """One of several time windows of a snipe; both ends are included. `place` is its place in the user's order, 0 for
    the best.
    """

    place: int
    start: time
    end: time


@dataclass(frozen=True, slots=True, kw_only=True)
class Snipe:
    """One active reservation, as the sniper tower reads it. Times are the venue's wall clock; a time window includes
    both ends.

    If the request has one time window, it is from `start_time` to `end_time`, and `windows` is ().
    If it has several, `windows` are those that have not begun yet, and `start_time` and `end_time`
    are the bounds of the user's first choice. `seating` "" means any. `seatings` are the wanted
    seatings, best first ("" means any); () means `seating` alone. `rank` is 0 for vip, 1 for Pro, 2
    for others. A release request is not tried before `release_at`; a cancel request has a
    `release_at` if it missed that release. No request is tried after `ends_at`. `checks` is the
    number of polls for the snipe up to the time when it was read. `override` permits replacing the
    diner's old booking of that meal. `payment_method_id` is the platform's id of the client's card,
    or of the account's card. Without `guest`, the table is booked in the account owner's name. Each
    edit increases `revision`. `trace` is the traceparent of the API call that created the request.

    `note_to_restaurant` goes with the booking where the platform takes a note, "" without one.

    With `notify_only`, the snipe is polled for and never gets a table (matching.may_book): its user
    is notified and may book the table at the platform. Its account may be NO_ACCOUNT. With
    `bookable_only`, the user is notified only of slots that we can book, because the snipe searches
    for a table that the user may swap for. With `one_table`, all snipes of the group together get
    one table. `choice` is the snipe's place in the user's order of venues and dates, 0 for the
    first. `first_choice` is the lowest place among the active reservations of a one-table group; for
    other groups it equals `choice`.
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
    cancel_fee_ceiling_cents: int
    account: Account
    checks: int
    accepts_unknown_fee: bool = False
    snipe_type: SnipeType = "cancel"
    release_at: datetime | None = None
    override: bool = False
    guest: Guest | None = None
    note_to_restaurant: str = field(default="", repr=False)
    payment_method_id: str | None = None
    revision: int = 1
    trace: str = ""
    notify_only: bool = False
    bookable_only: bool = False
    one_table: bool = False
    choice: int = 0
    first_choice: int = 0
    seatings: tuple[str, ...] = ()
    windows: tuple[TimeWindow, ...] = ()

    @property
    def account_usable(self) -> bool:
        """Whether the snipe's account is usable, or is not needed because the snipe is notify-only."""
        return self.notify_only or self.account.usable

    @property
    def can_wait(self) -> bool:
        """Whether a slot that is not the first choice of the snipe's group is held back for a moment (choice.py).

        A slot for a release request is not held back: it would be gone within a second.
        """
        return self.one_table and self.snipe_type == "cancel"

    @property
    def poll_key(self) -> PollKey:
        """The key of the poll that lists this snipe's slots: date and party size."""
        return self.date, self.party_size
