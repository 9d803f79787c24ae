"""The base of the commands for benches and examiners: they change what users may not, so production refuses them."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class BenchCommand(BaseCommand):
    """A command that production refuses before it does anything."""

    requires_system_checks: list[str] = []

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run, unless this is production."""
        if settings.PRODUCTION:
            raise CommandError("Bench commands are refused in production.")
        return super().execute(*args, **options)
