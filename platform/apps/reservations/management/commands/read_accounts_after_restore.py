"""`manage.py read_accounts_after_restore`: pauses requests for which a table was booked after the backup. It is step 5
of k8s/runbooks/restore-from-zero.md."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from apps.reservations import after_restore


class Command(BaseCommand):
    """Pauses requests for which a table was booked after the backup. Run it before switching the platforms on."""

    help = (
        "Read each account with active requests; pause requests whose table it holds, and those of unreadable accounts."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the option --rate, which limits the accounts read per second."""
        parser.add_argument("--rate", type=float, default=2.0, help="accounts a second at most (default 2)")

    def handle(self, *args: Any, rate: float, **options: Any) -> None:
        """Read the accounts. Print those with paused requests, then the totals."""
        read = []
        for one in after_restore.read_accounts(now=timezone.now()):
            read.append(one)
            if not one.readable:
                self.stdout.write(f"account {one.account_id} could not be read: its {one.paused} requests are paused")
            elif one.paused:
                self.stdout.write(f"account {one.account_id} holds tables already: {one.paused} requests are paused")
            time.sleep(1 / rate)
        self.stdout.write(
            f"{len(read)} accounts read, {sum(one.active for one in read)} requests were active,"
            f" {sum(one.paused for one in read)} are paused now,"
            f" {sum(not one.readable for one in read)} accounts could not be read"
        )
