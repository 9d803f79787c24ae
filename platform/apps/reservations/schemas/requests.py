"""Request and response bodies of the reservations endpoints, except submissions and timelines."""

from typing import Annotated, Literal

from ninja import Schema
from pydantic import Field

from apps.common.schemas import Clock, Day, Id, Instant, Page, SearchText, Shape, Strict, Whole
from apps.venues.schemas import CoverArtOut
from realtime.events import Platform, PlatformState, Status, WatchStateName

from .submissions import MAX_FEE_CENTS, SnipeTypeName

# The most groups on one page (the concierge's table shows so many), and the most group ids in one call.
MAX_PAGE = 500
MAX_NAMED = 100


class ListIn(Schema):
    """Which groups to list (one tab, a search text, these ids), and how many on a page.

    With `tables_first`, groups with a booked table of today or later come before the others.
    """

    status: Status | None = None
    search: SearchText = ""
    ids: Annotated[list[Id], Field(max_length=MAX_NAMED)] = []
    page: Page = 1
    page_size: Annotated[int, Field(ge=1, le=MAX_PAGE)] = 50
    tables_first: bool = False


class TimeWindowOut(Shape):
    """A time window; both ends are included."""

    start_time: Clock
    end_time: Clock


class GroupVenueOut(Shape):
    """A restaurant of a group. `id` is ours, `venue_id` the platform's. The times of its tables are in `time_zone`.

    `table_types` are the wanted seatings, best first, "" for any; `table_type` is the first.
    """

    id: int
    venue_id: int
    venue_name: str
    address1: str
    neighborhood: str
    locality: str
    time_zone: str
    reservation_source: Platform
    cover_image_url: str | None
    cover_art: CoverArtOut | None
    table_type: str
    table_types: list[str]


class BookedOut(Shape):
    """The booked table. `at` is the time of the booking, `confirmation` the platform's number.

    `canceling`: the user asked to cancel it, and the platform has not confirmed that yet. `free_until`,
    `cancel_fee_cents` and `deposit_cents` are the terms at the time of the booking: the last instant of a free
    cancellation, the price of a later cancellation or a no-show, and the amount charged. They are null if the platform
    did not state them. `can_improve`: the user ranked other tables of the request above this one, and may start a
    search for them.
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
    can_improve: bool


class WatchOut(Shape):
    """How a reservation is watched. `interval_ms` is the poll interval, 0 before the first poll.

    In the state `held_back`, all open tables cost more than the fee ceiling, so none is booked: `held_fee_cents` is the
    lowest fee or deposit among them, and `held_time` is the time of that table. In the state `table_open` of a
    notify-only request, `held_time` is the time of the open table that fits it best.
    """

    state: WatchStateName
    checks: int
    attempts: int
    last_check_at: Instant | None
    next_check_at: Instant | None
    interval_ms: int
    held_fee_cents: int | None
    held_time: Clock | None


class SeenOut(Shape):
    """The tables that fitted an unsuccessful reservation. `time` and `seating` are those of the newest one.

    `attempts` counts the booking calls. `held_fee_cents` is the lowest fee or deposit above the request's ceiling.
    """

    tables: int
    attempts: int
    time: Clock | None
    seating: str
    held_fee_cents: int | None


class MemberOut(Shape):
    """One reservation: one venue (our id) on one date. `seen` is null unless the reservation was unsuccessful.

    `page` is the restaurant's own page for that day and party; null unless the request is notify-only and the page is
    known.
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


