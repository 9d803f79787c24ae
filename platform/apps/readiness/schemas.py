"""The response about whether a request is ready to book, and about its last rehearsal."""

from apps.common.schemas import Instant, Shape

from .rules import CheckLine, RehearsalStep


class RehearsalOut(Shape):
    """The last rehearsal. `finished_at` is null while it runs. No booking call was made."""

    requested_at: Instant
    finished_at: Instant | None
    steps: list[RehearsalStep]


class ReadinessOut(Shape):
    """The readiness of a group. `lines` is empty if the group has no active reservation.

    `rehearse_at` is when the next rehearsal may start, null if the group cannot be rehearsed. `now` is our clock.
    """

    group_id: int
    now: Instant
    lines: list[CheckLine]
    rehearsal: RehearsalOut | None
    rehearse_at: Instant | None
