"""`manage.py contract`: prints the REST API and the socket's events as JSON.

`npm run contract` generates the types of the front end from the output, which is deterministic.
"""

import json
from typing import Any

from django.core.management.base import BaseCommand
from django.core.serializers.json import DjangoJSONEncoder

from config import field_descriptions, openapi
from realtime.events import event_schema


def document() -> dict[str, Any]:
    """Return the contract: the OpenAPI document, and the JSON schema of the socket's events."""
    made = {"openapi": openapi.document(), "events": event_schema()}
    field_descriptions.describe(made["events"])
    return made


class Command(BaseCommand):
    """Prints the contract."""

    help = "Print the contract as JSON: OpenAPI and browser events."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(document(), cls=DjangoJSONEncoder, indent=2, sort_keys=True, ensure_ascii=False))
