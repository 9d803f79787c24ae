"""`manage.py bench_users PREFIX --count N`: creates virtual users for load tests, each with a live session.

The command inserts the rows in batches. N sign-ups over the API would spend most of their time on password hashes.
"""

import json
from typing import Any
from uuid import uuid4

from django.contrib.auth.hashers import make_password
from django.core.management.base import CommandParser
from django.utils import timezone

from apps.accounts.models import Session, User
from apps.accounts.sign_in import tokens
from testing.bench_command import BenchCommand

BATCH = 1000


class Command(BenchCommand):
    help = "Makes N users PREFIX-0@bench.test ... signed in; prints one JSON line each."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("prefix")
        parser.add_argument("--count", type=int, required=True, metavar="N")
        parser.add_argument("--concierges", type=int, default=0, metavar="K", help="make the first K users concierges")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the users and print them. A second run with the same prefix creates new sessions for these users."""
        now, unusable = timezone.now(), make_password(None)
        emails = [f"{options['prefix']}-{number}@bench.test" for number in range(options["count"])]
        User.objects.bulk_create(
            [
                User(email=email, first_name="Bench", last_name="Diner", password=unusable, email_confirmed_at=now)
                for email in emails
            ],
            batch_size=BATCH,
            ignore_conflicts=True,
        )
        User.objects.filter(email__in=emails[: options["concierges"]]).update(is_concierge=True)
        users = list(User.objects.filter(email__in=emails).order_by("id"))
        refreshes = [tokens.first_refresh(uuid4()) for _ in users]
        Session.objects.bulk_create(
            [
                Session(
                    id=refresh.session_id,
                    user=user,
                    current_hash=refresh.hash(),
                    expires_at=now + tokens.REFRESH_LIFE,
                    user_agent="bench",
                )
                for user, refresh in zip(users, refreshes, strict=True)
            ],
            batch_size=BATCH,
        )
        for user, refresh in zip(users, refreshes, strict=True):
            access = tokens.make_access(user_id=user.pk, session_id=refresh.session_id, now=now)
            signed_in = {"access": access, "refresh": refresh.text()}
            one = {"user_id": user.pk, "email": user.email, "concierge": user.is_concierge} | signed_in
            self.stdout.write(json.dumps(one))
