"""`manage.py bench_stream PREFIX --rate N --seconds S`."""

import time
from itertools import count
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from apps.accounts.models import User
from apps.common.bench import BenchCommand
from apps.notices import services

# A prime: neighbours in time are no neighbours in the crowd, and everybody has a turn.
STRIDE = 7919


class Command(BenchCommand):
    """A steady stream of durable events all over a crowd; each commits by itself, as real ones do."""

    help = "Appends N events a second, for S seconds, to the crowd PREFIX; prints user, number and unix time."

    def add_arguments(self, parser: CommandParser) -> None:
        """To whom, how many and how long."""
        parser.add_argument("prefix")
        parser.add_argument("--rate", type=float, required=True, metavar="N")
        parser.add_argument("--seconds", type=float, required=True, metavar="S")

    def handle(self, *args: Any, **options: Any) -> None:
        """Append and print, at equal distances; what the database takes longer for is not caught up with."""
        prefix, pause = options["prefix"], 1 / options["rate"]
        crowd = User.objects.filter(email__startswith=f"{prefix}-", email__endswith="@crowd.test")
        users = list(crowd.order_by("pk").values_list("pk", flat=True))
        if not users:
            raise CommandError(f"There is no crowd {prefix}.")
        due = time.monotonic()
        end = due + options["seconds"]
        for turn in count():
            if due >= end:
                return
            time.sleep(max(0.0, due - time.monotonic()))
            user_id = users[turn * STRIDE % len(users)]
            # No group has the number 0: a browser that gets this event finds nothing to change.
            body = {
                "group_id": 0, "group_status": "active", "what": "edited", "reason": None, "reason_text": None,
            }  # fmt: skip
            seq = services.append(user_id=user_id, type="reservation.changed", body=body, now=timezone.now())
            self.stdout.write(f"{user_id} {seq} {time.time():.6f}")
            due = max(due + pause, time.monotonic())
