"""`manage.py seed_demo`: fills an empty installation with demo data. A second run changes nothing."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from apps.accounts.models import User
from apps.billing.stripe import catalogue
from apps.billing.stripe.gateway import GatewayError
from apps.connections import platforms, selectors, services
from apps.demo.requests import file_demo_requests, make_clients
from apps.demo.stories import make_stories
from apps.demo.users import DOMAIN, PASSWORD, make_users
from apps.demo.venues import NoSimulator, fetch_rows, import_venues
from snipers.clients import registry
from snipers.clients.base import Login
from snipers.clients.errors import PlatformError
from snipers.clients.manifest import Manifest, SignInKind

# The simulator accepts this password for any e-mail address, and this code for any phone number.
PLATFORM_PASSWORD = "table-for-two"  # noqa: S105 - the simulator's, printed in the README
PLATFORM_CODE = "123456"
ACCOUNTS = {
    "diner": ("diner",),
    "pro": ("pro",),
    "concierge": ("concierge", "second.desk"),
}


class Command(BaseCommand):
    """Creates venues from the platform simulator, users, their accounts at the platforms, requests and stories."""

    requires_system_checks: list[str] = []
    help = "Load the demo: venues, users, connected accounts, requests and stories. Safe to run again."

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the demo data that is missing, and print one line for each step."""
        if settings.PRODUCTION:
            raise CommandError("The demo has a well-known password, so production refuses it.")
        try:
            for line in _load():
                self.stdout.write(line)
        except NoSimulator as error:
            raise CommandError(str(error)) from None
        except (GatewayError, PlatformError) as error:
            raise CommandError(f"The simulator refused a call: {error}") from None


def _load() -> Iterator[str]:
    rows = fetch_rows(control_url=settings.SIM_CONTROL_URL)
    yield f"Venues: {len(rows)}, {import_venues(rows=rows)} of them new"
    yield f"Plans: {', '.join(catalogue.set_up())}"
    people = {user.email.partition("@")[0]: user for user in make_users()}
    yield f"Users: {', '.join(user.email for user in people.values())}"
    for platform in registry.manifests():
        connected = 0
        for name, logins in ACCOUNTS.items():
            user = people[name]
            if not selectors.connected_accounts(user=user, platform=platform.key):
                connected += _connect(user, logins, platform=platform)
        yield f"{platform.name} accounts: {connected} newly connected"
    yield f"Clients of the concierge: {make_clients(concierge=people['concierge'])} new"
    filed = file_demo_requests(pro=people["pro"], concierge=people["concierge"], now=timezone.now())
    yield f"Requests: {filed} filed"
    yield f"Stories: {make_stories()} new"
    yield f"Every demo user signs in with the password {PASSWORD}"


def _connect(user: User, names: Iterable[str], *, platform: Manifest) -> int:
    """Connect the accounts with these names, or the one with the user's phone. Return the number of accounts."""
    if SignInKind.PASSWORD in platform.sign_in:
        usernames = [f"{name}@{DOMAIN}" for name in names]
        for username in usernames:
            login = platforms.sign_in(platform=platform.key, email=username, password=PLATFORM_PASSWORD)
            _store(user, platform.key, username, login)
        return len(usernames)
    sent = platforms.send_code(platform=platform.key, address=user.phone)
    reply = platforms.confirm_code(platform=platform.key, address=user.phone, code=PLATFORM_CODE, correlation_id=sent)
    if not isinstance(reply, Login):
        raise CommandError("The simulator asks for more than a code.")
    _store(user, platform.key, user.phone, reply)
    return 1


def _store(user: User, platform: str, username: str, login: Login) -> None:
    services.store_login(user=user, platform=platform, username=username, login=login, address="", now=timezone.now())
