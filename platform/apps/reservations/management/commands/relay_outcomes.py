"""`manage.py relay_outcomes`: turns outcomes into events for users until SIGTERM."""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from apps.outcomes.relay.loop import Relay
from snipers.telemetry import spans


class Command(BaseCommand):
    """Runs one relay. Several may run at once; if one dies, the others continue."""

    help = "Turn outcomes into events and send events to browsers. Runs until SIGTERM."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal, then finish the current step."""
        spans.configure(service="tablehawk-relay")
        asyncio.run(_run())


async def _run() -> None:
    relay = Relay(clock=timezone.now)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, relay.stop)
    await relay.run()
