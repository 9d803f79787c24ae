"""REST shapes of the events endpoint and of confirming a phone. realtime/events.py has the events themselves."""

from ninja import Schema

from apps.common.schemas import Secret, Strict
from realtime.events import AccountAttention, ReservationChanged, ReservationOutcome, UserChanged, UserNotice


class EventsOut(Schema):
    """The user's events after a number, oldest first; `last_seq` is the newest number given so far."""

    events: list[ReservationOutcome | ReservationChanged | AccountAttention | UserNotice | UserChanged]
    last_seq: int


class ConfirmPhoneIn(Strict):
    """The code that was texted."""

    code: Secret
