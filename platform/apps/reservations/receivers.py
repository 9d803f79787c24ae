"""Answers to signals of the apps below: requests stop with their account, and go on with it.

Both come after the change has committed, may come twice, and may get lost when the process dies: the relay's sweep
pauses what is left (outcomes.pause_orphans), and the snipers poll.
"""

from datetime import datetime
from typing import Any

from apps.connections.signals import account_connected, account_disconnected

from . import client_cards, stops, writes
from .models import Reservation, Status


def connect() -> None:
    """Start listening; called once, when Django is set up."""
    account_disconnected.connect(pause_requests, dispatch_uid="reservations.pause_requests")
    account_connected.connect(wake_watchers, dispatch_uid="reservations.wake_watchers")


def pause_requests(*, account_id: int, now: datetime, **_: Any) -> None:
    """Pause the requests of an account that was disconnected."""
    stops.pause_for_account(account_id=account_id, now=now)


def wake_watchers(*, account_id: int, **_: Any) -> None:
    """Let the clients' cards follow the account, then tell the snipers that its requests may go on."""
    client_cards.follow(account_id=account_id)
    waiting = Reservation.objects.filter(account_id=account_id, status=Status.ACTIVE)
    writes.wake_snipers(venue_ids=list(waiting.values_list("venue_id", flat=True)))
