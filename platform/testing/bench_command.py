"""Base classes and helpers of the bench commands: `manage.py` commands that prepare data for tests and benchmarks.

Bench commands bypass the rules for users, so they are not installed in deployments.
"""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.accounts.models import User
from apps.notices import services


class BenchCommand(BaseCommand):
    """A `manage.py` command that runs only in development and tests. In production it raises CommandError."""

    requires_system_checks: list[str] = []

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command. Raises CommandError in production."""
        if settings.PRODUCTION:
            raise CommandError("Bench commands are refused in production.")
        return super().execute(*args, **options)


class UserBenchCommand(BenchCommand):
    """A bench command for one user. Its first argument is the user's e-mail address."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the user's e-mail address")


def find_user(email: str) -> User:
    """Return the user with this e-mail address. Raises CommandError if there is none."""
    user = User.objects.filter(email=email.strip().lower()).first()
    if user is None:
        raise CommandError(f"There is no user {email}.")
    return user


def append_event(user_id: int, *, now: datetime) -> int | None:
    """Append one durable event for a user and return its number.

    The event is about group 0, which does not exist, so it changes nothing in the browser.
    """
    body = {"group_id": 0, "group_status": "active", "what": "edited", "reason": None, "reason_text": None}
    return services.append(user_id=user_id, type="reservation.changed", body=body, now=now)
