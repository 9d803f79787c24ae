"""The shapes of the endpoints in api.py."""

from typing import Annotated, Any, Final, Literal

from pydantic import ConfigDict, Field

from apps.common.schemas import Clock, Flag, Instant, Line, Secret, Shape, Strict
from apps.notices.rules.topics import ChannelName, Topic
from apps.notices.settings.choices import Choice
from apps.senders.rules import subscriptions
from apps.senders.rules.chat_apps import FIELDS, ChatApp


class ChoiceIn(Strict):
    """Whether messages about a topic are sent on a channel."""

    topic: Topic
    channel: ChannelName
    on: Flag


class ChoicesIn(Strict):
    """Changed choices. The user's other choices do not change."""

    choices: Annotated[list[ChoiceIn], Field(min_length=1, max_length=24)]


class QuietHoursIn(Strict):
    """The user's quiet hours: from `start` to `end` on the clock of `time_zone`, an IANA name."""

    start: Clock
    end: Clock
    time_zone: Line


def _published(pattern: str) -> Any:
    """Return a field that only publishes a pattern. The rules check it, with a sentence for each field."""
    return Field(json_schema_extra={"pattern": f"^(?:{pattern})$"})


class SubscriptionKeysIn(Strict):
    """The keys with which messages to a browser are encrypted: its public key (`p256dh`) and a shared secret
    (`auth`).
    """

    p256dh: Annotated[Secret, _published(subscriptions.P256DH)]
    auth: Annotated[Secret, _published(subscriptions.AUTH)]


class DeviceIn(Strict):
    """A browser's PushSubscription, as its toJSON() returns it. `expirationTime` is not used."""

    endpoint: Annotated[Secret, _published(subscriptions.PUBLIC_URL)]
    keys: SubscriptionKeysIn
    expirationTime: float | None = None


def _publish_apps(schema: dict[str, Any]) -> None:
    """Add to the schema of ChatIn which fields an app has, with their patterns, as a chain of if, then and else."""
    for app, rules in FIELDS.items():
        fields: dict[str, Any] = {name: {"enum": [None, ""]} for name in schema["properties"] if name != "app"}
        for name, rule in rules.items():
            pattern = subscriptions.PUBLIC_SERVER if name == "server" else rule.pattern
            text = {"type": "string", "pattern": f"^(?:{pattern})$"}
            fields[name] = text if rule.required else {"anyOf": [text, fields[name]]}
        needed = [name for name, rule in rules.items() if rule.required]
        chain = {"if": {"properties": {"app": {"const": app}}}, "then": {"properties": fields, "required": needed}}
        schema.update(chain | {"else": {name: schema[name] for name in _CHAIN if name in schema}})


_CHAIN: Final = ("if", "then", "else")


class ChatIn(Strict):
    """The address of a chat app.

    ntfy needs `topic`, and takes `server` (by default the public one) and `token`; Telegram needs `token` and `chat`;
    Discord and Slack need `webhook`; Pushover needs `user` and `token`.
    """

    model_config = ConfigDict(json_schema_extra=_publish_apps)

    app: ChatApp
    server: Secret | None = None
    topic: Secret | None = None
    token: Secret | None = None
    chat: Secret | None = None
    webhook: Secret | None = None
    user: Secret | None = None


class QuietHoursOut(Shape):
    """The user's quiet hours. In these hours, only messages of the topics `booked` and `needs_you` are sent."""

    start: Clock = Field(validation_alias="quiet_start")
    end: Clock = Field(validation_alias="quiet_end")
    time_zone: str


class AddressOut(Shape):
    """A device (`app` is null) or a chat app. `label` is the device's name, or the end of the app's address.

    `current` is true for the device of this session. `state` is "checking" until we have looked up the server, and
    "failed" if we cannot send to it; `problem` is the sentence for that, null in the other states.
    """

    id: int
    channel: Literal["push", "chat"]
    app: ChatApp | None
    label: str
    current: bool
    created_at: Instant
    state: Literal["ready", "checking", "failed"]
    problem: str | None


class NotificationSettingsOut(Shape):
    """The user's notification settings.

    `quiet_hours` is null if there are none. `reachable`: a message about a booked table would be sent on at least one
    channel, because the user wants it there and has confirmed the address. `push_key` is the public key with which a
    browser subscribes, null if this deployment sends no messages to devices.
    """

    choices: list[Choice]
    quiet_hours: QuietHoursOut | None
    addresses: list[AddressOut]
    reachable: bool
    push_key: str | None


class TestOut(Shape):
    """The number of a test, with which its results are read."""

    test: int


class TestResultOut(Shape):
    """The result of a test message on one channel. `text` is a sentence for the user.

    `app` and `label` are those of the device or chat app; they are null for email and sms, and if the device or app was
    removed since.
    """

    channel: ChannelName
    app: ChatApp | None
    label: str | None
    state: Literal["waiting", "sent", "failed"]
    text: str
