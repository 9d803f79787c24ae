"""`manage.py bench_expired_token EMAIL`."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from apps.accounts import sessions, tokens
from apps.accounts.bench import add_email, user_of
from apps.common.bench import BenchCommand


class Command(BenchCommand):
    """Print an access token of a living session whose own time is over."""

    help = "Prints an expired access token of a user."

    def add_arguments(self, parser: CommandParser) -> None:
        """Who."""
        add_email(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Open a session as if its access token had been made a minute too long ago."""
        past = timezone.now() - 2 * tokens.ACCESS_LIFE
        pair = sessions.open_session(user=user_of(options["email"]), user_agent="bench", now=past)
        self.stdout.write(pair.access_token)
