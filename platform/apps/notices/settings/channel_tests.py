"""Test messages: one on each channel of a user. They are sent and recorded like every other message."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.security.throttle import Guard
from apps.common.errors import Refusal
from apps.notices import messages, services
from apps.notices.content.kinds import Test
from apps.notices.models import Channel, Delivery, DeliveryState, Event

TYPE: Final = "notifications.tested"
WINDOW: Final = timedelta(hours=1)
TESTS_FOR_USER: Final = 10


def send(*, user: User, now: datetime) -> int:
    """Queue a test message on each channel that is on, also in quiet hours. Return the number of the test's event.

    Raises Refusal: 429 after TESTS_FOR_USER in an hour, 409 if no channel is on.
    """
    Guard(action="test_message", account=str(user.pk), limit=TESTS_FOR_USER, window=WINDOW).count(now=now)
    with transaction.atomic():
        seq = services.append(user_id=user.pk, type=TYPE, body={}, now=now, notice=Test())
        if seq is None or not Delivery.objects.filter(event__user=user, event__seq=seq).exists():
            raise Refusal("nothing_to_test", 409, messages.NOTHING_TO_TEST)
    return seq


def results(*, user: User, seq: int) -> list[dict[str, Any]]:
    """Return the result of a test on each channel: its state and a sentence.

    The order is email, sms, push, chat; devices and chat apps are in the order in which they were added. A channel that
    has not accepted the message yet is "waiting", with the reason of its last failure. Raises Refusal 404 if `seq` is
    not the number of a test of the user.
    """
    if not Event.objects.filter(user=user, seq=seq, type=TYPE).exists():
        raise Refusal("not_found", 404, messages.NO_SUCH_TEST)
    rows = Delivery.objects.filter(event__user=user, event__seq=seq).select_related("address")
    # One statement inserts all rows, so their ids have no certain order.
    return [_result(row) for row in sorted(rows, key=_place)]


def _place(row: Delivery) -> tuple[int, int]:
    return Channel.values.index(row.channel), row.address_id or 0


def _result(row: Delivery) -> dict[str, Any]:
    address = row.address
    return {
        "channel": row.channel,
        "app": address.app or None if address is not None else None,
        "label": address.label if address is not None else None,
        **_outcome(row),
    }


def _outcome(row: Delivery) -> dict[str, str]:
    match row.state:
        case DeliveryState.SENT:
            return {"state": "sent", "text": messages.TEST_SENT}
        case DeliveryState.FAILED | DeliveryState.SKIPPED:
            return {"state": "failed", "text": messages.test_failed(row.reason)}
    waiting = messages.test_failed(row.reason) if row.reason else messages.TEST_WAITING
    return {"state": "waiting", "text": waiting}
