"""Mails to users whose e-mail address is not confirmed yet: they wait for a day, and are sent when the address is
confirmed.

Nothing but links that confirm an address may be mailed to an unconfirmed one. queueing.py inserts such mails with the
reason UNCONFIRMED, due at the moment at which they expire, so that nobody sends them before.
"""

from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet

from apps.notices.models import Channel, Delivery, DeliveryState

from . import deliveries

UNCONFIRMED: Final = "unconfirmed"


def release(*, user_id: int, now: datetime, **_: Any) -> None:
    """Queue the mails that waited for the confirmation of the user's address, in the transaction that confirms it."""
    due = list(_held(user_id).filter(expires_at__gt=now).order_by("id").values_list("pk", flat=True))
    _held(user_id).filter(pk__in=due).update(next_at=now, reason="")
    deliveries.defer(due, channel=Channel.EMAIL)


def forget(*, user_id: int, **_: Any) -> None:
    """Delete the mails that wait, because somebody else than the owner of the address may have caused them."""
    _held(user_id).delete()


def _held(user_id: int) -> QuerySet[Delivery]:
    return Delivery.objects.filter(
        event__user_id=user_id, channel=Channel.EMAIL, state=DeliveryState.QUEUED, reason=UNCONFIRMED
    )
