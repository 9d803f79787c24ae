"""`manage.py apply_webhooks`: applies what Stripe told, until SIGTERM."""

import signal
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from apps.billing.applier import Applier
from apps.common.signal_handlers import stop_handler


class Command(BaseCommand):
    """Runs one applier. A second one beside it is safe and takes over when this one dies."""

    help = "Apply Stripe's webhooks to subscriptions and tiers. Runs until SIGTERM."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal, then finish the step at hand."""
        applier = Applier(clock=timezone.now)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop_handler(applier.stop))
        applier.run()
