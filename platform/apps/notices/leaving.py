"""What becomes of events and messages when their owner closes the account: all are deleted, sent or not.

The cursor stays, so that a number is never given twice.
"""

from . import services
from .models import Delivery, Event, PhoneCode


def forget_all(*, user_id: int) -> None:
    """Delete the user's events and messages, in the caller's transaction; call it last, as `services.append`.

    A message that is on its way to its carrier at this moment may still arrive.
    """
    services.hold_numbers(user_ids=[user_id])
    PhoneCode.objects.filter(user_id=user_id).delete()
    Delivery.objects.filter(event__user_id=user_id).delete()
    Event.objects.filter(user_id=user_id).delete()