class GroupOut(Shape):
    """One group with its reservations.

    `number` is for display. `venues` and `dates_by_choice` are in the user's order, first choice first. `time_windows`
    are all time windows, first choice first, at least one; `start_time` and `end_time` are the first of them. With
    `one_table`, the group gets one table in all, otherwise one for each date. `stopping` means that a stop waits for a
    booking call. `swap` is "search" if the group searches for a better table than a booked one, and "swap" if it books
    the table of a swap. `status_since` is the last change of any of its reservations. `release_at` is the instant of
    the release date and time, which are New York's. `continue_as_cancel` says whether a release request that misses the
    release becomes a cancel request; `missed_release_at` is the instant of the release that such a cancel request
    missed before. `resy_card` and `opentable_card` are the platform's ids of the chosen cards, null for the accounts'
    default cards.
    """

    group_id: int
    number: str
    snipe_type: SnipeTypeName
    status: Status
    party_size: int
    start_time: Clock
    end_time: Clock
    time_windows: list[TimeWindowOut]
    dates: list[Day]
    dates_by_choice: list[Day]
    venues: list[GroupVenueOut]
    final_snipe_date: Day | None
    override_reservations: bool
    release_date: Day | None
    release_time: Clock | None
    release_at: Instant | None
    fee_ceiling_cents: int
    notify_only: bool
    one_table: bool
    continue_as_cancel: bool
    missed_release_at: Instant | None
    swap: Literal["search", "swap"] | None
    book_on_behalf: str | None
    account_name: str
    resy_card: str | None
    opentable_card: str | None
    created_date: Instant
    status_since: Instant
    stopping: bool
    client: ClientOut | None
    members: list[MemberOut]


class FiledOut(Shape):
    """A group after filing or editing."""

    message: str
    group: GroupOut


class StopOut(Shape):
    """The result of pausing, unpausing or deleting a group, or of canceling a table.

    `code` is "stopping" while a booking call is in flight, "canceling" while a table is being canceled, else null.
    """

    message: str
    group: GroupOut
    code: str | None = None


class FeeIn(Strict):
    """The highest total fee or deposit to accept from now on."""

    fee_ceiling_cents: Annotated[Whole, Field(ge=1, le=MAX_FEE_CENTS)]


class BulkIn(Strict):
    """One action for many groups."""

    action: Literal["pause", "unpause", "delete"]
    group_ids: Annotated[list[Id], Field(min_length=1, max_length=MAX_NAMED)]


class BulkResultOut(Shape):
    """The result for one group. `code` is the same as for a single group: "stopping" while a booking call is in
    flight."""

    group_id: int
    done: bool
    code: str
    message: str


class BulkOut(Shape):
    """The result for each group, in the order of the call, and the groups after the action."""

    results: list[BulkResultOut]
    groups: list[GroupOut]


class StatusCounts(Shape):
    """The number of groups in each tab."""

    all: int = 0
    active: int = 0
    paused: int = 0
    confirmed: int = 0
    unsuccessful: int = 0
    canceled: int = 0


class WarningOut(Shape):
    """A risk of a ban by the platform, and the groups that cause it."""

    code: str
    message: str
    group_ids: list[int]


class SourceOut(Shape):
    """The state of a platform. `reason_text` says what it means for the user; it is null while the platform is
    healthy."""

    platform: Platform
    state: PlatformState
    reason: str | None
    reason_text: str | None
    since: Instant | None


class GroupsOut(Shape):
    """One page of groups, newest first. `count` is for the filter, `counts` for all groups.

    `seq`: the page includes every change up to this event number, and possibly later ones.
    """

    groups: list[GroupOut]
    counts: StatusCounts
    page: int
    pages: int
    count: int
    seq: int
    warnings: list[WarningOut]
    sources: list[SourceOut]


class CountsOut(Shape):
    """The user's active reservations (each is one venue on one date), and the plan's limit (null: no limit).

    `total_reservations` also counts the paused and ended reservations whose booking call is still open.
    """

    active_reservations: int
    total_reservations: int
    limit: int | None


class ExistingRestaurantOut(Shape):
    """A venue (our id) where the user has an active reservation or a booking."""

    venue: int
    venue_name: str
    why: Literal["active_task", "booking"]
    dates: list[Day]


class ExistingRestaurantsOut(Shape):
    """The venues about which the wizard warns."""

    existing_restaurants: list[ExistingRestaurantOut]


class DatesIn(Strict):
    """The id of a group. A missing id is refused with the specification's sentence."""

    group_id: Id | None = None


class DatesOut(Shape):
    """The dates that the calendar of the edit form disables."""

    dates: list[Day]
