"""Deletes the events, messages, devices, chat apps, webhooks and broker of a closed account.

The row of `event_cursor` stays, so no event number is used twice.
"""

from typing import Any

from apps.mqtt.models import MqttBroker
from apps.webhooks.models import Webhook

from . import services
from .models import Delivery, DeliveryAddress, Event, NotificationSettings, PhoneCode


def delete_all(*, user_id: int) -> None:
    """Delete the user's events, messages, delivery addresses, settings and phone code in the
    caller's transaction.

    The caller calls this as the last step before the commit, because other writers of the user's events wait for the
    commit. A message that is being sent at that moment may still arrive.
    """
    forget_webhooks(user_id=user_id)
    PhoneCode.objects.filter(user_id=user_id).delete()
    Delivery.objects.filter(event__user_id=user_id).delete()
    DeliveryAddress.objects.filter(user_id=user_id).delete()
    NotificationSettings.objects.filter(user_id=user_id).delete()
    Event.objects.filter(user_id=user_id).delete()


def forget_webhooks(*, user_id: int, **_: Any) -> None:
    """Delete the user's webhooks and MQTT broker in the caller's transaction. Writers of events lock the cursor before
    them, too, and senders lock a webhook before its events."""
    services.lock_cursors(user_ids=[user_id])
    rows = Webhook.objects.filter(user_id=user_id)
    list(rows.select_for_update().order_by("pk").values_list("pk"))
    rows.delete()
    MqttBroker.objects.filter(pk=user_id).delete()
