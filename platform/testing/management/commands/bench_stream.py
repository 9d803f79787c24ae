"""`manage.py bench_stream PREFIX --rate N --seconds S`: appends durable events at a constant rate, for the users that
`bench_users PREFIX` created."""

import time
from itertools import count
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from apps.accounts.models import User
from testing.bench_command import BenchCommand, append_event

# The step from one user to the next in the list of users. It is a prime, so that every user gets events, and large, so
# that consecutive events go to users who are far apart in the list.
STRIDE = 7919


class Command(BenchCommand):
    help = "Appends N events a second, for S seconds, to the users PREFIX; prints user, number and unix time."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("prefix")
        parser.add_argument("--rate", type=float, required=True, metavar="N")
        parser.add_argument("--seconds", type=float, required=True, metavar="S")

    def handle(self, *args: Any, **options: Any) -> None:
        """Append events at equal intervals, and print the user's id, the event's number and the unix time of each.

        Each event has its own transaction, so a slow commit delays the following events.
        """
        prefix, pause = options["prefix"], 1 / options["rate"]
        found = User.objects.filter(email__startswith=f"{prefix}-", email__endswith="@bench.test")
        users = list(found.order_by("pk").values_list("pk", flat=True))
        if not users:
            raise CommandError(f"There are no users {prefix}-N.")
        due = time.monotonic()
        end = due + options["seconds"]
        for turn in count():
            if due >= end:
                return
            time.sleep(max(0.0, due - time.monotonic()))
            user_id = users[turn * STRIDE % len(users)]
            seq = append_event(user_id, now=timezone.now())
            self.stdout.write(f"{user_id} {seq} {time.time():.6f}")
            due = max(due + pause, time.monotonic())
