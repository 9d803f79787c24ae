"""`manage.py bench_concierge EMAIL`: makes a user a concierge, as staff do in the admin."""

from typing import Any

from django.db import transaction

from apps.accounts.models import User
from testing.bench_command import UserBenchCommand, find_user


class Command(UserBenchCommand):
    help = "Makes a user and their connected accounts concierge."

    def handle(self, *args: Any, **options: Any) -> None:
        user = find_user(options["email"])
        with transaction.atomic():
            User.objects.filter(pk=user.pk).update(is_concierge=True)
            user.platform_accounts.update(is_concierge=True)
        self.stdout.write(f"{user.email}: concierge")
