"""Request and response bodies of the reservations endpoints, except submissions, single groups and timelines."""

from typing import Annotated, Literal, Self

from ninja import Schema
from pydantic import Field, model_validator

from apps.common.schemas import Day, Flag, Id, Instant, Page, SearchText, Shape, Strict, Whole
from apps.listing import messages
from apps.listing.rules.warnings import ListWarning
from apps.requests.fields import MAX_FEE_CENTS
from realtime.events import Platform, PlatformState, Status

from .groups import GroupOut

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


class FiledOut(Shape):
    """A group after filing or editing, and the groups that were filed for further clients."""

    message: str
    group: GroupOut
    more_group_ids: list[int] = []


class StopOut(Shape):
    """The result of pausing, unpausing or deleting a group, or of canceling a table.

    `code` is "stopping" while a booking call is in flight, "canceling" while a table is being canceled, else null.
    """

    message: str
    group: GroupOut
    code: str | None = None


class SharedOut(Shape):
    """The link that shows a booked table to guests, and the group after the call."""

    url: str
    group: GroupOut


class FeeIn(Strict):
    """The highest amounts for the whole party to accept from now on: paid now, and paid if nobody comes. With
    `unknown`, also accept a fee that the platform does not state."""

    fee_ceiling_cents: Annotated[Whole, Field(ge=1, le=MAX_FEE_CENTS)] | None = None
    cancel_fee_ceiling_cents: Annotated[Whole, Field(ge=1, le=MAX_FEE_CENTS)] | None = None
    unknown: Flag = False

    @model_validator(mode="after")
    def _accepts_something(self) -> Self:
        if self.fee_ceiling_cents is None and self.cancel_fee_ceiling_cents is None and not self.unknown:
            raise ValueError(messages.NOTHING_ACCEPTED)
        return self


class BulkIn(Strict):
    """One action for many groups."""

    action: Literal["pause", "unpause", "delete"]
    group_ids: Annotated[list[Id], Field(min_length=1, max_length=MAX_NAMED)]


class BulkResultOut(Shape):
    """The result for one group. `code` is "active", "stopped", "already_booked", "over", "stopping" while a booking
    call is in flight, or the code of the refusal, such as "not_found"."""

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
    warnings: list[ListWarning]
    sources: list[SourceOut]


class CountsOut(Shape):
    """The user's active reservations (each is one venue on one date), and the plan's limit (null: no limit).

    `total_reservations` also counts the paused and ended reservations whose booking call is still open.
    """

    active_reservations: int
    total_reservations: int
    limit: int | None


class ExistingRestaurantOut(Shape):
    """A venue (our id) where the user has an active reservation or a booking (`why`). A venue with both is listed
    twice."""

    venue: int
    venue_name: str
    why: Literal["active_task", "booking"]
    dates: list[Day]


class ExistingRestaurantsOut(Shape):
    """The venues about which the wizard warns."""

    existing_restaurants: list[ExistingRestaurantOut]


class DatesIn(Strict):
    """The group whose calendar the edit form shows. Without an id, the error is the one in the specification."""

    group_id: Id | None = None


class DatesOut(Shape):
    """The dates that the calendar of the edit form disables."""

    dates: list[Day]
