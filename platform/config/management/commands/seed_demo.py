"""`manage.py seed_demo`: fills an empty installation with the demo, and changes nothing on the second run."""

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
from snipers.clients.base import Login, PlatformError

# What the simulator accepts for any address.
RESY_PASSWORD = "table-for-two"  # noqa: S105 - the simulator's, printed in the README
OPENTABLE_CODE = "123456"
RESY_ACCOUNTS = {
    "diner": ("diner",),
    "pro": ("pro",),
    "concierge": ("concierge", "second.desk"),
}


class Command(BaseCommand):
    """Venues from the platform simulator, people, their accounts at both platforms, requests, stories."""

    requires_system_checks: list[str] = []
    help = "Loads the demo: venues, users, connected accounts, requests and stories. Safe to run again."

    def handle(self, *args: Any, **options: Any) -> None:
        """Load what is missing, one line for each step."""
        if settings.PRODUCTION:
            raise CommandError("The demo has a well-known password, so production refuses it.")
        self._venues()
        self._prices()
        people = make_users()
        self.stdout.write(f"Users: {', '.join(user.email for user in people)}")
        self._resy_accounts(people)
        self._opentable_accounts(people)
        self._requests({user.email.partition("@")[0]: user for user in people})
        self.stdout.write(f"Stories: {make_stories()} new")
        self.stdout.write(f"Every demo user signs in with the password {PASSWORD}")

    def _venues(self) -> None:
        try:
            rows = fetch_rows(control_url=settings.SIM_CONTROL_URL)
        except NoSimulator as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Venues: {len(rows)}, {import_venues(rows=rows)} of them new")

    def _prices(self) -> None:
        try:
            prices = catalogue.set_up()
        except GatewayError as error:
            raise CommandError(f"The Stripe simulator could not be set up: {error}.") from None
        self.stdout.write(f"Plans: {', '.join(prices)}")

    def _resy_accounts(self, people: list[User]) -> None:
        connected = 0
        for user in people:
            names = RESY_ACCOUNTS.get(user.email.partition("@")[0], ())
            if not names or selectors.connected_accounts(user=user, platform=Platform.RESY):
                continue
            for name in names:
                self._connect_resy(user, f"{name}@{DOMAIN}")
                connected += 1
        self.stdout.write(f"Resy accounts: {connected} newly connected")

    def _opentable_accounts(self, people: list[User]) -> None:
        lacking = [
            user
            for user in people
            if user.email.partition("@")[0] in RESY_ACCOUNTS
            and not selectors.connected_accounts(user=user, platform=Platform.OPENTABLE)
        ]
        for user in lacking:
            self._connect_opentable(user)
        self.stdout.write(f"OpenTable accounts: {len(lacking)} newly connected")

    def _requests(self, people: dict[str, User]) -> None:
        concierge = people["concierge"]
        self.stdout.write(f"Clients of the concierge: {make_clients(concierge=concierge)} new")
        filed = file_demo_requests(pro=people["pro"], concierge=concierge, now=timezone.now())
        self.stdout.write(f"Requests: {filed} filed")

    def _connect_resy(self, user: User, username: str) -> None:
        try:
            login = platforms.sign_in_to_resy(email=username, password=RESY_PASSWORD)
        except PlatformError as error:
            raise CommandError(f"The simulator refused to sign in {username}: {error}") from None
        self._keep(user, Platform.RESY, username, login)

    def _connect_opentable(self, user: User) -> None:
        country_code, phone = user.phone[:2], user.phone[2:]
        try:
            sent = platforms.send_opentable_code(phone=phone, country_code=country_code)
            login = platforms.sign_in_to_opentable(
                phone=phone, country_code=country_code, code=OPENTABLE_CODE, correlation_id=sent.correlation_id
            )
        except PlatformError as error:
            raise CommandError(f"The simulator refused to sign in {user.phone}: {error}") from None
        self._keep(user, Platform.OPENTABLE, user.phone, login)

    def _keep(self, user: User, platform: Platform, username: str, login: Login) -> None:
        services.store_login(
            user=user, platform=platform, username=username, login=login, address="", now=timezone.now()
        )
