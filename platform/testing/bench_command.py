"""The base of the bench commands. They bypass the rules for users, so they are not installed in deployments."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.accounts.models import User
from apps.notices import services


class BenchCommand(BaseCommand):
    """A command that only runs in development and tests. Elsewhere it raises an error before it does anything."""

    requires_system_checks: list[str] = []

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command, unless this is a deployment."""
        if settings.PRODUCTION:
            raise CommandError("Bench commands are refused in production.")
        return super().execute(*args, **options)


class UserBenchCommand(BenchCommand):
    """A bench command for one user, who is named by e-mail address."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the user's e-mail address")


def find_user(email: str) -> User:
    """Return the user with this address. Raises CommandError."""
    user = User.objects.filter(email=email.strip().lower()).first()
    if user is None:
        raise CommandError(f"There is no user {email}.")
    return user


def append_event(user_id: int, *, now: datetime) -> int | None:
    """Append one durable event and return its number. The event names group 0, which does not exist, so browsers show
    no change."""
    body = {"group_id": 0, "group_status": "active", "what": "edited", "reason": None, "reason_text": None}
    return services.append(user_id=user_id, type="reservation.changed", body=body, now=now)
