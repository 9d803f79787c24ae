"""Turns the outcomes that the snipers recorded into durable events for the users.

Several relays may run, and each may be killed at any point. A run is one transaction that locks its outcomes; the next
run finds those that are still pending. apps.notices.events.publishing sends the events.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Q
from psycopg.types.numeric import Int8

from apps.common.database.failures import logged
from apps.common.database.statements import Param, Statement, fetch_all
from apps.common.formatting import currency_of
from apps.notices import services as notices
from apps.notices.content.kinds import HeldBack, Notice
from apps.notices.services import NewEvent
from apps.outcomes.selectors import booked_tables
from apps.outcomes.shared_fields import event_of_table
from apps.requests.models import HELD_BACK, Attempt, Outcome, Reservation
from apps.requests.rules import group_status, reasons
from snipers.domain.vocabulary import HELD_BACK_REASONS
from snipers.telemetry import spans, trace

log = structlog.get_logger(__name__)

BATCH = 200
# For one group, the user gets at most one message about held-back tables in this time, unless a cheaper table appears.
HELD_BACK_AGAIN = timedelta(hours=6)
# skip_locked: two relays take different outcomes without waiting for each other.
PENDING = (
    Outcome.objects.filter(notified_at=None)
    .select_related("attempt__reservation__group__client", "attempt__reservation__venue", "attempt__account")
    .defer("attempt__known_before", "attempt__timings")
    .select_for_update(of=("self",), skip_locked=True)
    .order_by("created_at")
)
# Django takes several milliseconds to build this query, and PostgreSQL to plan its joins. A user waits for its result.
ALL_PENDING: Final[Statement[Outcome]] = Statement(lambda: PENDING)
MEMBERS: Final[Statement[tuple[int, int, str]]] = Statement(
    lambda: Reservation.objects.filter(group_id__any_of=Param("groups")).values_list("group_id", "pk", "status")
)
MARK_NOTIFIED = (
    "update outcome set notified_at = %s::timestamptz where attempt_id = any(%s::bigint[]) returning attempt_id"
)


def publish_outcomes(*, now: datetime) -> int:
    """Write the users' events for up to 200 pending outcomes, oldest first. Return the number of these outcomes.

    All events are written in one transaction. If that fails, each event is written in a transaction of its own, and an
    outcome that fails is logged and stays pending. Raises OperationalError or InterfaceError if the database fails.
    """
    with logged(log, "outcomes could not be published together"):
        return _publish(lambda: ALL_PENDING.rows(page=(BATCH, 0)), now=now)
    pending = Outcome.objects.filter(notified_at=None).order_by("created_at").values_list("pk", flat=True)
    published = 0
    # All of them: the oldest 200 may all fail.
    for attempt_id in list(pending):
        with logged(log, "outcome could not be published", attempt_id=attempt_id):
            published += _publish(partial(list, PENDING.filter(pk=attempt_id)), now=now)
        if published >= BATCH:
            break
    return published


def run_statements(*, attempt_id: int, group_id: int, now: datetime) -> None:
    """Run the statements of `publish_outcomes` for ids that do not exist, so that the first outcome
    does not wait for their preparation (warm_up.py).

    Pending outcomes are locked until the caller's transaction ends.
    """
    ALL_PENDING.rows(page=(BATCH, 0))
    MEMBERS.rows(groups=[group_id])
    fetch_all(MARK_NOTIFIED, [now, [Int8(attempt_id)]])


@transaction.atomic
def _publish(lock_pending: Callable[[], list[Outcome]], *, now: datetime) -> int:
    """Write the events of the outcomes that `lock_pending` locks and returns. Return the number of outcomes."""
    pending = lock_pending()
    if not pending:
        return 0
    attempts = [outcome.attempt for outcome in pending]
    last_seqs = notices.lock_cursors(user_ids=[attempt.reservation.group.user_id for attempt in attempts])
    # Read after the cursors are locked, so that a later event never has an older status.
    members: dict[int, dict[int, str]] = defaultdict(dict)
    for group_id, request_id, status in MEMBERS.rows(groups=list({attempt.group_id for attempt in attempts})):
        members[group_id][request_id] = status
    events: list[NewEvent] = []
    for outcome in pending:
        events.append(_event(outcome, members=members[outcome.attempt.group_id], earlier=events, now=now))
    notices.append_locked(events=events, last_seqs=last_seqs, now=now)
    fetch_all(MARK_NOTIFIED, [now, [Int8(outcome.pk) for outcome in pending]])
    for outcome in pending:
        log.info(
            "outcome published",
            kind=outcome.kind,
            attempt_id=outcome.pk,
            reservation_id=outcome.attempt.reservation_id,
            request_group=outcome.attempt.group_id,
            trace_id=trace.id_of(outcome.attempt.reservation.group.trace),
        )
    return len(pending)


def _event(outcome: Outcome, *, members: Mapping[int, str], earlier: Sequence[NewEvent], now: datetime) -> NewEvent:
    attempt, request = outcome.attempt, outcome.attempt.reservation
    return NewEvent(
        user_id=request.group.user_id,
        type="reservation.outcome",
        dedupe_key=f"outcome:{outcome.pk}",
        trace=spans.record(
            "outbox",
            trace=request.group.trace,
            start=outcome.created_at.timestamp(),
            end=now.timestamp(),
            kind=outcome.kind,
        ),
        notice=_notice(outcome, earlier=earlier, now=now),
        body={
            **event_of_table(request, at=attempt.slot_time, party_size=attempt.party_size, seating=attempt.seating),
            "attempt_id": attempt.pk,
            "kind": outcome.kind,
            "group_status": group_status.derive(set(members.values())),
            "member_status": members[request.pk],
            "reason": outcome.reason or None,
            "reason_text": reasons.sentence(code=outcome.reason, platform=attempt.platform) or None,
            "account_name": attempt.account.display_name or attempt.account.username,
            "fee_cents": attempt.fee_cents if outcome.reason == "held_back_fee" else None,
            "held_cancel_fee_cents": attempt.held_cancel_fee_cents,
            "currency": currency_of(stated=attempt.currency, country=request.venue.country),
            "confirmation": attempt.platform_reservation_id if outcome.kind == "booked" else None,
        },
    )


def _notice(outcome: Outcome, *, earlier: Sequence[NewEvent], now: datetime) -> Notice | None:
    """Return the content of the outcome's message, None for no message. `earlier` are the events written before this
    one in this transaction."""
    attempt = outcome.attempt
    table = booked_tables.describe(attempt)
    if outcome.kind == "booked":
        return table
    if outcome.reason not in HELD_BACK_REASONS:
        return None
    recent = Attempt.objects.filter(
        HELD_BACK, group_id=attempt.group_id, pk__lt=attempt.pk, closed_at__gt=now - HELD_BACK_AGAIN
    )
    # A table with a known fee is news after one whose fee is unknown, and a cheaper one after a dearer one.
    same = recent
    if outcome.reason == "held_back_fee":
        dearer = Q(fee_cents__gt=attempt.fee_cents or 0) | Q(
            held_cancel_fee_cents__gt=attempt.held_cancel_fee_cents or 0
        )
        same = recent.filter(reason=outcome.reason).exclude(dearer)
    keys = [f"outcome:{pk}" for pk in same.values_list("pk", flat=True)]
    written = (one.notice for one in earlier if one.dedupe_key in keys)
    if any(isinstance(one, HeldBack) for one in written) or notices.has_messages(kind="held_back", dedupe_keys=keys):
        return None
    shown = table.model_dump(include=set(HeldBack.model_fields) - {"kind"})
    held = {name: getattr(attempt, name) for name in ("fee_cents", "held_cancel_fee_cents", "group_id")}
    return HeldBack(**held, **shown)
