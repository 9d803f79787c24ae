"""The response body of one group of reservations: its restaurants, its reservations, and how each is watched."""

from typing import Literal

from apps.common.schemas import Clock, Day, Instant, Shape
from apps.requests.fields import FieldsOut
from apps.venues.rules.cover_art import CoverArt
from realtime.events import Platform, Status, WatchStateName


class TimeWindowOut(Shape):
    """A time window; both ends are included."""

    start_time: Clock
    end_time: Clock


class GroupVenueOut(Shape):
    """A restaurant of a group. `id` is ours, `venue_id` the platform's. The times of its tables are in `time_zone`.
    Their fees are in `currency`, the ISO code of the country's currency, "" if it is not known.

    `table_types` are the wanted seatings, best first, "" for any; `table_type` is the first.
    """

    id: int
    venue_id: int
    venue_name: str
    address1: str
    neighborhood: str
    locality: str
    time_zone: str
    currency: str
    reservation_source: Platform
    cover_image_url: str | None
    cover_art: CoverArt | None
    table_type: str
    table_types: list[str]


class BookedOut(Shape):
    """The booked table. `at` is the time of the booking, `confirmation` the platform's number.

    `canceling`: the user asked to cancel it, and the platform has not confirmed that yet. `free_until`,
    `cancel_fee_cents` and `deposit_cents` are the terms at the time of the booking: the last instant of a free
    cancellation, the price of a later cancellation or a no-show, and the amount charged. They are null if the
    platform did not state them. `currency` is the ISO code of the amounts: the stated one, else that of the
    restaurant's country, "" if neither is known. `can_improve`: the user ranked other tables of the request above
    this one, and may start a search for them.
    """

    confirmation: str
    canceling: bool
    time: Clock
    seating: str
    party_size: int
    at: Instant
    account_name: str
    platform: Platform
    free_until: Instant | None
    cancel_fee_cents: int | None
    deposit_cents: int | None
    currency: str
    can_improve: bool


class WatchOut(Shape):
    """How a reservation is watched. `interval_ms` is the poll interval, 0 before the first poll.

    In the state `held_back`, all open tables cost more than a fee ceiling or an unknown amount, so none is booked:
    `held_fee_cents` (paid now) and `held_cancel_fee_cents` (paid if nobody comes) are the amounts above their
    ceilings of the table that asks for least, both null if none is known, and `held_time` is the time of that table.
    In the state `table_open` of a notify-only request, `held_time` is the time of the open table that fits the
    reservation best.
    """

    state: WatchStateName
    checks: int
    attempts: int
    last_check_at: Instant | None
    next_check_at: Instant | None
    interval_ms: int
    held_fee_cents: int | None
    held_cancel_fee_cents: int | None
    held_time: Clock | None


class SeenOut(Shape):
    """The tables that fitted an unsuccessful reservation. `time` and `seating` are those of the newest one.

    `attempts` counts the booking calls. `held_fee_cents` is the lowest amount paid now above the
    request's ceiling, `held_cancel_fee_cents` the lowest one paid if nobody comes.
    """

    tables: int
    attempts: int
    time: Clock | None
    seating: str
    held_fee_cents: int | None
    held_cancel_fee_cents: int | None


class MemberOut(Shape):
    """One reservation: one venue (our id) on one date. `seen` is null unless the reservation was unsuccessful.

    `page` is the restaurant's own page for that day and party; null unless the request is notify-only and the page is
    known. `shared`: guests can open a link to its table, which may be canceled meanwhile.
    """

    id: int
    venue: int
    venue_name: str
    date: Day
    status: Status
    reason: str | None
    reason_text: str | None
    table_type: str
    booked: BookedOut | None
    watch: WatchOut | None
    page: str | None
    seen: SeenOut | None
    shared: bool


class ClientOut(Shape):
    """The client of a group. The card is shown only as a mask and the expiry. Sending the mask back keeps the card."""

    first_name: str
    last_name: str
    email: str
    phone: str
    zip_code: str
    cc_number: str | None
    exp_month: str | None
    exp_year: str | None


class SwappedTableOut(Shape):
    """The booked table that a search wants to improve, or that a swap replaces.

    `offer_id` is the newest offer of a better table; null if none was seen, or if the user has dismissed it.
    """

    venue_name: str
    time_zone: str
    date: Day
    time: Clock
    offer_id: int | None


class GroupOut(FieldsOut):
    """One group with its reservations.

    `number` is for display. `venues` and `dates_by_choice` are in the user's order, first choice first. `time_windows`
    are all time windows, first choice first, at least one; `start_time` and `end_time` are the first of them. With
    `one_table`, the group gets one table in all, otherwise one for each date. `stopping` means that a stop waits for a
    booking call. `swap` is "search" if the group searches for a better table than a booked one, and "swap" if it books
    the table of a swap. `swap_table` is the booked table to improve or to replace, null for other groups.
    `status_since` is when the status of one of the group's reservations last changed. `release_at` is the instant of
    the release date and time, which are New York's. `continue_as_cancel` says whether a release request that misses the
    release becomes a cancel request; `missed_release_at` is the release that a cancel request missed when it was a
    release request, null for other requests. `chosen_cards` has the platform's ids of the chosen cards by platform,
    without those of the accounts' default cards; `resy_card` and `opentable_card` are two of them.
    """

    group_id: int
    number: str
    status: Status
    time_windows: list[TimeWindowOut]
    dates: list[Day]
    dates_by_choice: list[Day]
    venues: list[GroupVenueOut]
    release_at: Instant | None
    missed_release_at: Instant | None
    swap: Literal["search", "swap"] | None
    swap_table: SwappedTableOut | None
    book_on_behalf: str | None
    account_name: str
    resy_card: str | None
    opentable_card: str | None
    chosen_cards: dict[str, str] = {}
    created_date: Instant
    status_since: Instant
    stopping: bool
    client: ClientOut | None
    members: list[MemberOut]
