"""manage.py deliver_notices: sends e-mail and text messages about events, until SIGTERM."""

import signal
import threading
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.utils import timezone

from apps.notices.delivering import Lane
from apps.notices.models import Channel

# Two for each channel: one slow answer of a mail server holds up nobody else.
LANES: Final = [channel for channel in Channel.values for _ in range(2)]


class Command(BaseCommand):
    """Runs the lanes. A second process beside it is safe and takes over when this one dies."""

    help = "Send queued e-mail and text messages. Runs until SIGTERM."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal, then finish the messages at hand."""
        stopping = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopping.set())
        lanes = [Lane(channel=channel, clock=timezone.now) for channel in LANES]
        threads = [threading.Thread(target=lane.run, args=(stopping,)) for lane in lanes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
