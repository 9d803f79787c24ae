"""Request and response bodies of the reservations endpoints. What a submission means is in rules/submission.py."""

from typing import Annotated, Literal

from ninja import Schema
from pydantic import Field

from apps.common.schemas import Clock, Day, Id, Instant, Line, Page, SearchText, Shape, Strict, Whole
from apps.reservations.rules.submission import MAX_DATES, MAX_SEATINGS, MAX_VENUES
from apps.venues.schemas import CoverArtOut
from realtime.events import Platform, PlatformState, Status, WatchStateName

from .clients import ClientDetailsIn

SnipeTypeName = Literal["cancel", "release"]
TableType = Annotated[Line, Field(max_length=60)]
MAX_FEE_CENTS = 100_000
CardId = Annotated[Line, Field(max_length=64)]
FeeCeiling = Annotated[Whole, Field(ge=0, le=MAX_FEE_CENTS)]
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


class VenueIn(Strict):
    """A chosen restaurant (our id) and the wanted seating. "" and "Any" mean any seating.

    `table_types` are several wanted seatings, best first; then `table_type` does not count.
    """

    id: Id
    table_type: TableType | None = None
    table_types: Annotated[list[TableType], Field(max_length=MAX_SEATINGS)] | None = None


class ReservationIn(Strict):
    """The fields of a submission. A missing field is refused with a sentence of its own, so fields may be null here.

    Release date and time are New York's. `fee_ceiling_cents` is the highest total fee or deposit to accept. With
    `notify_only`, nothing is booked and the user is notified of open tables. Without it, a new request books, and an
    edited one stays as it is. With `one_table`, the request gets one table in all; without it, a new request gets one
    for each date, and an edited one stays as it is. With `continue_as_cancel`, a release request that misses the
    release becomes a cancel request and looks for a table until its date; without it, a new request ends with the
    release day, and an edited one stays as it is. Venues and dates are in the user's order, first choice first; the
    order of the venues counts more. With `repeat_until`, a new cancel request is filed again for the same weekdays of
    each week until that day (a weekly rule); an edit ignores it.
    """

    snipe_type: SnipeTypeName
    venues: Annotated[list[VenueIn], Field(max_length=MAX_VENUES)] = []
    party_size: Whole | None = None
    dates: Annotated[list[Day], Field(max_length=MAX_DATES)] = []
    start_time: Clock | None = None
    end_time: Clock | None = None
    release_date: Day | None = None
    release_time: Clock | None = None
    final_snipe_date: Day | None = None
    override_reservations: bool = False
    fee_ceiling_cents: FeeCeiling = 0
    notify_only: bool | None = None
    one_table: bool | None = None
    continue_as_cancel: bool | None = None
    repeat_until: Day | None = None


class SubmissionIn(Strict):
    """The form as the browser stores it. `errors` belongs to the form and is ignored.

    The selected cards are the platform's ids of cards on file at the selected accounts; "" selects the default card.
    Without one, a new request uses the default card, and an edited one stays as it is.
    """

    reservation: ReservationIn
    clientDetails: ClientDetailsIn | None = None
    selectedResyAccount: Id | None = None
    selectedOpenTableAccount: Id | None = None
    selectedResyCard: CardId | None = None
    selectedOpenTableCard: CardId | None = None
    errors: dict[str, str | None] | None = None


class OddsIn(Strict):
    """The part of the form on which the odds depend, complete or not."""

    reservation: ReservationIn


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
    cancellation, what a later one or a no-show costs, and what was charged. They are null if the platform did not state
    them. `can_improve`: the user ranked other tables of the request above it, and may keep looking for one.
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

    `number` is for display. `venues` are in the user's order, first choice first, and so are `dates_by_choice`. With
    `one_table`, the group gets one table in all, otherwise one for each date. `stopping` means that a stop waits for a
    booking call. `swap`: the group looks for a better table than a booked one ("search"), or books the table for which
    the user swaps one ("swap"). `status_since` is the last change of any of its reservations. `release_at` is the
    instant of the release date and time, which are New York's. `continue_as_cancel` says whether a release request that
    misses the release becomes a cancel request; `missed_release_at` is the instant of the release that such a cancel
    request missed before. `resy_card` and `opentable_card` are the platform's ids of the chosen cards, null for the
    accounts' default cards.
    """

    group_id: int
    number: str
    snipe_type: SnipeTypeName
    status: Status
    party_size: int
    start_time: Clock
    end_time: Clock
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


class OverOut(Shape):
    """The table that a booked one was preferred to, at about the same time.

    `by` says what decided: the order of the restaurants, of the dates or of the seatings.
    """

    venue_name: str
    date: Day
    time: Clock
    seating: str
    by: Literal["venue", "date", "seating"]


class EntryOut(Shape):
    """One timeline entry. `checks` is the number of checks of the reservation at that time.

    `date` and `time` are those of the table, in the restaurant's `time_zone`. `tables` is the number of tables that
    the entry stands for, null for one. `fee_cents` is the fee of a held-back table. `over` is null unless a booked
    table was preferred to another one.
    """

    id: int
    reservation_id: int
    venue_name: str
    time_zone: str
    date: Day
    at: Instant
    kind: str
    reason: str | None
    reason_text: str | None
    time: Clock | None
    seating: str
    party_size: int | None
    duration_ms: float | None
    checks: int | None
    tables: int | None
    fee_cents: int | None
    over: OverOut | None


class TotalsOut(Shape):
    """Sums since the group was filed. A held-back table does not count as an attempt."""

    checks: int
    seen: int
    attempts: int
    lost: int
    booked: int


class TimelineOut(Shape):
    """The newest entries of a group, newest first."""

    group_id: int
    entries: list[EntryOut]
    totals: TotalsOut


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
