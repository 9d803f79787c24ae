"""`manage.py bench_tier EMAIL none|standard|premium [--vip]`."""

from typing import Any

from django.core.management.base import CommandParser

from apps.accounts.bench import add_email, user_of
from apps.accounts.models import Tier, User
from apps.common.bench import BenchCommand


class Command(BenchCommand):
    """Give a user a tier, as billing would."""

    help = "Sets a user's tier without a trial's end, and the vip flag."

    def add_arguments(self, parser: CommandParser) -> None:
        """Who and what."""
        add_email(parser)
        parser.add_argument("tier", choices=Tier.values)
        parser.add_argument("--vip", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        """Set it."""
        user = user_of(options["email"])
        User.objects.filter(pk=user.pk).update(tier=options["tier"], trial_ends_at=None, is_vip=options["vip"])
        self.stdout.write(f"{user.email}: {options['tier']}{', vip' if options['vip'] else ''}")
