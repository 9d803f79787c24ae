"""The response about whether a request is ready to book, and about its last rehearsal."""

from apps.common.schemas import Instant, Shape
from apps.reservations.rules.readiness import ActionKind, Check, LineState, RehearsalPart
from realtime.events import Platform


class ActionOut(Shape):
    """What the user can do about a line. `group_id` is the request to open; `cents` is the fee to accept,
    `platform` the place to add a card."""

    kind: ActionKind
    group_id: int | None
    cents: int | None
    platform: Platform | None


class LineOut(Shape):
    """One check. A line that is not `ok` has an action."""

    check: Check
    state: LineState
    text: str
    action: ActionOut | None


class StepOut(Shape):
    """One call of a rehearsal: the account's list, the search for a table, its terms."""

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
    """The lines of a group with active reservations, none for others. `rehearse_at` is when it can be rehearsed next,
    null if it cannot be."""

    group_id: int
    lines: list[LineOut]
    rehearsal: RehearsalOut | None
    rehearse_at: Instant | None
