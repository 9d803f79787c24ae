"""`manage.py bench_reset_link EMAIL`."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from apps.accounts import reset
from apps.accounts.bench import add_email, user_of
from apps.accounts.models import PasswordReset
from apps.common.bench import BenchCommand


class Command(BenchCommand):
    """Print the reset link that was mailed last."""

    help = "Prints the newest password reset link of a user."

    def add_arguments(self, parser: CommandParser) -> None:
        """Who."""
        add_email(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print it."""
        user = user_of(options["email"])
        row = PasswordReset.objects.select_related("user").filter(user_id=user.pk).first()
        if row is None:
            raise CommandError(f"{user.email} has asked for no link, or has used it.")
        self.stdout.write(reset.link_of(row).url())
