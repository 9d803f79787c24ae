"""Events that the tests of notices start from."""

from typing import Any

from django.utils import timezone

from apps.accounts.models import User
from apps.notices import services


def body(group_id: int = 0) -> dict[str, Any]:
    """What a reservation.changed event says, without type, time and number."""
    return {"group_id": group_id, "group_status": "active", "what": "edited", "reason": None, "reason_text": None}


def event(user: User, *, group_id: int = 0, dedupe_key: str | None = None) -> int | None:
    """Append one event and return its number."""
    return services.append(
        user_id=user.pk,
        type="reservation.changed",
        body=body(group_id),
        now=timezone.now(),
        dedupe_key=dedupe_key,
    )
