"""The body of a submission: the request form as the browser sends it. rules/submission.py defines the meaning of its
fields."""

from typing import Annotated

from pydantic import Field

from apps.common.schemas import Clock, Day, Id, Line, Strict, Whole
from apps.requests.fields import FieldsIn, SnipeTypeName
from apps.requests.rules.submission import MAX_DATES, MAX_SEATINGS, MAX_VENUES
from apps.requests.rules.time_windows import MAX_WINDOWS

from .clients import ClientDetailsIn

TableType = Annotated[Line, Field(max_length=60)]
CardId = Annotated[Line, Field(max_length=64)]
PlatformKey = Annotated[str, Field(max_length=10)]
MOST_PLATFORMS = 20
MOST_CLIENTS = 25


class VenueIn(Strict):
    """A chosen restaurant (our id) and the wanted seating. "" and "Any" mean any seating.

    `table_types` are several wanted seatings, best first; then `table_type` does not count.
    """

    id: Id
    table_type: TableType | None = None
    table_types: Annotated[list[TableType], Field(max_length=MAX_SEATINGS)] | None = None


class TimeWindowIn(Strict):
    """A time window; both ends are included."""

    start_time: Clock
    end_time: Clock


class ReservationIn(FieldsIn):
    """The fields of a submission. All except `snipe_type` may be missing, because a missing
    required field is refused with its own sentence.

    Release date and time are New York's. `fee_ceiling_cents` is the most that the party pays now, and
    `cancel_fee_ceiling_cents` the most that it pays if nobody comes; without it, `fee_ceiling_cents` limits both.
    With `notify_only`, nothing is booked and the user is notified of open tables. With `one_table`, the request gets
    one table in all instead of one for each date. With `continue_as_cancel`, a release request that misses the release
    becomes a cancel request and looks for a table until its date, instead of ending with the release day. If one of
    these three fields is missing, it is false for a new request and unchanged in an edit.

    Venues and dates are in the user's order, first choice first; the order of the venues counts more. `time_windows`
    are several windows that do not overlap, first choice first; `start_time` and `end_time` are then ignored. An edit
    without `time_windows` keeps the windows of the request while `start_time` and `end_time` are unchanged. With
    `repeat_until`, a new request is filed again for the same weekdays of each week until that day (a weekly rule); an
    edit ignores it. A release request that repeats has one date.
    """

    snipe_type: SnipeTypeName
    venues: Annotated[list[VenueIn], Field(max_length=MAX_VENUES)] = []
    party_size: Whole | None = None
    dates: Annotated[list[Day], Field(max_length=MAX_DATES)] = []
    start_time: Clock | None = None
    end_time: Clock | None = None
    time_windows: Annotated[list[TimeWindowIn], Field(max_length=MAX_WINDOWS)] | None = None
    release_date: Day | None = None
    release_time: Clock | None = None
    final_snipe_date: Day | None = None
    repeat_until: Day | None = None


class SubmissionIn(Strict):
    """The form as the browser stores it. `errors` belongs to the form and is ignored.

    The selected cards are the platform's ids of cards on file at the selected accounts; "" selects the default card.
    Without a selected card, a new request uses the default card, and an edit keeps the card. `selectedAccounts` and
    `selectedCards` are by platform, for platforms without fields of their own.
    """

    reservation: ReservationIn
    clientDetails: ClientDetailsIn | None = None
    selectedResyAccount: Id | None = None
    selectedOpenTableAccount: Id | None = None
    selectedResyCard: CardId | None = None
    selectedOpenTableCard: CardId | None = None
    selectedAccounts: Annotated[dict[PlatformKey, Id], Field(max_length=MOST_PLATFORMS)] | None = None
    selectedCards: Annotated[dict[PlatformKey, CardId], Field(max_length=MOST_PLATFORMS)] | None = None
    errors: dict[str, str | None] | None = None


class FilingIn(SubmissionIn):
    """A new submission. Each of `moreClients` gets a request of its own, as `clientDetails` does: all or none."""

    moreClients: Annotated[list[ClientDetailsIn], Field(max_length=MOST_CLIENTS - 1)] | None = None
