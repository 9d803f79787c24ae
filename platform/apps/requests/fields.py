"""The plain fields of a request, each declared here once and copied by name everywhere else.

A plain field has one name for its column of `reservation_group`, in the body of a submission, and on the card. Its
row in RequestFields has its type, its default, and what an edit and a weekly rule do with it (Row). FieldsIn is its
place in bodies, FieldsOut its place on cards. rules/submission.py adds the fields that have a structure of their own,
with the same rows.

Code elsewhere names a field only where the field changes what that code does.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from apps.common.schemas import Clock, Day, Flag, Line, Shape, Strict, Whole

SnipeTypeName = Literal["cancel", "release"]
MAX_FEE_CENTS: Final = 100_000
MAX_NOTE: Final = 140
FeeCeiling = Annotated[Whole, Field(ge=0, le=MAX_FEE_CENTS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What the product does with one field of a submission.

    With `column`, `reservation_group` has a column of that name. With `kept`, an edit whose body lacks the field leaves
    it as it is. With `weekly`, a weekly rule repeats it. With `booking`, it concerns a booking, and a notify-only
    request has the default. `snipe` is the field of Snipe (snipers/domain/snipe.py) in which the snipers read it, "" if
    they do not.
    """

    column: bool = True
    kept: bool = False
    weekly: bool = True
    booking: bool = False
    snipe: str = ""


def row(
    *, column: bool = True, kept: bool = False, weekly: bool = True, booking: bool = False, snipe: str = ""
) -> dict[str, Row]:
    """Return the metadata of a field of a submission. The parameters are those of Row."""
    return {"row": Row(column=column, kept=kept, weekly=weekly, booking=booking, snipe=snipe)}


def rows(submission: type[Any]) -> Iterator[tuple[str, Row]]:
    """Return the name and the row of each field of a submission."""
    return ((one.name, one.metadata["row"]) for one in fields(submission))


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestFields:
    """The plain fields of a submission.

    `fee_ceiling_cents` is the most that the party pays now, `cancel_fee_ceiling_cents` that it pays if nobody comes.
    `notify_only` asks for notifications instead of a booking, and `one_table` for one table in all.
    `continue_as_cancel` asks that a release request that misses the release becomes a cancel request.
    `note_to_restaurant` goes with the booking where the platform takes a note.
    """

    override_reservations: bool = field(default=False, metadata=row(booking=True, snipe="override"))
    fee_ceiling_cents: int = field(default=0, metadata=row(booking=True, snipe="fee_ceiling_cents"))
    cancel_fee_ceiling_cents: int = field(default=0, metadata=row(booking=True, snipe="cancel_fee_ceiling_cents"))
    notify_only: bool = field(default=False, metadata=row(kept=True, snipe="notify_only"))
    one_table: bool = field(default=False, metadata=row(kept=True, booking=True, snipe="one_table"))
    continue_as_cancel: bool = field(default=False, metadata=row(kept=True))
    note_to_restaurant: str = field(default="", metadata=row(kept=True, booking=True, snipe="note_to_restaurant"))


# The values of a request that books nothing.
NO_BOOKING: Final = {one.name: one.default for one in fields(RequestFields) if one.metadata["row"].booking}


class FieldsIn(Strict):
    """The plain fields in the body of a submission. A field that an edit keeps is None if the body lacks it."""

    override_reservations: Flag = False
    fee_ceiling_cents: FeeCeiling = 0
    cancel_fee_ceiling_cents: FeeCeiling | None = None
    notify_only: Flag | None = None
    one_table: Flag | None = None
    continue_as_cancel: Flag | None = None
    note_to_restaurant: Annotated[Line, Field(max_length=MAX_NOTE)] | None = None


class FieldsOut(Shape):
    """The fields that a card shows as the columns have them."""

    snipe_type: SnipeTypeName
    party_size: int
    start_time: Clock
    end_time: Clock
    final_snipe_date: Day | None
    release_date: Day | None
    release_time: Clock | None
    override_reservations: bool
    fee_ceiling_cents: int
    cancel_fee_ceiling_cents: int
    notify_only: bool
    one_table: bool
    continue_as_cancel: bool
    note_to_restaurant: str
