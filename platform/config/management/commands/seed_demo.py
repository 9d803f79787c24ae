"""`manage.py seed_demo`: fills an empty installation with demo data. A second run changes nothing."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from apps.accounts.demo import DOMAIN, PASSWORD, make_users
from apps.accounts.models import User
from apps.billing import catalogue
from apps.billing.gateway import GatewayError
from apps.blog.demo import make_stories
from apps.connections import platforms, selectors, services
from apps.connections.models import Platform
from apps.reservations.demo import file_demo_requests, make_clients
from apps.venues.demo import NoSimulator, fetch_rows, import_venues
from snipers.clients.base import Login
from snipers.clients.errors import PlatformError

# The simulator accepts this password for any e-mail address, and this code for any phone number.
RESY_PASSWORD = "table-for-two"  # noqa: S105 - the simulator's, printed in the README
OPENTABLE_CODE = "123456"
RESY_ACCOUNTS = {
    "diner": ("diner",),
    "pro": ("pro",),
    "concierge": ("concierge", "second.desk"),
}


class Command(BaseCommand):
    """Creates venues from the platform simulator, users, their accounts at both platforms, requests and stories."""

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
    diners = [(people[name], names) for name, names in RESY_ACCOUNTS.items()]
    new = [(user, names) for user, names in diners if not _is_connected(user, Platform.RESY)]
    for user, names in new:
        for name in names:
            username = f"{name}@{DOMAIN}"
            _store(user, Platform.RESY, username, platforms.sign_in_to_resy(email=username, password=RESY_PASSWORD))
    yield f"Resy accounts: {sum(len(names) for _, names in new)} newly connected"
    lacking = [user for user, _ in diners if not _is_connected(user, Platform.OPENTABLE)]
    for user in lacking:
        _store(user, Platform.OPENTABLE, user.phone, _sign_in_at_opentable(user.phone[:2], user.phone[2:]))
    yield f"OpenTable accounts: {len(lacking)} newly connected"
    yield f"Clients of the concierge: {make_clients(concierge=people['concierge'])} new"
    filed = file_demo_requests(pro=people["pro"], concierge=people["concierge"], now=timezone.now())
    yield f"Requests: {filed} filed"
    yield f"Stories: {make_stories()} new"
    yield f"Every demo user signs in with the password {PASSWORD}"


def _is_connected(user: User, platform: Platform) -> bool:
    return bool(selectors.connected_accounts(user=user, platform=platform))


def _sign_in_at_opentable(country_code: str, phone: str) -> Login:
    sent = platforms.send_opentable_code(phone=phone, country_code=country_code)
    return platforms.sign_in_to_opentable(
        phone=phone, country_code=country_code, code=OPENTABLE_CODE, correlation_id=sent.correlation_id
    )


def _store(user: User, platform: Platform, username: str, login: Login) -> None:
    services.store_login(user=user, platform=platform, username=username, login=login, address="", now=timezone.now())
