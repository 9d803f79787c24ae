"""Endpoints of the notification centre: the user's news, and how far they have read it."""

from typing import Annotated, Any

from ninja import Router, Schema
from pydantic import Field

from apps.accounts.auth import SignedInRequest, bearer
from apps.common.schemas import BIGGEST_ID, REFUSALS, Id, RefusalOut, Strict
from apps.notices import notifications as events
from realtime.events import AccountAttention, ReservationChanged, ReservationOutcome, UserNotice

from .selectors import notifications

router = Router(auth=bearer)

BeforeSeq = Annotated[int, Field(ge=1, le=BIGGEST_ID)]
Limit = Annotated[int, Field(ge=1, le=events.MAX_PAGE)]


class ReadingOut(Schema):
    """The last number read, how many news have come since (counted up to 100), and the newest number given so far."""

    seen: int
    unseen: int
    last_seq: int


class NamedGroupOut(Schema):
    """The restaurants of a group that an event speaks of only by its id."""

    group_id: int
    venue_names: list[str]


class NewsOut(ReadingOut):
    """The user's news, newest first; `more`: older ones follow, asked for with `before` the last number here."""

    events: list[ReservationOutcome | ReservationChanged | AccountAttention | UserNotice]
    groups: list[NamedGroupOut]
    more: bool


class SeenIn(Strict):
    """The user has read all up to this number."""

    seen: Id


@router.get("/", response={200: NewsOut, REFUSALS: RefusalOut})
def latest(request: SignedInRequest, before: BeforeSeq | None = None, limit: Limit = events.PAGE) -> dict[str, Any]:
    """Answer the user's news, newest first, and how far they have read."""
    return notifications.page(user_id=request.auth.user.pk, before=before, limit=limit)


@router.patch("/", response={200: ReadingOut, REFUSALS: RefusalOut})
def mark_seen(request: SignedInRequest, form: SeenIn) -> dict[str, int]:
    """Note how far the user has read. A lower number than before changes nothing."""
    return events.mark_seen(user_id=request.auth.user.pk, seq=form.seen)
