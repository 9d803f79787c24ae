"""Events for tests."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from apps.accounts.models import User
from apps.notices import services
from apps.notices.content.kinds import Notice
from apps.notices.models import DeliveryAddress
from apps.notices.settings import addresses
from apps.notices.tests.notices import booked


def body(group_id: int = 0) -> dict[str, Any]:
    """Return the body of a reservation.changed event."""
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


def chat_address(user: User, *, topic: str = "tables") -> DeliveryAddress:
    """Add a topic at ntfy. Nothing is sent there."""
    fields = {"server": "https://ntfy.sh", "topic": topic}
    return addresses.add_chat(user=user, app="ntfy", fields=fields, address="", now=timezone.now())


def event_with_notice(
    user: User, *, notice: Notice | None = None, now: datetime | None = None, dedupe_key: str | None = None
) -> int | None:
    """Append one event with a notice, by default a booked table; return the event's number."""
    return services.append(
        user_id=user.pk,
        type="reservation.changed",
        body=body(),
        now=now or timezone.now(),
        dedupe_key=dedupe_key,
        notice=notice or booked(),
    )
