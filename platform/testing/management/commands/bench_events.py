"""`manage.py bench_events --user EMAIL --count N`: appends durable events for one user."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from testing.bench_command import BenchCommand, append_event, find_user


class Command(BenchCommand):
    help = "Appends N durable events for a user and prints each number."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", required=True, metavar="EMAIL")
        parser.add_argument("--count", type=int, default=1, metavar="N")

    def handle(self, *args: Any, **options: Any) -> None:
        """Append the events, each in its own transaction as in production, and print their numbers."""
        if options["count"] < 1:
            raise CommandError("--count has to be 1 or more.")
        user = find_user(options["user"])
        for _ in range(options["count"]):
            self.stdout.write(str(append_event(user.pk, now=timezone.now())))
