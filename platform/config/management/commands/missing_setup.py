"""`manage.py missing_setup`: lists what an empty copy still needs, each with the command that adds it. `make up` runs
it when no simulator is used."""

from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand

from apps.accounts.models import User
from apps.billing import rules
from apps.billing.stripe import gateway
from apps.connections.permissions.platform_access import environment_access, stored_access
from apps.venues.models import Venue
from snipers.clients import registry
from snipers.clients.manifest import AccessKind
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
        searched = next(one.key for one in registry.manifests() if one.searches_cities)
        yield f'restaurants: make manage ARGS="import_venues {searched} --city ny", or add them in the admin'


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
    for one in registry.manifests():
        stored, given = stored_access(one.key), environment_access(one.key)
        address = getattr(settings, one.variable("BASE_URL"))
        verb = f"access set {one.key}"
        if one.needs_key is AccessKind.API_KEY:
            if not (stored and stored.sealed_secret) and given.secret in ("", DEMO_API_KEY):
                yield (
                    f'a key for {one.name}: make ops ARGS="{verb} --secret-from FILE --reason first", or start again '
                    f"with {one.variable('API_KEY')}"
                )
        elif urlsplit(address).hostname in ("127.0.0.1", "localhost", "::1"):
            yield f"an address for {one.name}: {one.variable('BASE_URL')} is {address}, which is this machine"
        elif one.needs_key is AccessKind.APPLICATION:
            if not (stored and stored.application_id) and given.application_id == DEMO_APP_ID:
                yield (
                    f"an application at {one.name}: make ops "
                    f'ARGS="{verb} --application-id ID --secret-from FILE --reason first"'
                )
