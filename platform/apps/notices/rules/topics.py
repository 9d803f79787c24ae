"""The topics of messages: the rows of the table in which a user chooses which messages are sent on which channel. Pure.

Only choices that are off are stored, so a new topic or channel is on for everybody.
"""

from collections.abc import Collection
from typing import Final, Literal, get_args

Topic = Literal["booked", "needs_you", "opening", "changed", "ended", "plan"]
ChannelName = Literal["email", "sms", "push", "chat"]

TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)
CHANNELS: Final[tuple[ChannelName, ...]] = get_args(ChannelName)
# Kind of message -> topic. A test message has no topic: no choice about a topic stops it.
TOPIC_OF: Final[dict[str, Topic]] = {
    "booked": "booked",
    "held_back": "needs_you",
    "cancel_failed": "needs_you",
    "old_table_kept": "needs_you",
    "cancel_deadline": "needs_you",
    "not_ready": "needs_you",
    "reconnect": "needs_you",
    "card_needed": "needs_you",
    "weekly_refused": "needs_you",
    "webhook_off": "needs_you",
    "mandate_drafted": "needs_you",
    "table_open": "opening",
    "swap_offered": "opening",
    "table_given_up": "changed",
    "table_canceled": "changed",
    "unsuccessful": "ended",
    "release_missed": "ended",
    "trial_ending": "plan",
    "payment_failed": "plan",
    "requests_paused": "plan",
}
# The topics that are sent during quiet hours too.
URGENT: Final = frozenset[Topic]({"booked", "needs_you"})


def topic_of(kind: str) -> Topic | None:
    """Return the topic of a kind of message, None for a test message."""
    return TOPIC_OF.get(kind)


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
