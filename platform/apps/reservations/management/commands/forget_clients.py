"""`manage.py forget_clients`: deletes unsaved clients whose last request ended 30 days ago. Housekeeping does the same
every hour."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from apps.clients import retention


class Command(BaseCommand):
    """Deletes clients who are not saved in a client book, 30 days after their last request ended."""

    help = "Delete clients who are not saved in a client book, 30 days after their last request ended."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete the clients and print their number."""
        now, total = timezone.now(), 0
        while forgotten := retention.forget_clients(now=now):
            total += forgotten
        self.stdout.write(f"{total} forgotten.")
