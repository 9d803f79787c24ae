"""`manage.py bench_confirmation_link EMAIL`: prints the newest link that confirms the user's e-mail address."""

from typing import Any

from django.core.management.base import CommandError

from apps.accounts.email import confirmation as email_confirmation
from apps.accounts.models import EmailConfirmation
from testing.bench_command import UserBenchCommand, find_user


class Command(UserBenchCommand):
    help = "Prints the newest e-mail confirmation link of a user."

    def handle(self, *args: Any, **options: Any) -> None:
        user = find_user(options["email"])
        row = EmailConfirmation.objects.filter(user_id=user.pk, used_at=None).first()
        if row is None:
            raise CommandError(f"{user.email} has no confirmation link that was not opened yet.")
        self.stdout.write(email_confirmation.LINK.url(row))
