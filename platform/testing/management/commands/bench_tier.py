"""`manage.py bench_tier EMAIL none|standard|premium [--vip]`: sets a user's tier without the billing app."""

from typing import Any

from django.core.management.base import CommandParser

from apps.accounts.models import Tier, User
from testing.bench_command import UserBenchCommand, find_user


class Command(UserBenchCommand):
    help = "Sets a user's tier, without an end of a trial, and the vip flag."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("tier", choices=Tier.values)
        parser.add_argument("--vip", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        user = find_user(options["email"])
        User.objects.filter(pk=user.pk).update(tier=options["tier"], trial_ends_at=None, is_vip=options["vip"])
        self.stdout.write(f"{user.email}: {options['tier']}{', vip' if options['vip'] else ''}")
