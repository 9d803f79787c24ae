"""`manage.py switch on|off platform|venue|account KEY [--reason TEXT]`: `off` adds a kill switch, `on` removes it.

The key `all` stands for every platform.
"""

import getpass
from datetime import datetime
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.common.errors import Refusal
from apps.connections.models import SwitchScope
from apps.listing import kill_switches
from snipers.clients import registry

ALL: Final = "all"


class Command(BaseCommand):
    """Adds and removes kill switches. The admin shows and changes the same kill switches."""

    help = "Switch a platform (its key, or all), a venue or an account (by our id) off or on again."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add direction, scope, key and reason."""
        parser.add_argument("turn", choices=["on", "off"])
        parser.add_argument("scope", choices=SwitchScope.values)
        parser.add_argument("key")
        parser.add_argument("--reason", default="", help="Required to switch off; stored with the kill switch.")

    def handle(self, *args: Any, turn: str, scope: str, key: str, reason: str, **options: Any) -> None:
        """Add or remove the switch, and print whether anything changed."""
        by, now, reason = f"{getpass.getuser()} (command line)", timezone.now(), reason.strip()[:200]
        if turn == "off" and not reason:
            raise CommandError("Give the reason with --reason.")
        keys = registry.keys() if (scope, key) == (SwitchScope.PLATFORM, ALL) else (key,)
        for one in keys:
            self._turn(turn=turn, scope=scope, key=one, reason=reason, by=by, now=now)

    def _turn(self, *, turn: str, scope: str, key: str, reason: str, by: str, now: datetime) -> None:
        with transaction.atomic():
            try:
                changed = (
                    kill_switches.switch_on(scope=scope, key=key, by=by)
                    if turn == "on"
                    else kill_switches.switch_off(scope=scope, key=key, reason=reason, by=by, now=now)
                )
            except Refusal as refusal:
                raise CommandError(refusal.message) from None
            if changed:
                did = f"switched {turn}"
                audit.record(
                    Act.KILL_SWITCH, user_id=None, now=now, did=did, scope=scope, about=key, reason=reason, by=by
                )
        self.stdout.write(f"{scope} {key}: {turn}{'' if changed else ' already'}")
