"""`manage.py missing_setup`: lists what an empty copy still needs, each with the command that adds it. `make up` runs
it when no simulator is used."""

from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand

from apps.accounts.models import User
from apps.billing import gateway, rules
from apps.connections.access import environment_access, stored_access
from apps.connections.models import Platform
from apps.venues.models import Venue
from snipers.environment.checks import DEMO_API_KEY, DEMO_APP_ID

STRIPE: Final = "https://api.stripe.com"
SETUP_PRICES: Final = "make manage ARGS=stripe_setup"


class Command(BaseCommand):
    """Lists what the product cannot work without and does not have yet. Changes nothing."""

    requires_system_checks: list[str] = []
    help = "List what this copy still needs: prices, an admin, keys, restaurants; and the command for each."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line for each missing thing, or one sentence if there is none."""
        missing = list(find_missing())
        self.stdout.write("This copy still needs:" if missing else "This copy needs no further set-up.")
        for line in missing:
            self.stdout.write(f"- {line}")


def find_missing() -> Iterator[str]:
    """Yield a line for each missing thing: its name, and the command that adds it."""
    yield from _missing_prices()
    if not User.objects.filter(is_staff=True, is_superuser=True, is_active=True).exists():
        yield "a first admin: make manage ARGS=createsuperuser"
    yield from _missing_access()
    if not Venue.objects.exists():
        yield 'restaurants: make manage ARGS="import_venues resy --city ny", or add them in the admin'


def _missing_prices() -> Iterator[str]:
    try:
        if any(gateway.find_price(lookup_key=key) is None for key in rules.LOOKUP_KEYS.values()):
            yield f"prices at Stripe: {SETUP_PRICES}"
    except gateway.GatewayError as error:
        address = settings.STRIPE_API_BASE or STRIPE
        yield (
            f"prices at Stripe: {address} refused or did not answer ({error}). Start again with your own "
            f"STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_API_BASE={STRIPE}, then: {SETUP_PRICES}"
        )


def _missing_access() -> Iterator[str]:
    resy, opentable = stored_access(Platform.RESY), stored_access(Platform.OPENTABLE)
    if not (resy and resy.sealed_secret) and environment_access(Platform.RESY).secret in ("", DEMO_API_KEY):
        yield (
            'a key for Resy: make ops ARGS="access set resy --secret-from FILE --reason first", or start again with '
            "RESY_API_KEY"
        )
    if urlsplit(settings.OPENTABLE_BASE_URL).hostname in ("127.0.0.1", "localhost", "::1"):
        yield f"an address for OpenTable: OPENTABLE_BASE_URL is {settings.OPENTABLE_BASE_URL}, which is this machine"
    elif not (opentable and opentable.application_id) and settings.OPENTABLE_APP_ID == DEMO_APP_ID:
        yield (
            "an application at OpenTable: make ops "
            'ARGS="access set opentable --application-id ID --secret-from FILE --reason first"'
        )
