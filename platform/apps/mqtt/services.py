"""What a user does with the MQTT broker: saving, testing and removing it. The password is stored encrypted and never
returned; it is never sent to another address than the one for which it was entered."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from apps.accounts.models import User
from apps.accounts.security import audit
from apps.accounts.security.throttle import Guard
from apps.accounts.sign_in import sessions
from apps.common.errors import bad_form, not_found
from apps.senders.rules import hosts
from snipers.clients.credentials import SealedBox

from . import messages, queueing
from .models import MqttBroker

# The calls that a user causes in an hour, by saving and by tests.
MANUAL_CALLS: Final = 30


@transaction.atomic
def save(
    *, user: User, place: str, username: str, password: str | None, prefix: str, address: str, now: datetime
) -> MqttBroker:
    """Save the broker at `place`, and publish all states to it. `address` is the browser's network address.

    Raises Refusal: 400 for a place that is not public or a password that is missing, 429 after MANUAL_CALLS.
    """
    if (fault := hosts.broker_fault(place, with_loopback=settings.NOTIFY_LOOPBACK)) is not None:
        raise bad_form({"address": messages.FAULTS[fault]})
    sessions.lock_user(user)
    row = MqttBroker.lock(user.pk) or MqttBroker(user=user)
    is_same = (row.address, row.username) == (place, username) and not row.is_removed
    if password is None and row.has_password and not is_same:
        raise bad_form({"password": messages.ENTER_AGAIN})
    if row.address != place:
        # The sensors at another broker stay there; this one has none.
        row.published = {}
    if password is not None:
        row.sealed_password = SealedBox(settings.SEAL_KEYS).seal(password).text if password else ""
    row.address, row.username, row.prefix, row.is_removed = place, username, prefix, False
    _audit("saved", row, address=address, now=now)
    return _call(row, now=now)


@transaction.atomic
def send_test(*, user: User, now: datetime) -> MqttBroker:
    """Publish all states again, also to a broker that is off. Raises Refusal: 404 without a broker, 429 after
    MANUAL_CALLS."""
    return _call(_existing(user), now=now)


@transaction.atomic
def remove(*, user: User, address: str, now: datetime) -> None:
    """Remove the sensors from the broker and forget it. Raises Refusal 404 without a broker."""
    row = _existing(user)
    row.is_removed = True
    _call(row, now=now)
    _audit("removed", row, address=address, now=now)


def _existing(user: User) -> MqttBroker:
    row = MqttBroker.lock(user.pk)
    if row is None or row.is_removed:
        raise not_found("broker")
    return row


def _call(row: MqttBroker, *, now: datetime) -> MqttBroker:
    """Save a broker, and let it be called at once."""
    if not row.is_removed:
        Guard(action="mqtt_call", account=str(row.pk), limit=MANUAL_CALLS, window=timedelta(hours=1)).count(now=now)
    row.recover()
    row.off_reason = row.reason = ""
    row.asked_at = row.next_at = now
    row.save()
    queueing.defer(user_ids=[row.pk])
    return row


def _audit(did: str, row: MqttBroker, *, address: str, now: datetime) -> None:
    facts: dict[str, Any] = {"did": did, "broker": row.address}
    audit.record(audit.Act.MQTT_BROKER, user_id=row.pk, now=now, address=address, **facts)
