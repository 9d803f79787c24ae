"""`manage.py stripe_setup`: makes our products and prices at Stripe."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.billing import catalogue, gateway


class Command(BaseCommand):
    """Make what is missing; a second run changes nothing."""

    help = "Makes the products and the prices at Stripe, or says that they are there."

    def handle(self, *args: Any, **options: Any) -> None:
        """One line for each price."""
        try:
            prices = catalogue.set_up()
        except gateway.GatewayError as error:
            raise CommandError(f"Stripe could not be set up: {error}.") from None
        for tier, price in prices.items():
            self.stdout.write(f"{tier}: {price}")
