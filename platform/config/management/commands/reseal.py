"""`manage.py reseal`: encrypts all platform tokens, our API keys, the addresses of devices and chat apps, webhooks and
MQTT brokers again, with the first of SEAL_KEYS.

The README of apps.connections lists the steps of a key rotation.
"""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from apps.common.database.resealing import reseal_column
from apps.connections.maintenance import sealing
from apps.mqtt.models import MqttBroker
from apps.notices.models import DeliveryAddress
from apps.webhooks.models import Webhook


class Command(BaseCommand):
    help = "Seal all platform tokens and addresses with the first of SEAL_KEYS, so that older keys can be dropped."

    def handle(self, *args: Any, **options: Any) -> None:
        done = sealing.reseal(keys=settings.SEAL_KEYS)
        addresses = reseal_column(DeliveryAddress.objects.all(), "sealed_address", keys=settings.SEAL_KEYS)
        columns = ("sealed_url", "sealed_secret", "sealed_old_secret")
        webhooks = [reseal_column(Webhook.objects.all(), name, keys=settings.SEAL_KEYS) for name in columns]
        webhooks.append(reseal_column(MqttBroker.objects.all(), "sealed_password", keys=settings.SEAL_KEYS))
        parts = [done, addresses, *webhooks]
        sealed, already = sum(one.sealed for one in parts), sum(one.already for one in parts)
        self.stdout.write(f"{sealed} sealed again, {already} had the newest seal already.")
        if done.broken:
            self.stdout.write(f"{done.broken} open with none of the keys: these accounts need a reconnect.")
        if addresses.broken:
            self.stdout.write(f"{addresses.broken} devices and apps open with none of the keys: add them again.")
        if any(one.broken for one in webhooks):
            self.stdout.write("Some webhooks or MQTT brokers open with none of the keys: add them again.")
        if not any(one.broken for one in parts):
            self.stdout.write("Older keys may be dropped from SEAL_KEYS.")
