"""`manage.py relay_outcomes`: turns outcomes into events for users until SIGTERM."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from apps.common.liveness import run_until_signal
from apps.outcomes.relay.loop import Relay
from snipers.telemetry import spans


class Command(BaseCommand):
    """Runs one relay. Several may run at once; if one dies, the others continue."""

    help = "Turn outcomes into events and send events to browsers. Runs until SIGTERM."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal, then finish the current step."""
        spans.configure(service="tablehawk-relay")
        run_until_signal(Relay(clock=timezone.now))
