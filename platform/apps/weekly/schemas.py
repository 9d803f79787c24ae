"""Response bodies of weekly rules."""

from typing import Literal

from apps.common.schemas import Clock, Day, Instant, Shape
from apps.listing.schemas.groups import TimeWindowOut
from apps.requests.fields import SnipeTypeName


class WeekRefusedOut(Shape):
    """The refusal of the last week's request. `week` is the Monday of that week, and `message` says why."""

    week: Day
    at: Instant
    message: str


class WeeklyRuleOut(Shape):
    """A rule that files a request for the same weekdays of each week until a date.

    `weekdays` are 0 (Monday) to 6. `time_windows` are as in a request. Times are the restaurant's. The request for
    `next_dates` is filed on the day `files_on`, at midnight there. For a rule of release requests, `next_release_at` is
    the release of these dates; null means that they are open already. `refused` is null unless the request of the last
    week was refused. `group_ids` are the rule's requests that are active or paused, the first one included.
    """

    id: int
    status: Literal["active", "paused"]
    snipe_type: SnipeTypeName
    continue_as_cancel: bool
    venue_names: list[str]
    weekdays: list[int]
    party_size: int
    start_time: Clock
    end_time: Clock
    time_windows: list[TimeWindowOut]
    until: Day
    notify_only: bool
    fee_ceiling_cents: int
    cancel_fee_ceiling_cents: int
    book_on_behalf: str | None
    next_dates: list[Day]
    files_on: Day | None
    next_release_at: Instant | None
    refused: WeekRefusedOut | None
    group_ids: list[int]


class WeeklyRulesOut(Shape):
    """The user's weekly rules that have not ended, oldest first."""

    rules: list[WeeklyRuleOut]
