"""Adds the restaurants' names to the user's notifications, which apps.notices.events.notifications selects."""

from collections.abc import Collection
from typing import Any

from apps.notices.events import notifications
from apps.requests.models import Reservation
from apps.requests.rules import changes


def read_page(*, user_id: int, before: int | None, limit: int) -> dict[str, Any]:
    """Return the result of apps.notices.events.notifications.page and "groups": [{"group_id", "venue_names"}].

    `groups` is about the groups whose events do not contain the restaurants' names. The names are in the order of the
    submission.
    """
    found = notifications.page(user_id=user_id, before=before, limit=limit)
    nameless = {event["group_id"] for event in found["events"] if event["type"] == "reservation.changed"}
    return {**found, "groups": _names(user_id=user_id, group_ids=nameless)}


def _names(*, user_id: int, group_ids: Collection[int]) -> list[dict[str, Any]]:
    names: dict[int, list[str]] = {}
    members = Reservation.objects.filter(group_id__in=group_ids, group__user_id=user_id)
    shown = members.exclude(reason=changes.WITHDRAWN).order_by("id")
    for group_id, name in shown.values_list("group_id", "venue__venue_name"):
        known = names.setdefault(group_id, [])
        if name not in known:
            known.append(name)
    return [{"group_id": group_id, "venue_names": found} for group_id, found in sorted(names.items())]
