"""`manage.py run_worker`: runs background tasks until SIGTERM."""

from typing import Any, Final

from django.core.management.base import BaseCommand

from apps.common.liveness import run_until_signal
from apps.common.worker import BackgroundWorker

# Queue -> the number of its jobs that may run at once. Two e-mails and two text messages are sent at once, so that one
# slow answer of a provider does not delay all others. Devices, chat apps, webhooks and MQTT brokers have more slots,
# because users choose their servers.
QUEUES: Final = {
    **{"email": 2, "sms": 2, "push": 6, "chat": 6, "addresses": 2, "webhooks": 4, "mqtt": 4},
    **{"billing": 1, "cancellations": 2, "housekeeping": 1, "sweep": 1},
}


class Command(BaseCommand):
    """Runs one worker. A second worker may run beside it and takes over if this one dies."""

    help = "Send messages, apply Stripe's events and do the housekeeping. Runs until SIGTERM."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal, then finish the running jobs."""
        run_until_signal(BackgroundWorker(queues=QUEUES))
