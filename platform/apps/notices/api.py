"""The endpoint that returns a user's durable events. The WebSocket sends the same events."""

from typing import Annotated, Any

from ninja import Router, Schema
from pydantic import Field

from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.schemas import BIGGEST_ID
from realtime.events import DurableEvent

from . import selectors

router = Router(auth=bearer)

AfterSeq = Annotated[int, Field(ge=0, le=BIGGEST_ID)]
Limit = Annotated[int, Field(ge=1, le=selectors.PAGE)]


class EventsOut(Schema):
    """The user's durable events with a number above `after`, oldest first. `last_seq` is the number of the user's
    newest event."""

    events: list[DurableEvent]
    last_seq: int


@router.get("/", response=EventsOut)
def list_events(request: SignedInRequest, after: AfterSeq = 0, limit: Limit = selectors.PAGE) -> dict[str, Any]:
    """Return at most `limit` of the user's durable events with a number above `after`, oldest first."""
    return selectors.page_after(user_id=request.auth.user.pk, seq=after, limit=limit)
