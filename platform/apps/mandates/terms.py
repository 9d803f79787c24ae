"""The terms of a mandate: what a program may file without a further confirmation."""

from typing import Annotated

from pydantic import Field

from apps.common.schemas import Clock, Day, Id, Strict, Whole
from apps.requests.fields import FeeCeiling
from apps.requests.rules.submission import MAX_PARTY

Party = Annotated[Whole, Field(ge=1, le=MAX_PARTY)]


class Terms(Strict):
    """The terms of a mandate: the restaurants, the party, the dates and times of tables, what a table may cost, how
    many tables, and for how many days from its draft it is valid.

    Times are on the restaurants' clocks. `fee_ceiling_cents` is the most that the whole party pays when a table is
    booked, and `cancel_fee_ceiling_cents` the most that it pays if nobody comes; without it, `fee_ceiling_cents` limits
    both. 0 means that a table costs nothing.
    """

    restaurants: Annotated[list[Id], Field(min_length=1, max_length=20)]
    smallest_party: Party
    largest_party: Party
    first_date: Day
    last_date: Day
    earliest_time: Clock
    latest_time: Clock
    fee_ceiling_cents: FeeCeiling = 0
    cancel_fee_ceiling_cents: FeeCeiling | None = None
    tables: Annotated[Whole, Field(ge=1, le=20)]
    days: Annotated[Whole, Field(ge=1, le=90)]
