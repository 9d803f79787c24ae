"""Publishes the states of a user's requests to the user's broker.

A call publishes the states at the time of the call, so a late one never shows an older state. It sends the sensors
that differ from what the broker has. One call of a broker is in flight at a time, and an event during the call is due
after it. A failed call is repeated after 10 s to 30 min; after three days of failures the broker is turned off.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from apps.senders.base import Answer, MqttMessage, Verdict
from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken
from snipers.domain.backoff import Backoff

from . import queueing, sensors, signals
from .models import MqttBroker
from .sensors import Sensor

# Longer than any call, so that the process of an older claim has died.
CLAIM_LIFE: Final = timedelta(minutes=1)
# The worker's clock may be behind the clock of the process that wrote the event.
CLOCK_SKEW: Final = timedelta(seconds=2)
BACKOFF: Final = Backoff(first=10.0, ceiling=1800.0)
FAILING: Final = timedelta(days=3)
# A removed broker is forgotten after as many failed calls.
REMOVAL_TRIES: Final = 3
FAILED: Final = "failing"

log = structlog.get_logger(__name__)


def publish(*, user_id: int, clock: Callable[[], datetime]) -> Answer | None:
    """Publish what is due to the user's broker. Return the answer, None if nothing was due."""
    broker = _claim(user_id=user_id, now=clock())
    if broker is None:
        return None
    shown = [] if broker.is_removed else [one for read in sensors.readers for one in read(user_id, clock())]
    of_topic = {f"{broker.prefix}/sensor/tablehawk_{one.group_id}": one for one in shown}
    messages = {topic: sensors.messages_of(one, topic=topic) for topic, one in of_topic.items()}
    wanted = {topic: sha256(repr(given).encode()).hexdigest()[:16] for topic, given in messages.items()}
    before = {} if broker.asked_at else broker.published
    sent = [one for topic in wanted if before.get(topic) != wanted[topic] for one in messages[topic]]
    sent += [one for topic in broker.published.keys() - wanted.keys() for one in sensors.removal_of(topic)]
    # Noted before the call: after a broken one, the broker may have a sensor that has to be removed later.
    broker.published = {topic: before.get(topic, "") for topic in broker.published.keys() | wanted.keys()}
    broker.save(update_fields=["published"])
    answer = _call(broker, sent) if sent or broker.asked_at else Answer(verdict=Verdict.SENT)
    if _finish(broker=broker, answer=answer, wanted=wanted, shown=shown, now=clock()):
        _switch_off(broker, now=clock())
    log.info("mqtt", user_id=user_id, messages=len(sent), verdict=answer.verdict.value, reason=answer.reason or None)
    return answer


def sweep(*, now: datetime) -> None:
    """Defer a job for each broker that is due: further tries, sensors that end, and calls whose worker has died."""
    for user_id in _due(now).values_list("pk", flat=True):
        queueing.defer_again(user_id=user_id)


def lock(user_id: int) -> MqttBroker | None:
    """Lock a user's broker until the transaction ends."""
    return MqttBroker.objects.select_for_update(no_key=True).filter(pk=user_id).first()


def recover(broker: MqttBroker) -> None:
    """Let a broker be called without further rest. The caller saves it."""
    broker.off_reason, broker.reason, broker.failures = "", "", 0
    broker.failing_since = broker.rests_until = None


@transaction.atomic
def _claim(*, user_id: int, now: datetime) -> MqttBroker | None:
    broker = lock(user_id) if _due(now + CLOCK_SKEW).filter(pk=user_id).exists() else None
    if broker is None or (broker.claimed_until or now) > now:
        return None
    broker.next_at = broker.claimed_until = now + CLAIM_LIFE
    broker.save(update_fields=["next_at", "claimed_until"])
    return broker


def _call(broker: MqttBroker, messages: list[MqttMessage]) -> Answer:
    # Imported here and not at the top, so that web processes, which send nothing, do not load the library.
    from apps.senders import mqtt

    try:
        sealed = broker.sealed_password
        password = SealedBox(settings.SEAL_KEYS).open(SealedToken(sealed)) if sealed else ""
    except BrokenSeal:
        return Answer(verdict=Verdict.REFUSED, reason="sealed")
    return mqtt.publish(broker.address, username=broker.username, password=password, messages=messages)


@transaction.atomic
def _finish(*, broker: MqttBroker, answer: Answer, wanted: dict[str, str], shown: list[Sensor], now: datetime) -> bool:
    """Record the answer, unless the broker was claimed again, changed or deleted meanwhile, and set the time of the
    next call. Return whether the broker has failed for so long that it has to be turned off."""
    row = lock(broker.pk)
    if row is None or row.claimed_until != broker.claimed_until:
        return False
    row.claimed_until = None
    if row.asked_at != broker.asked_at:
        row.save(update_fields=["claimed_until"])
        queueing.defer_again(user_id=row.pk)
        return False
    row.asked_at = None
    if answer.verdict is Verdict.SENT:
        recover(row)
        row.published, row.sent_at = wanted, now
        later = min((one.ends_at for one in shown if one.ends_at is not None), default=None)
    else:
        later = _record_failure(row, answer, now=now)
    if row.is_removed and (answer.verdict is Verdict.SENT or row.failures >= REMOVAL_TRIES):
        row.delete()
        return False
    # An event during the call has moved `next_at` to its own time.
    row.next_at = later if row.next_at == broker.next_at else min(filter(None, (row.next_at, later)), default=None)
    row.save()
    if _due(now).filter(pk=row.pk).exists():
        queueing.defer_again(user_id=row.pk)
    return _has_failed(row, now=now)


@transaction.atomic
def _switch_off(broker: MqttBroker, *, now: datetime) -> None:
    """Turn a broker off and notify its user. If the process dies before, the next failure does it.

    The notice comes first, because it locks the user's event cursor, which writers of events lock before the broker.
    """
    signals.broker_switched_off.send(MqttBroker, user_id=broker.pk, address=broker.address, now=now)
    row = lock(broker.pk)
    if row is None or not row.is_on or not _has_failed(row, now=now):
        # The user has changed it meanwhile.
        transaction.set_rollback(True)
        return
    row.off_reason = FAILED
    row.save(update_fields=["off_reason"])


def _has_failed(row: MqttBroker, *, now: datetime) -> bool:
    return row.failing_since is not None and now - row.failing_since >= FAILING and not row.is_removed


def _record_failure(row: MqttBroker, answer: Answer, *, now: datetime) -> datetime:
    row.failing_since = row.failing_since or now
    row.failures, row.reason = min(row.failures + 1, 30), answer.reason
    row.rests_until = now + timedelta(seconds=BACKOFF.delay(failures=row.failures, retry_after=0.0))
    return row.rests_until


def _due(now: datetime) -> QuerySet[MqttBroker]:
    """Return the brokers that may be called now."""
    awake = Q(rests_until=None) | Q(rests_until__lte=now)
    return MqttBroker.objects.filter(awake, next_at__lte=now, off_reason="", user__is_active=True)
