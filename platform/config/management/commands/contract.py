"""`manage.py contract`: writes contract.json at the repository root.

The file describes the REST API and the socket's events; the front end's client is generated from it. The output is
deterministic: without changes, `make contract` leaves no diff.
"""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.serializers.json import DjangoJSONEncoder

from config import field_descriptions, openapi
from realtime.events import event_schema

FILE: Path = settings.ROOT / "contract.json"


class Command(BaseCommand):
    """Writes the contract, or checks that the committed one is up to date."""

    help = "Write contract.json: OpenAPI and browser events."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="fail if contract.json is not up to date")

    def handle(self, *args: Any, **options: Any) -> None:
        document = {"openapi": openapi.document(), "events": event_schema()}
        field_descriptions.describe(document["events"])
        text = json.dumps(document, cls=DjangoJSONEncoder, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
        if not options["check"]:
            FILE.write_text(text)
            self.stdout.write(f"Wrote {FILE.name}.")
        elif not FILE.exists() or FILE.read_text() != text:
            raise CommandError("contract.json is out of date: run `make contract`.")
