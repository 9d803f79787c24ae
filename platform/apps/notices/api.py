"""The events endpoint. It returns the events that the socket replays."""

from typing import Annotated, Any

from ninja import Router, Schema
from pydantic import Field

from apps.accounts.auth import SignedInRequest, bearer
from apps.common.schemas import BIGGEST_ID, REFUSALS, RefusalOut
from realtime.events import DurableEvent

from . import selectors

router = Router(auth=bearer)

AfterSeq = Annotated[int, Field(ge=0, le=BIGGEST_ID)]
Limit = Annotated[int, Field(ge=1, le=selectors.PAGE)]


class EventsOut(Schema):
    """The user's events after a number, oldest first. `last_seq` is the newest number of any event of the user."""

    events: list[DurableEvent]
    last_seq: int


@router.get("/", response={200: EventsOut, REFUSALS: RefusalOut})
def events(request: SignedInRequest, after: AfterSeq = 0, limit: Limit = selectors.PAGE) -> dict[str, Any]:
    """Return the user's durable events with a number above `after`."""
    return selectors.page_after(user_id=request.auth.user.pk, seq=after, limit=limit)
