"""`manage.py stripe_setup`: creates our products and prices at Stripe."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.billing.stripe import catalogue, gateway


class Command(BaseCommand):
    """Creates our products and prices at Stripe that are missing. A second run changes nothing."""

    help = "Create the products and prices at Stripe that are missing, and print the price of each plan."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            prices = catalogue.set_up()
        except gateway.GatewayError as error:
            raise CommandError(f"Stripe could not be set up: {error}.") from None
        for tier, price in prices.items():
            self.stdout.write(f"{tier}: {price}")
