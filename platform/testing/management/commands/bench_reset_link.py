"""`manage.py bench_reset_link EMAIL`: prints the user's newest password reset link."""

from typing import Any

from django.core.management.base import CommandError

from apps.accounts.models import PasswordReset
from apps.accounts.sign_in import password_reset
from testing.bench_command import UserBenchCommand, find_user


class Command(UserBenchCommand):
    help = "Prints the newest password reset link of a user."

    def handle(self, *args: Any, **options: Any) -> None:
        user = find_user(options["email"])
        row = PasswordReset.objects.select_related("user").filter(user_id=user.pk).first()
        if row is None:
            raise CommandError(f"{user.email} has asked for no link, or has used it.")
        self.stdout.write(password_reset.link_of(row).url())
