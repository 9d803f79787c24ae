"""What the browser application is generated from: the REST API and the socket's events, as one JSON document.

Deterministic, so that `make contract` leaves no diff while the server's shapes stand.
"""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder

from config import openapi
from realtime.events import event_schema

FILE: Path = settings.ROOT / "contract.json"


def document() -> dict[str, Any]:
    """{"openapi": OpenAPI document, "events": JSON schema of all that the socket sends}."""
    return {"openapi": openapi.document(), "events": event_schema()}


def text() -> str:
    """The document as it is committed."""
    return json.dumps(document(), cls=DjangoJSONEncoder, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
