"""Builds the response about the readiness of one request."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from apps.accounts.models import User
from apps.common.errors import require_row
from apps.requests.models import Reservation, ReservationGroup

from . import facts as readiness_facts
from . import rules as readiness
from .models import Rehearsal
from .rules import CheckLine
from .schemas import ReadinessOut, RehearsalOut


class ReadinessPage(NamedTuple):
    """The response about a group's readiness (`answer`), with the lines, the group and the active reservations behind
    it."""

    answer: ReadinessOut
    lines: Sequence[CheckLine]
    group: ReservationGroup
    members: Sequence[Reservation]


def readiness_of(*, user: User, group_id: int, now: datetime) -> ReadinessPage:
    """Return the response about the readiness of a user's group. Raises Refusal 404 for another user's group."""
    group = require_row(ReservationGroup.objects.select_related("user").filter(pk=group_id, user=user), "request")
    members = readiness_facts.active_members(group)
    facts = readiness_facts.facts_of(group, members=members, now=now) if members else None
    lines = [] if facts is None else readiness.lines_of(facts, now=now)
    last = Rehearsal.objects.filter(group=group).first()
    if last is not None and last.finished_at is None and now - last.requested_at > readiness.REHEARSAL_LOST_AFTER:
        last = None
    again_at = now if last is None else max(now, last.requested_at + readiness.REHEARSE_AGAIN_AFTER)
    answer = ReadinessOut(
        group_id=group.pk,
        now=now,
        lines=lines,
        rehearsal=None if last is None else RehearsalOut.model_validate(last),
        rehearse_at=again_at if members and not group.notify_only else None,
    )
    return ReadinessPage(answer, lines, group, members)
