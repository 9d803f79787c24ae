"""manage.py bench_events: durable events for one user, for benches and soak runs of the socket."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from apps.accounts.models import User
from apps.notices import services


class Command(BaseCommand):
    """Appends events that change nothing; each commits by itself, as real ones do."""

    help = "Append N durable events for a user and print each number. Refused in production."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--user EMAIL --count N"""
        parser.add_argument("--user", required=True, metavar="EMAIL")
        parser.add_argument("--count", type=int, default=1, metavar="N")

    def handle(self, *args: Any, **options: Any) -> None:
        """Append and print."""
        if settings.PRODUCTION:
            raise CommandError("bench_events is for benches: it is refused in production.")
        if options["count"] < 1:
            raise CommandError("--count has to be 1 or more.")
        user = User.objects.filter(email=options["user"].strip().lower()).first()
        if user is None:
            raise CommandError(f"There is no user {options['user']}.")
        for _ in range(options["count"]):
            body = {
                # No group has the number 0: a browser that gets this event finds nothing to change.
                "group_id": 0,
                "group_status": "active",
                "what": "edited",
                "reason": None,
                "reason_text": None,
            }
            seq = services.append(user_id=user.pk, type="reservation.changed", body=body, now=timezone.now())
            self.stdout.write(str(seq))
