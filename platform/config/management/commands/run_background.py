"""`manage.py run_background`: runs the outcome relay and the background worker in one process, until SIGTERM.

The local stack uses this command. A deployment runs `relay_outcomes` and `run_worker` in two processes, so that neither
slows down the other.
"""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from apps.common.liveness import run_until_signal
from apps.common.worker import BackgroundWorker
from apps.outcomes.relay.loop import Relay
from snipers.telemetry import spans

from .run_worker import QUEUES

# How long a thread may hold Python's global lock while others wait for it; Python's default is 5 ms. The relay waits
# for the lock after each of its statements, so a job of the worker would delay an outcome several times.
SWITCH_SECONDS = 0.0005


class Command(BaseCommand):
    """Runs one relay and one background worker. If either fails, the process ends."""

    help = "Relay outcomes, send messages, apply Stripe's events and do the housekeeping. Runs until SIGTERM."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal, then finish the current step and the running jobs."""
        spans.configure(service="tablehawk-relay")
        sys.setswitchinterval(SWITCH_SECONDS)
        run_until_signal(Relay(clock=timezone.now), BackgroundWorker(queues=QUEUES))
