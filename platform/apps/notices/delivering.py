"""The loops that send queued messages: one lane for each thread, one message in its hands at a time.

Owns threads, time and failures. What may be sent, and when, is deliveries.py's; any number of lanes and processes may
run beside each other.
"""

import threading
from collections.abc import Callable
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.db import connections

from apps.common.liveness import touch_liveness_file

from . import deliveries, user_notices, writing
from .kinds import Booked, any_notice
from .models import Channel, Delivery, DeliveryState
from .rules import calendar
from .senders import mail
from .senders.base import Answer, Mail, Text, Verdict
from .senders.texts import text_sender

log = structlog.get_logger(__name__)

POLL_SECONDS: Final = 1.0
# After a carrier that can not be reached, and after a database that is away.
REST_SECONDS: Final = 5.0


class Lane:
    """Sends the messages of one channel, one after the other. `clock` returns the aware present."""

    def __init__(self, *, channel: str, clock: Callable[[], datetime]) -> None:
        self._channel = channel
        self._clock = clock
        self._failing = False

    def run(self, stopping: threading.Event) -> None:
        """Send until `stopping` is set; the message in hand is brought to its end first."""
        while not stopping.is_set():
            # A file for each lane: one that hangs is not hidden by the others.
            touch_liveness_file(f"messages-{threading.get_native_id()}")
            try:
                pause = self.step()
            except Exception as error:  # noqa: BLE001 - the lane outlives whatever a step meets, and _note logs it
                connections.close_all()
                self._note(error)
                pause = REST_SECONDS
            else:
                self._note(None)
            stopping.wait(pause)
        connections.close_all()

    def step(self) -> float:
        """Send at most one message and return how many seconds to wait before the next step."""
        now = self._clock()
        delivery = deliveries.take(channel=self._channel, now=now)
        if delivery is None:
            deliveries.fail_abandoned(now=now)
            return POLL_SECONDS
        if delivery.state != DeliveryState.SENDING:
            _tell_log(delivery, state=delivery.state, reason=delivery.reason)
            return 0
        answer = _hand_over(delivery, now=now)
        state = deliveries.finish(delivery=delivery, answer=answer, now=self._clock())
        _tell_log(delivery, state=state, reason=answer.reason)
        if answer.number_is_no_use:
            user = delivery.event.user
            user_notices.stop_texts(user_id=user.pk, phone=user.phone, reason=answer.reason, now=self._clock())
        return REST_SECONDS if answer.verdict is Verdict.LATER else 0

    def _note(self, error: Exception | None) -> None:
        """Log the first failure of a row, and the first success after it."""
        if error is not None and not self._failing:
            log.error("messages cannot be sent, trying again", channel=self._channel, exc_info=error)
        elif error is None and self._failing:
            log.info("messages can be sent again", channel=self._channel)
        self._failing = error is not None


def _hand_over(delivery: Delivery, *, now: datetime) -> Answer:
    try:
        return _send_mail(delivery, now=now) if delivery.channel == Channel.EMAIL else _send_text(delivery, now=now)
    except Exception:
        # One that can not be written or sent does not stop the others; whether it left, nobody knows.
        log.exception("message failed", delivery_id=delivery.pk, kind=delivery.kind)
        return Answer(verdict=Verdict.UNKNOWN, reason="fault")


def _send_mail(delivery: Delivery, *, now: datetime) -> Answer:
    user = delivery.event.user
    notice = any_notice.validate_python(delivery.facts)
    letter = writing.mail(notice=notice, first_name=user.first_name)
    name = f"event-{delivery.event_id}@{urlsplit(settings.PUBLIC_URL).hostname}"
    return mail.send(
        Mail(
            to=user.email,
            subject=letter.subject,
            text=letter.text,
            html=letter.html,
            message_id=f"<{name}>",
            calendar=calendar.entry(notice, uid=name, now=now) if isinstance(notice, Booked) else "",
        )
    )


def _send_text(delivery: Delivery, *, now: datetime) -> Answer:
    user = delivery.event.user
    sender = text_sender()
    if sender is None:
        return Answer(verdict=Verdict.REFUSED, reason="no_sender")
    body = writing.text(notice=any_notice.validate_python(delivery.facts), first_name=user.first_name)
    return sender.send(
        Text(to=user.phone, body=body, useful_for=delivery.expires_at - now, name=f"event-{delivery.event_id}")
    )


def _tell_log(delivery: Delivery, *, state: str, reason: str) -> None:
    log.info(
        "message",
        delivery_id=delivery.pk,
        user_id=delivery.event.user_id,
        channel=delivery.channel,
        kind=delivery.kind,
        state=state,
        reason=reason or None,
        attempts=delivery.attempts,
    )
