"""Publishes the states of a user's requests to the user's broker.

A call publishes the states at the time of the call, so a late one never shows an older state. It sends the sensors
that differ from what the broker has. One call of a broker is in flight at a time, and an event during the call is due
after it. A failed call is repeated after 10 s to 30 min.
"""

from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from typing import Final

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from apps.senders import user_servers
from apps.senders.base import Answer, MqttMessage, Verdict
from apps.senders.user_servers import CLAIM_LIFE, CLOCK_SKEW
from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken

from . import queueing, sensors
from .models import MqttBroker
from .sensors import Sensor

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
    failed = _finish(broker=broker, answer=answer, wanted=wanted, shown=shown, now=clock())
    if failed is not None:
        user_servers.switch_off(failed, FAILED, now=clock())
    log.info("mqtt", user_id=user_id, messages=len(sent), verdict=answer.verdict.value, reason=answer.reason or None)
    return answer


def sweep(*, now: datetime) -> None:
    """Defer a job for each broker that is due: further tries, sensors that end, and calls whose worker has died."""
    for user_id in _due(now).values_list("pk", flat=True):
        queueing.defer_again(user_id=user_id)


@transaction.atomic
def _claim(*, user_id: int, now: datetime) -> MqttBroker | None:
    broker = MqttBroker.lock(user_id) if _due(now + CLOCK_SKEW).filter(pk=user_id).exists() else None
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
def _finish(
    *, broker: MqttBroker, answer: Answer, wanted: dict[str, str], shown: list[Sensor], now: datetime
) -> MqttBroker | None:
    """Record the answer, unless the broker was claimed again, changed or deleted meanwhile, and set the time of the
    next call. Return the broker if it has to be turned off."""
    row = MqttBroker.lock(broker.pk)
    if row is None or row.claimed_until != broker.claimed_until:
        return None
    row.claimed_until = None
    if row.asked_at != broker.asked_at:
        row.save(update_fields=["claimed_until"])
        queueing.defer_again(user_id=row.pk)
        return None
    row.asked_at, row.reason = None, answer.reason
    if answer.verdict is Verdict.SENT:
        row.recover()
        row.published, row.sent_at = wanted, now
        later = min((one.ends_at for one in shown if one.ends_at is not None), default=None)
    else:
        row.rest(now=now)
        later = row.rests_until
    if row.is_removed and (answer.verdict is Verdict.SENT or row.failures >= REMOVAL_TRIES):
        row.delete()
        return None
    # An event during the call has moved `next_at` to its own time.
    row.next_at = later if row.next_at == broker.next_at else row.next_at
    row.save()
    if _due(now).filter(pk=row.pk).exists():
        queueing.defer_again(user_id=row.pk)
    return row if row.has_failed(now=now) and not row.is_removed else None


def _due(now: datetime) -> QuerySet[MqttBroker]:
    """Return the brokers that may be called now."""
    awake = Q(rests_until=None) | Q(rests_until__lte=now)
    return MqttBroker.objects.filter(awake, next_at__lte=now, off_reason="", user__is_active=True)
