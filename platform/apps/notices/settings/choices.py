"""A user's choices about messages: which topics are sent on which channel, and quiet hours."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction

from apps.accounts.models import User
from apps.common.errors import bad_form
from apps.common.rules.zones import is_time_zone
from apps.notices import messages
from apps.notices.models import Channel, Delivery, DeliveryState, NotificationSettings
from apps.notices.rules import topics
from apps.senders.vapid import public_key

from .addresses import live_addresses

# The name of each channel in a sentence, in the order of the settings.
NAMES: Final = {Channel.EMAIL: "e-mail", Channel.SMS: "text", Channel.PUSH: "device", Channel.CHAT: "chat app"}
# Messages that were not sent for one of these reasons say nothing about their channel.
NOT_TRIED: Final = ("too_late", "quiet_hours")


@dataclass(frozen=True, slots=True)
class Choice:
    """Whether messages about `topic` are sent on `channel`."""

    topic: topics.Topic
    channel: topics.ChannelName
    on: bool


def read(*, user: User, session_id: UUID, now: datetime) -> dict[str, Any]:
    """Return the user's choices, quiet hours (None if there are none), devices and chat apps, whether a message about a
    booked table would be sent now, and the public key with which a browser subscribes (None if this deployment sends no
    Web Push).

    Devices whose session has ended or expired get no messages and are left out.
    """
    row = NotificationSettings.objects.filter(user=user).first()
    muted = row.muted if row is not None else []
    return {
        "choices": [
            Choice(topic, channel, topics.choice(topic, channel) not in muted)
            for topic in topics.TOPICS
            for channel in topics.CHANNELS
        ],
        "quiet_hours": row if row is not None and row.quiet_start is not None else None,
        "addresses": [
            {
                "id": one.pk,
                "channel": one.channel,
                "app": one.app or None,
                "label": one.label,
                "current": one.session_id == session_id,
                "created_at": one.created_at,
                "state": one.state if one.state not in messages.ADDRESS_PROBLEMS else "failed",
                "problem": messages.ADDRESS_PROBLEMS.get(one.state),
            }
            for one in live_addresses(user=user, now=now).order_by("pk")
        ],
        "reachable": bool(_wanted_channels(user=user, topic="booked", row=row, now=now)),
        "push_key": public_key(settings.VAPID_PRIVATE_KEY) if settings.VAPID_PRIVATE_KEY else None,
    }


def reached_channels(*, user: User, now: datetime) -> list[tuple[str, bool | None]]:
    """Return the channels on which the user wants urgent messages: for each its name, and whether the last message was
    sent (None before the first message).
    """
    row = NotificationSettings.objects.filter(user=user).first()
    wanted = _wanted_channels(user=user, topic="needs_you", row=row, now=now)
    ended = Delivery.objects.filter(event__user=user, state__in=[DeliveryState.SENT, DeliveryState.FAILED])
    newest = ended.exclude(reason__in=NOT_TRIED).order_by("channel", "-id").distinct("channel")
    last = dict(newest.values_list("channel", "state"))
    return [(NAMES[channel], last[channel] == DeliveryState.SENT if channel in last else None) for channel in wanted]


def _wanted_channels(
    *, user: User, topic: topics.Topic, row: NotificationSettings | None, now: datetime
) -> list[Channel]:
    """Return the channels on which messages of the topic are sent now. The conditions are those of queueing.QUEUE."""
    live = set(live_addresses(user=user, now=now).values_list("channel", flat=True))
    if user.email_notifications and user.email_confirmed_at is not None:
        live.add(Channel.EMAIL)
    if user.phone_notifications and user.phone and user.phone_confirmed_at is not None:
        live.add(Channel.SMS)
    muted = row.muted if row is not None else []
    return [channel for channel in NAMES if channel in live and topics.choice(topic, channel) not in muted]


@transaction.atomic
def choose(*, user: User, changes: Iterable[Choice]) -> None:
    """Store the changed choices. The user's other choices do not change."""
    row, _ = NotificationSettings.objects.select_for_update(no_key=True).get_or_create(user=user)
    muted = set(row.muted)
    for change in changes:
        text = topics.choice(change.topic, change.channel)
        muted = muted - {text} if change.on else muted | {text}
    row.muted = sorted(muted)
    row.save(update_fields=["muted"])


def set_quiet_hours(*, user: User, start: time, end: time, time_zone: str) -> None:
    """Set the user's quiet hours. Raises Refusal 400 for an unknown time zone, or if `start` equals `end`."""
    if not is_time_zone(time_zone):
        raise bad_form({"time_zone": messages.BAD_TIME_ZONE})
    if start == end:
        raise bad_form({"end": messages.EMPTY_QUIET_HOURS})
    NotificationSettings.objects.update_or_create(
        user=user, defaults={"quiet_start": start, "quiet_end": end, "time_zone": time_zone}
    )


def clear_quiet_hours(*, user: User) -> None:
    """Switch the user's quiet hours off. Messages that already wait for the end of the quiet hours keep waiting
    for it.
    """
    NotificationSettings.objects.filter(user=user).update(quiet_start=None, quiet_end=None)
