"""Sends one queued message: claims it, passes it to the provider and records the answer.

queue/deliveries.py decides which messages are sent and when. Several workers may send messages at the same time.
"""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

import structlog
from django.conf import settings

from apps.senders import mail
from apps.senders.base import Answer, ChatMessage, Mail, Push, Text, Verdict
from apps.senders.texts import text_sender

from . import user_notices
from .content.kinds import Booked, any_notice
from .models import Channel, Delivery, DeliveryState
from .queue import deliveries
from .rules import calendar, topics
from .settings import addresses
from .text import cancel_links, links, rendering

log = structlog.get_logger(__name__)


def send_delivery(*, delivery_id: int, clock: Callable[[], datetime]) -> Verdict | None:
    """Send one message if it is due. Return the provider's verdict, None if the provider was not called.

    If the provider reports that text messages never reach the phone, the user's text messages are switched off. A
    device that has ended its subscription is removed.
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
    if answer.address_gone and delivery.address_id is not None:
        addresses.forget(address_id=delivery.address_id)
    if answer.number_unusable:
        user = delivery.event.user
        user_notices.stop_texts(user_id=user.pk, phone=user.phone, reason=answer.reason, now=clock())
    return answer.verdict


def _hand_over(delivery: Delivery, *, now: datetime) -> Answer:
    try:
        return SENDERS[delivery.channel](delivery, now)
    except Exception:
        log.exception("message failed", delivery_id=delivery.pk, kind=delivery.kind)
        # The exception may have been raised after the message was sent, so the outcome is unknown.
        return Answer(verdict=Verdict.UNKNOWN, reason="fault")


def _send_mail(delivery: Delivery, now: datetime) -> Answer:
    user = delivery.event.user
    notice = any_notice.validate_python(delivery.facts)
    cancel_path = cancel_links.path_of(delivery.event, notice, user=user)
    rendered = rendering.render_mail(
        notice=notice, first_name=user.first_name, locale=user.locale, cancel_path=cancel_path
    )
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


def _send_text(delivery: Delivery, now: datetime) -> Answer:
    user = delivery.event.user
    sender = text_sender()
    if sender is None:
        return Answer(verdict=Verdict.REFUSED, reason="no_sender")
    notice = any_notice.validate_python(delivery.facts)
    body = rendering.render_text(notice=notice, first_name=user.first_name, locale=user.locale)
    return sender.send(
        Text(to=user.phone, body=body, useful_for=delivery.expires_at - now, name=f"event-{delivery.event_id}")
    )


def _send_push(delivery: Delivery, now: datetime) -> Answer:
    # Imported here and not at the top, so that web processes, which send nothing, do not load the libraries.
    from apps.senders.web_push import push_sender

    sender, subscription = push_sender(), addresses.open_address(delivery.address)
    if sender is None:
        return Answer(verdict=Verdict.REFUSED, reason="no_sender")
    if subscription is None:
        return Answer(verdict=Verdict.REFUSED, reason="sealed")
    user, name = delivery.event.user, f"event-{delivery.event_id}"
    notice = any_notice.validate_python(delivery.facts)
    note = rendering.render_note(notice=notice, first_name=user.first_name, locale=user.locale)
    payload = {"title": note.title, "body": note.body, "url": links.path_of(delivery.event), "tag": name}
    if cancel_path := cancel_links.path_of(delivery.event, notice, user=user):
        payload["cancel"] = cancel_path
    return sender.send(
        Push(
            subscription=subscription,
            payload=json.dumps(payload),
            topic=name,
            is_urgent=topics.topic_of(delivery.kind) not in ("ended", "plan"),
            useful_for=delivery.expires_at - now,
        )
    )


def _send_to_chat(delivery: Delivery, now: datetime) -> Answer:
    from apps.senders import chat_apps

    address = addresses.open_address(delivery.address)
    if address is None or delivery.address is None:
        return Answer(verdict=Verdict.REFUSED, reason="sealed")
    user = delivery.event.user
    notice = any_notice.validate_python(delivery.facts)
    note = rendering.render_note(notice=notice, first_name=user.first_name, locale=user.locale)
    link = f"{settings.PUBLIC_URL}{links.path_of(delivery.event)}"
    return chat_apps.send(
        ChatMessage(app=delivery.address.app, address=address, title=note.title, body=note.body, link=link)
    )


SENDERS: Final[dict[str, Callable[[Delivery, datetime], Answer]]] = {
    Channel.EMAIL: _send_mail,
    Channel.SMS: _send_text,
    Channel.PUSH: _send_push,
    Channel.CHAT: _send_to_chat,
}


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
