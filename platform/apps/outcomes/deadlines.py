"""Reminds diners of booked tables, once each, three hours before the free cancellation ends.

Housekeeping calls `send_due` every minute. The event with its messages is written in one transaction, and the unique
`dedupe_key` of the event is the record that the reminder was sent: if a process dies before the commit, the next run
finds the table again; after the commit, no run finds it.
"""

from datetime import datetime
from typing import Final

import structlog
from django.db import transaction
from django.db.models import CharField, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from apps.common.database.failures import logged
from apps.common.formatting import currency_of
from apps.common.schemas import instant_text
from apps.notices import services as notices
from apps.notices.content.kinds import CancelDeadline
from apps.notices.models import Event
from apps.requests.models import Attempt, AttemptState

from .rules import deadlines
from .selectors import booked_tables
from .shared_fields import event_of_table

log = structlog.get_logger(__name__)

KEY: Final = "cancel_deadline:"
BATCH: Final = 200
# A late cancellation costs nothing, so no reminder is needed.
ALWAYS_FREE: Final = Q(cancel_fee_cents=0, deposit_cents=0)


def send_due(*, now: datetime) -> int:
    """Send the due reminders of up to 200 tables, the next deadline first. Return their number.

    Each reminder is one transaction. A table whose reminder fails is logged and tried again in the next run. Raises
    OperationalError or InterfaceError if the database fails. Several processes may run this at once.
    """
    sent = Event.objects.filter(dedupe_key=Concat(Value(KEY), Cast(OuterRef("pk"), CharField())))
    due, reminded = _due(now).exclude(Exists(sent)).order_by("free_until"), 0
    for attempt_id in list(due.values_list("pk", flat=True)[:BATCH]):
        with logged(log, "reminder failed", attempt_id=attempt_id):
            reminded += _remind(attempt_id, now=now)
    return reminded


def _due(now: datetime) -> QuerySet[Attempt]:
    """Return the tables for which rules.deadlines.is_due is true, and whose diners have not asked to cancel them."""
    return Attempt.objects.filter(
        state=AttemptState.BOOKED,
        cancel_requested_at=None,
        free_until__gt=now,
        free_until__lte=now + deadlines.LEAD,
        closed_at__lte=F("free_until") - deadlines.LEAD,
        reservation__group__user__is_active=True,
    ).exclude(ALWAYS_FREE)


@transaction.atomic
def _remind(attempt_id: int, *, now: datetime) -> int:
    # The lock waits for a cancellation under way; the filter then sees its result.
    locked = _due(now).filter(pk=attempt_id).select_for_update(no_key=True, of=("self",)).first()
    if locked is None or locked.free_until is None:
        return 0
    attempt = Attempt.objects.select_related("reservation__venue", "reservation__group__client").get(pk=attempt_id)
    venue, group = attempt.reservation.venue, attempt.reservation.group
    currency = currency_of(stated=attempt.currency, country=venue.country)
    notice = CancelDeadline(
        **booked_tables.notice_fields(attempt, venue=venue, group=group),
        time_zone=venue.time_zone,
        free_until=locked.free_until,
        cancel_fee_cents=attempt.cancel_fee_cents,
        currency=currency,
        group_id=group.pk,
    )
    body = {
        **event_of_table(
            attempt.reservation, at=attempt.slot_time, party_size=attempt.party_size, seating=attempt.seating
        ),
        "platform": attempt.platform,
        "free_until": instant_text(locked.free_until),
        "cancel_fee_cents": attempt.cancel_fee_cents,
        "currency": currency,
    }
    seq = notices.append(
        user_id=group.user_id,
        type="reservation.deadline",
        body=body,
        now=now,
        dedupe_key=f"{KEY}{attempt_id}",
        notice=notice,
    )
    return int(seq is not None)
