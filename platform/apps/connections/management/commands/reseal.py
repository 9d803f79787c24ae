"""`manage.py reseal`: encrypts all platform tokens and our API keys again, with the first of SEAL_KEYS.

The README of this app lists the steps of a key rotation.
"""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from apps.connections import sealing


class Command(BaseCommand):
    help = "Seal all platform tokens with the first of SEAL_KEYS, so that older keys can be dropped."

    def handle(self, *args: Any, **options: Any) -> None:
        done = sealing.reseal(keys=settings.SEAL_KEYS)
        self.stdout.write(f"{done.sealed} sealed again, {done.already} had the newest seal already.")
        if done.broken:
            self.stdout.write(f"{done.broken} open with none of the keys: these accounts need a reconnect.")
        else:
            self.stdout.write("Older keys may be dropped from SEAL_KEYS.")
