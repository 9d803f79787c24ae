"""`manage.py reseal`: seals all platform tokens with the first of SEAL_KEYS."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from apps.connections import sealing


class Command(BaseCommand):
    """The second step of a key rotation; connections/README.md has all of them."""

    help = "Seal all platform tokens with the first of SEAL_KEYS, so that older keys can be dropped."

    def handle(self, *args: Any, **options: Any) -> None:
        """Reseal and say what was done; no token and no key is shown."""
        done = sealing.reseal(keys=settings.SEAL_KEYS)
        self.stdout.write(f"{done.sealed} sealed again, {done.already} had the newest seal already.")
        if done.broken:
            self.stdout.write(f"{done.broken} open with none of the keys: these accounts need a reconnect.")
        else:
            self.stdout.write("Older keys may be dropped from SEAL_KEYS.")
