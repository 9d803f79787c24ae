"""Deletes the events and messages of a closed account. The cursor stays, so no event number is used twice."""

from . import services
from .models import Delivery, Event, PhoneCode


def delete_all(*, user_id: int) -> None:
    """Delete the user's events and messages in the caller's transaction.

    Like `append`, this is the caller's last step, because other writers wait for the commit. A message that is being
    sent at that moment may still arrive.
    """
    services.lock_cursors(user_ids=[user_id])
    PhoneCode.objects.filter(user_id=user_id).delete()
    Delivery.objects.filter(event__user_id=user_id).delete()
    Event.objects.filter(user_id=user_id).delete()
