"""`manage.py contract`: writes contract.json at the repository's root."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import contract


class Command(BaseCommand):
    """Write the contract, or check that the committed one is what the code says."""

    help = "Writes contract.json: OpenAPI and browser events."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """--check writes nothing."""
        parser.add_argument("--check", action="store_true", help="fail if contract.json is not up to date")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write or check."""
        text = contract.text()
        if not options["check"]:
            contract.FILE.write_text(text)
            self.stdout.write(f"Wrote {contract.FILE.name}.")
        elif not contract.FILE.exists() or contract.FILE.read_text() != text:
            raise CommandError("contract.json is out of date: run `make contract`.")
