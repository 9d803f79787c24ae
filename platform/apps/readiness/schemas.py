"""The response about whether a request is ready to book, and about its last rehearsal."""

from apps.common.schemas import Instant, Shape
from realtime.events import Platform

from .rules import ActionKind, Check, LineState, RehearsalPart


class ActionOut(Shape):
    """What the user can do about a line.

    `group_id` is the request to open, `cents` the amount paid now to accept and `cancel_cents` the one paid if nobody
    comes (both null: a fee that is not known), and `platform` the platform at which to add a card; each is null for
    other kinds of action.
    """

    kind: ActionKind
    group_id: int | None
    cents: int | None
    cancel_cents: int | None
    platform: Platform | None


class LineOut(Shape):
    """One check with its result. A line that is not `ok` has an action."""

    check: Check
    state: LineState
    text: str
    action: ActionOut | None


class StepOut(Shape):
    """One call of a rehearsal: it reads the account's list, searches for a table, or reads the table's terms. `text` is
    the result as a sentence for the user."""

    part: RehearsalPart
    ok: bool
    text: str
    duration_ms: int | None


class RehearsalOut(Shape):
    """The last rehearsal. `finished_at` is null while it runs. No booking call was made."""

    requested_at: Instant
    finished_at: Instant | None
    steps: list[StepOut]


class ReadinessOut(Shape):
    """The readiness of a group. `lines` is empty if the group has no active reservation.

    `rehearse_at` is when the next rehearsal may start, null if the group cannot be rehearsed. `now` is our clock.
    """

    group_id: int
    now: Instant
    lines: list[LineOut]
    rehearsal: RehearsalOut | None
    rehearse_at: Instant | None
