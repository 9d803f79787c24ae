"""`manage.py bench_confirmation_link EMAIL`."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from apps.accounts import confirmation
from apps.accounts.bench import add_email, user_of
from apps.accounts.models import EmailConfirmation
from apps.common.bench import BenchCommand


class Command(BenchCommand):
    """Print the confirmation link that was mailed last."""

    help = "Prints the newest e-mail confirmation link of a user."

    def add_arguments(self, parser: CommandParser) -> None:
        """Who."""
        add_email(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print it."""
        user = user_of(options["email"])
        row = EmailConfirmation.objects.filter(user_id=user.pk, used_at=None).first()
        if row is None:
            raise CommandError(f"{user.email} has no confirmation link that was not opened yet.")
        self.stdout.write(confirmation.url_of(row))
