"""The kinds of messages with their topics and lifetimes. Pure. The topics are the rows of the table in which a user
chooses which messages are sent on which channel.

Only choices that are off are stored, so a new topic or channel is on for everybody.
"""

from collections.abc import Collection
from datetime import timedelta
from typing import Final, Literal, NamedTuple, get_args

Topic = Literal["booked", "needs_you", "opening", "changed", "ended", "plan"]
ChannelName = Literal["email", "sms", "push", "chat"]

TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)
CHANNELS: Final[tuple[ChannelName, ...]] = get_args(ChannelName)


class Lifetime(NamedTuple):
    """How long after its event a message may still be sent. `push` is for devices and chat apps.

    No channel's lifetime is longer than that of the e-mail: when `email` is over, the message is useless on every
    channel.
    """

    email: timedelta
    sms: timedelta
    push: timedelta


class Kind(NamedTuple):
    """What the product does with a kind of message. Without a topic, no choice of the user stops it."""

    topic: Topic | None
    lifetime: Lifetime


_HALF_A_DAY: Final = Lifetime(email=timedelta(hours=12), sms=timedelta(hours=1), push=timedelta(hours=12))
_A_DAY: Final = Lifetime(email=timedelta(hours=24), sms=timedelta(hours=4), push=timedelta(hours=24))
# An open table may be booked by somebody else within minutes.
_FLEETING: Final = Lifetime(email=timedelta(hours=2), sms=timedelta(minutes=15), push=timedelta(minutes=15))
KINDS: Final = {
    "booked": Kind("booked", _HALF_A_DAY),
    "held_back": Kind("needs_you", _FLEETING),
    "cancel_failed": Kind("needs_you", _HALF_A_DAY),
    "old_table_kept": Kind("needs_you", _HALF_A_DAY),
    "cancel_deadline": Kind("needs_you", Lifetime(*[timedelta(hours=3)] * 3)),
    "not_ready": Kind("needs_you", Lifetime(*[timedelta(minutes=30)] * 3)),
    "reconnect": Kind("needs_you", _HALF_A_DAY),
    "card_needed": Kind("needs_you", _HALF_A_DAY),
    "weekly_refused": Kind("needs_you", _A_DAY),
    "webhook_off": Kind("needs_you", _A_DAY),
    "mandate_drafted": Kind("needs_you", _A_DAY),
    "table_open": Kind("opening", _FLEETING),
    "swap_offered": Kind("opening", _FLEETING),
    "table_given_up": Kind("changed", _HALF_A_DAY),
    "table_canceled": Kind("changed", _HALF_A_DAY),
    "unsuccessful": Kind("ended", _A_DAY),
    "release_missed": Kind("ended", _A_DAY),
    "trial_ending": Kind("plan", _A_DAY),
    "payment_failed": Kind("plan", _A_DAY),
    "requests_paused": Kind("plan", _A_DAY),
    "test": Kind(None, Lifetime(*[timedelta(minutes=5)] * 3)),
}
# The topics that are sent during quiet hours too.
URGENT: Final = frozenset[Topic]({"booked", "needs_you"})


def topic_of(kind: str) -> Topic | None:
    """Return the topic of a kind of message, None for a test message."""
    return KINDS[kind].topic if kind in KINDS else None


def choice(topic: Topic, channel: str) -> str:
    """Return the text that stores that a topic is off on a channel, such as "ended:push"."""
    return f"{topic}:{channel}"


def is_muted(*, muted: Collection[str], kind: str, channel: str) -> bool:
    """Return whether the user has switched this kind of message off on this channel."""
    topic = topic_of(kind)
    return topic is not None and choice(topic, channel) in muted


def waits_in_quiet_hours(kind: str) -> bool:
    """Return whether a message of this kind waits for the end of the user's quiet hours."""
    topic = topic_of(kind)
    return topic is not None and topic not in URGENT
