"""The state transitions of a queued message, and the jobs that send it. queueing.py inserts the rows of `delivery`;
only this module updates them.

Every UPDATE names the state that it replaces. So only one sender can claim a message, and a message ends only once.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from apps.accounts.models import User
from apps.common import jobs
from apps.notices.models import Channel, Delivery, DeliveryState, NotificationSettings
from apps.notices.rules import quiet_hours, retries, topics
from apps.senders.base import Answer, Verdict

from . import turns

TASK: Final = "apps.notices.tasks.send_message"
# The longest age of a claim. It is longer than any call to a provider, so the process of an older claim has died.
CLAIM_LIFE: Final = timedelta(minutes=5)
# The worker's clock may be behind the clock of the process that queued the message. Messages that are due within this
# time count as due.
CLOCK_SKEW: Final = timedelta(seconds=2)
# A message that has been due for this long has no job any more: the job was lost.
OVERDUE: Final = timedelta(seconds=10)
SWEEP_LIMIT: Final = 500
# Mails that are sent once more if it is not known whether they were sent. Each states what became of a booked table: a
# second copy does no harm, and many mailboxes show it once, because both have the same Message-ID. A lost one costs the
# user a table or a fee. All other messages are never sent twice: a text costs money, a second "payment failed" or open
# table would be taken for a new event.
SENT_TWICE: Final = frozenset({"booked", "table_given_up", "table_canceled", "cancel_failed", "old_table_kept"})
OUTCOME_UNKNOWN: Final = "outcome_unknown"
STATES: Final = {"unwanted": DeliveryState.SKIPPED, "too_late": DeliveryState.FAILED, "send": DeliveryState.SENDING}


def defer(delivery_ids: Collection[int], *, channel: str) -> None:
    """Defer one job for each message, in the transaction that queues the messages. All messages are for `channel`."""
    jobs.defer_each(TASK, queue=channel, name="delivery_id", ids=delivery_ids)


def defer_again(delivery_id: int, *, channel: str, at: datetime | None = None) -> None:
    """Defer another job for a message at `at` (None: now), unless such a job is already waiting."""
    jobs.defer_once(TASK, queue=channel, key=f"delivery-{delivery_id}", at=at, delivery_id=delivery_id)


@transaction.atomic
def claim(*, delivery_id: int, now: datetime) -> Delivery | None:
    """Mark a due message as being sent, and return it. Return None if it is not due or another sender has it.

    The state of the returned message is SENDING if it is to be sent now, SKIPPED if the user does not want it, and
    FAILED if it has expired. In the user's quiet hours, the state is QUEUED if the message waits for their end, or
    SKIPPED if it would be useless then. It is also QUEUED if the message waits for another call of its user, or for the
    end of its address's rest (turns.py).

    The claim is committed before this function returns. So if the sender dies afterwards, the message is not sent
    again, except for mails of SENT_TWICE.
    """
    delivery = (
        Delivery.objects.select_for_update(skip_locked=True, no_key=True, of=("self",))
        .select_related("event__user__notification_settings", "address__session")
        .filter(pk=delivery_id, state=DeliveryState.QUEUED, next_at__lte=now + CLOCK_SKEW)
        .first()
    )
    if delivery is None:
        return None
    decision = retries.decide(wanted=is_wanted(delivery, now=now), expires_at=delivery.expires_at, now=now)
    if decision == "send" and (held := _hold(delivery, now=now)) is not None:
        return _keep(delivery, held)
    if decision == "send" and delivery.channel in turns.CHANNELS and _waits(delivery, now=now):
        return delivery
    delivery.state = STATES[decision]
    if decision == "send":
        delivery.attempts += 1
        delivery.taken_at = now
        # This reason stays: such a message is repeated once.
        delivery.reason = delivery.reason if delivery.reason == OUTCOME_UNKNOWN else ""
    else:
        delivery.reason = decision
        delivery.facts = {}
    delivery.save(update_fields=["state", "attempts", "taken_at", "reason", "facts"])
    return delivery


def is_wanted(delivery: Delivery, *, now: datetime) -> bool:
    """Return whether the user wants this message on its channel, and may get it: the e-mail address or the phone is
    confirmed, the device or chat app was not removed, and the device's session has neither ended nor expired."""
    user, address = delivery.event.user, delivery.address
    choices = settings_of(user)
    muted = choices.muted if choices is not None else ()
    if not user.is_active or topics.is_muted(muted=muted, kind=delivery.kind, channel=delivery.channel):
        return False
    match delivery.channel:
        case Channel.EMAIL:
            return user.email_notifications and user.email_confirmed_at is not None
        case Channel.SMS:
            return user.phone_notifications and bool(user.phone) and user.phone_confirmed_at is not None
    if address is None or address.session is None:
        return address is not None
    return address.session.revoked_at is None and address.session.expires_at > now


def settings_of(user: User) -> NotificationSettings | None:
    """Return the user's choices, None if the user has made none."""
    return getattr(user, "notification_settings", None)


def _hold(delivery: Delivery, *, now: datetime) -> quiet_hours.Held | None:
    """Return the decision of the user's quiet hours about the message: to wait for their end, or to
    drop the message. Return None if the message may be sent now.
    """
    choices = settings_of(delivery.event.user)
    if choices is None or choices.quiet_start is None or choices.quiet_end is None:
        return None
    if not topics.waits_in_quiet_hours(delivery.kind):
        return None
    quiet = quiet_hours.QuietHours(start=choices.quiet_start, end=choices.quiet_end, time_zone=choices.time_zone)
    ends_at = quiet.end_after(now)
    if ends_at is None:
        return None
    # Not computed from `expires_at`, which an earlier wait may have extended.
    useful_until = datetime.fromisoformat(delivery.event.payload["at"]) + topics.KINDS[delivery.kind].lifetime.email
    return quiet_hours.hold(ends_at=ends_at, expires_at=delivery.expires_at, useful_until=useful_until)


