"""Determines the page of our site that a message opens, such as the group's ticket, a swap or the accounts."""

from typing import Final

from apps.notices.models import Event

PATHS: Final = {
    "account.attention": "/connect-accounts",
    "notifications.tested": "/profile?tab=notifications",
    "user.notice": "/profile",
}


def path_of(event: Event) -> str:
    """Return the path of the page about an event."""
    swap_id = event.payload.get("swap_id")
    if isinstance(swap_id, int):
        return f"/swap/{swap_id}"
    mandate_id = event.payload.get("mandate_id")
    if isinstance(mandate_id, int):
        return f"/mandates/{mandate_id}"
    group_id = event.payload.get("group_id")
    if isinstance(group_id, int):
        return f"/reservations?open={group_id}"
    return PATHS.get(event.type, "/")
