"""`manage.py bench_crowd PREFIX --count N`."""

import json
from typing import Any
from uuid import uuid4

from django.contrib.auth.hashers import make_password
from django.core.management.base import CommandParser
from django.utils import timezone

from apps.accounts import tokens
from apps.accounts.models import Session, User
from apps.common.bench import BenchCommand

BATCH = 1000


class Command(BenchCommand):
    """Users with a living session each, written in batches: signing up one by one would measure the password hash."""

    help = "Makes N users PREFIX-0@crowd.test ... signed in; prints one JSON line each."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whom and how many."""
        parser.add_argument("prefix")
        parser.add_argument("--count", type=int, required=True, metavar="N")
        parser.add_argument("--concierges", type=int, default=0, metavar="K", help="the first K of them are")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write and print them. A second run with the prefix signs the same users in again."""
        now, nobody = timezone.now(), make_password(None)
        emails = [f"{options['prefix']}-{number}@crowd.test" for number in range(options["count"])]
        User.objects.bulk_create(
            [
                User(email=email, first_name="Crowd", last_name="Diner", password=nobody, email_confirmed_at=now)
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