def _keep(delivery: Delivery, held: quiet_hours.Held) -> Delivery:
    """Queue the message again for the end of the quiet hours, or skip it, as `held` decides."""
    delivery.reason = "quiet_hours"
    if held.decision == "drop":
        delivery.state, delivery.facts = DeliveryState.SKIPPED, {}
    else:
        delivery.next_at, delivery.expires_at = held.until, held.expires_at
        defer_again(delivery.pk, channel=delivery.channel, at=held.until)
    delivery.save(update_fields=["state", "reason", "facts", "next_at", "expires_at"])
    return delivery


def _waits(delivery: Delivery, *, now: datetime) -> bool:
    """Let the message wait if its address rests, or if another call of its user is in flight. Return whether it
    waits.
    """
    user_id, address = delivery.event.user_id, delivery.address
    turns.lock(user_id=user_id)
    if address is not None and address.rests_until is not None and address.rests_until > now:
        delivery.next_at, delivery.reason = address.rests_until, turns.RESTS
        defer_again(delivery.pk, channel=delivery.channel, at=delivery.next_at)
    elif turns.is_taken(user_id=user_id, since=now - CLAIM_LIFE):
        delivery.next_at, delivery.reason = now + turns.LONGEST_WAIT, turns.WAITS
    else:
        return False
    delivery.save(update_fields=["next_at", "reason"])
    return True


@transaction.atomic
def finish(*, delivery: Delivery, answer: Answer, now: datetime) -> str:
    """Record the provider's answer for a claimed message and return the message's new state.

    After the answer LATER, the message is queued again, unless it would expire before the next attempt. After an
    unknown outcome it fails, except for mails of SENT_TWICE, which are sent once more. The user's next message to a
    device or chat app has its turn then.
    """
    if delivery.channel not in turns.CHANNELS:
        return _record(delivery, answer, now=now)
    turns.lock(user_id=delivery.event.user_id)
    state = _record(delivery, answer, now=now)
    if delivery.address_id is not None:
        turns.record(address_id=delivery.address_id, answer=answer, now=now)
    if (waiting := turns.next_waiting(user_id=delivery.event.user_id, now=now)) is not None:
        defer_again(waiting.pk, channel=waiting.channel)
    return state


def _record(delivery: Delivery, answer: Answer, *, now: datetime) -> str:
    if answer.verdict is Verdict.SENT:
        return _end(delivery, DeliveryState.SENT, sent_at=now, reference=answer.reference[:120], reason="")
    repeats = answer.verdict is Verdict.UNKNOWN and _may_repeat(delivery)
    if answer.verdict is not Verdict.LATER and not repeats:
        return _end(delivery, DeliveryState.FAILED, reason=answer.reason)
    next_at = retries.next_attempt(
        attempts=delivery.attempts, retry_after=answer.retry_after, expires_at=delivery.expires_at, now=now
    )
    if next_at is None:
        return _end(delivery, DeliveryState.FAILED, reason="too_late")
    with transaction.atomic():
        reason = OUTCOME_UNKNOWN if repeats else delivery.reason or answer.reason
        if _change(delivery, state=DeliveryState.QUEUED, next_at=next_at, reason=reason, taken_at=None):
            defer_again(delivery.pk, channel=delivery.channel, at=next_at)
    return DeliveryState.QUEUED


def sweep(*, now: datetime) -> int:
    """Defer jobs for overdue messages, and end messages whose sender died or lost the database while sending.

    They are marked as failed; mails of SENT_TWICE are queued once more. Returns the number of failed messages. A
    message is overdue if its job was lost with a worker, or if an old release queued the message without a job.
    """
    overdue = Delivery.objects.filter(state=DeliveryState.QUEUED, next_at__lt=now - OVERDUE).order_by("next_at")
    for pk, channel in overdue.values_list("pk", "channel")[:SWEEP_LIMIT]:
        defer_again(pk, channel=channel)
    abandoned = Delivery.objects.filter(state=DeliveryState.SENDING, taken_at__lt=now - CLAIM_LIFE)
    repeated = abandoned.filter(channel=Channel.EMAIL, kind__in=SENT_TWICE, expires_at__gt=now)
    for delivery in list(repeated.exclude(reason=OUTCOME_UNKNOWN)[:SWEEP_LIMIT]):
        with transaction.atomic():
            fields = {"state": DeliveryState.QUEUED, "next_at": now, "reason": OUTCOME_UNKNOWN, "taken_at": None}
            if _change(delivery, **fields):
                defer_again(delivery.pk, channel=delivery.channel)
    return abandoned.update(state=DeliveryState.FAILED, reason=OUTCOME_UNKNOWN, facts={})


def _may_repeat(delivery: Delivery) -> bool:
    """Return whether a message with an unknown outcome is sent once more."""
    return delivery.channel == Channel.EMAIL and delivery.kind in SENT_TWICE and delivery.reason != OUTCOME_UNKNOWN


def _end(delivery: Delivery, state: DeliveryState, **fields: object) -> str:
    _change(delivery, state=state, facts={}, **fields)
    return state


def _change(delivery: Delivery, **fields: object) -> int:
    claimed = Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.SENDING, attempts=delivery.attempts)
    return claimed.update(**fields)
