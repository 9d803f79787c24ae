"""`manage.py bench_concierge EMAIL`."""

from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction

from apps.accounts.bench import add_email, user_of
from apps.accounts.models import User
from apps.common.bench import BenchCommand


class Command(BenchCommand):
    """Make a user a concierge, as staff would."""

    help = "Makes a user and their connected accounts concierge."

    def add_arguments(self, parser: CommandParser) -> None:
        """Who."""
        add_email(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Set it."""
        user = user_of(options["email"])
        with transaction.atomic():
            User.objects.filter(pk=user.pk).update(is_concierge=True)
            user.platform_accounts.update(is_concierge=True)
        self.stdout.write(f"{user.email}: concierge")
