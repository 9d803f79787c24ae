"""Sends one queued message: claims it, passes it to the provider and records the answer.

deliveries.py decides which messages are sent and when. Several workers may send messages at the same time.
"""

from collections.abc import Callable
from datetime import datetime
from urllib.parse import urlsplit

import structlog
from django.conf import settings

from . import deliveries, rendering, user_notices
from .kinds import Booked, any_notice
from .models import Channel, Delivery, DeliveryState
from .rules import calendar
from .senders import mail
from .senders.base import Answer, Mail, Text, Verdict
from .senders.texts import text_sender

log = structlog.get_logger(__name__)


def send_delivery(*, delivery_id: int, clock: Callable[[], datetime]) -> Verdict | None:
    """Send one message if it is due. Return the provider's verdict, None if the provider was not called.

    If the provider reports that texts never reach the phone, the user's text messages are switched off.
    """
    now = clock()
    delivery = deliveries.claim(delivery_id=delivery_id, now=now)
    if delivery is None:
        return None
    if delivery.state != DeliveryState.SENDING:
        _log(delivery, state=delivery.state, reason=delivery.reason)
        return None
    answer = _hand_over(delivery, now=now)
    state = deliveries.finish(delivery=delivery, answer=answer, now=clock())
    _log(delivery, state=state, reason=answer.reason)
    if answer.number_unusable:
        user = delivery.event.user
        user_notices.stop_texts(user_id=user.pk, phone=user.phone, reason=answer.reason, now=clock())
    return answer.verdict


def _hand_over(delivery: Delivery, *, now: datetime) -> Answer:
    try:
        return _send_mail(delivery, now=now) if delivery.channel == Channel.EMAIL else _send_text(delivery, now=now)
    except Exception:
        log.exception("message failed", delivery_id=delivery.pk, kind=delivery.kind)
        # The exception may have been raised after the message was sent, so the outcome is unknown.
        return Answer(verdict=Verdict.UNKNOWN, reason="fault")


def _send_mail(delivery: Delivery, *, now: datetime) -> Answer:
    user = delivery.event.user
    notice = any_notice.validate_python(delivery.facts)
    rendered = rendering.render_mail(notice=notice, first_name=user.first_name, locale=user.locale)
    name = f"event-{delivery.event_id}@{urlsplit(settings.PUBLIC_URL).hostname}"
    return mail.send(
        Mail(
            to=user.email,
            subject=rendered.subject,
            text=rendered.text,
            html=rendered.html,
            message_id=f"<{name}>",
            calendar=calendar.entry(notice, uid=name, now=now) if isinstance(notice, Booked) else "",
        )
    )


def _send_text(delivery: Delivery, *, now: datetime) -> Answer:
    user = delivery.event.user
    sender = text_sender()
    if sender is None:
        return Answer(verdict=Verdict.REFUSED, reason="no_sender")
    notice = any_notice.validate_python(delivery.facts)
    body = rendering.render_text(notice=notice, first_name=user.first_name, locale=user.locale)
    return sender.send(
        Text(to=user.phone, body=body, useful_for=delivery.expires_at - now, name=f"event-{delivery.event_id}")
    )


def _log(delivery: Delivery, *, state: str, reason: str) -> None:
    log.info(
        "message",
        delivery_id=delivery.pk,
        user_id=delivery.event.user_id,
        channel=delivery.channel,
        kind=delivery.kind,
        state=str(state),
        reason=reason or None,
        attempts=delivery.attempts,
    )
