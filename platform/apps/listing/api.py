"""The endpoints of the notification center: the user's notifications, and which of them are read."""

from typing import Annotated, Any

from ninja import Router, Schema
from pydantic import Field

from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.schemas import BIGGEST_ID, Id, Strict
from apps.notices.events import notifications as events
from realtime.events import (
    AccountAttention,
    ReservationChanged,
    ReservationDeadline,
    ReservationNotReady,
    ReservationOpening,
    ReservationOutcome,
    UserNotice,
    WeeklyRuleChanged,
)

from .selectors import notifications

router = Router(auth=bearer)

BeforeSeq = Annotated[int, Field(ge=1, le=BIGGEST_ID)]
Limit = Annotated[int, Field(ge=1, le=events.MAX_PAGE)]


class ReadingOut(Schema):
    """The last event number read, the number of unread notifications (at most 100), and the newest event number."""

    seen: int
    unseen: int
    last_seq: int


class NamedGroupOut(Schema):
    """The restaurants of a group, for events that have only the group's id."""

    group_id: int
    venue_names: list[str]


class NewsOut(ReadingOut):
    """The user's notifications, newest first. If `more`, there are older ones: pass the last `seq` as `before`."""

    events: list[
        ReservationOutcome
        | ReservationOpening
        | ReservationDeadline
        | ReservationNotReady
        | ReservationChanged
        | AccountAttention
        | UserNotice
        | WeeklyRuleChanged
    ]
    groups: list[NamedGroupOut]
    more: bool


class SeenIn(Strict):
    """The newest event number that the user has read."""

    seen: Id


@router.get("/", response=NewsOut)
def list_notices(
    request: SignedInRequest, before: BeforeSeq | None = None, limit: Limit = events.PAGE
) -> dict[str, Any]:
    """Return the user's notifications, newest first."""
    return notifications.read_page(user_id=request.auth.user.pk, before=before, limit=limit)


@router.patch("/", response=ReadingOut)
def mark_notices_seen(request: SignedInRequest, form: SeenIn) -> dict[str, int]:
    """Store the newest event number that the user has read. A number lower than the stored one changes nothing."""
    return events.mark_seen(user_id=request.auth.user.pk, seq=form.seen)
