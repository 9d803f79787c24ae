"""Shapes of the events endpoint. The events themselves are typed in realtime/events.py."""

from ninja import Schema

from realtime.events import AccountAttention, ReservationChanged, ReservationOutcome, UserChanged, UserNotice


class EventsOut(Schema):
    """The user's events after a number, oldest first; `last_seq` is the newest number given so far."""

    events: list[ReservationOutcome | ReservationChanged | AccountAttention | UserNotice | UserChanged]
    last_seq: int
