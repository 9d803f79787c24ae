"""The interface of a message provider, and the possible results of a call to the provider."""

from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum
from typing import Final, NamedTuple, Protocol

from django.utils import timezone

from snipers.domain.retry_after import retry_after_seconds

# The reason of an answer if the host of an address is not public.
INTERNAL_ADDRESS: Final = "internal_address"


class Verdict(Enum):
    """The result of a call to a message provider.

    SENT: the provider accepted the message. REFUSED: the provider will never accept it. LATER: the message was
    certainly not sent, so it is tried again. UNKNOWN: the message may have been sent, so it is not tried again, because
    no message may arrive twice.
    """

    SENT = "sent"
    REFUSED = "refused"
    LATER = "later"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A message provider's answer. `reason` is a code that names the failure, "" for SENT.

    `reference` is the provider's id of the message. `retry_after` is the pause that the provider asks for.
    `number_unusable` means that text messages never reach this number. `address_gone` means that the device has ended
    its subscription.
    """

    verdict: Verdict
    reason: str = ""
    reference: str = ""
    retry_after: timedelta = timedelta()
    number_unusable: bool = False
    address_gone: bool = False


def requested_pause(header: str | None) -> timedelta:
    """Return the pause that the header Retry-After of an answer asks for, zero if there is none."""
    return timedelta(seconds=retry_after_seconds(text=header, now=timezone.now()) or 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """One e-mail. `message_id` contains the event's id, so that a mail server can detect a duplicate.

    `calendar` is an iCalendar file to attach, "" for none.
    """

    to: str
    subject: str
    text: str = field(repr=False)
    html: str = field(repr=False)
    message_id: str
    calendar: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One text message.

    `to` is in E.164 format. `useful_for` is how long the provider may try to deliver the text.
    `name` is unique for each text; FileTexts uses it as the name of the file.
    """

    to: str
    body: str
    useful_for: timedelta
    name: str


class TextSender(Protocol):
    """The interface of a sender of text messages."""

    def send(self, text: Text) -> Answer:
        """Send one text message. Failures of the provider or the network are returned as answers, not raised."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """One Web Push message for one device.

    `subscription` is the browser's PushSubscription as JSON, `payload` the JSON that the service worker reads. The push
    service replaces an undelivered message that has the same `topic` (at most 32 characters of base64url). `useful_for`
    is how long the push service keeps the message for a device that is offline.
    """

    subscription: str = field(repr=False)
    payload: str = field(repr=False)
    topic: str
    is_urgent: bool
    useful_for: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One message for a chat app. `address` is the JSON of the app's fields (rules/chat_apps.py)."""

    app: str
    address: str = field(repr=False)
    title: str
    body: str
    link: str


class MqttMessage(NamedTuple):
    """One retained message for an MQTT broker. An empty one deletes the retained message of its topic."""

    topic: str
    payload: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The answer of a user's server to an event of a webhook. `reason` is a code that says why there is no `status`."""

    status: int | None = None
    body: str = ""
    duration_ms: int = 0
    reason: str = ""
    retry_after: timedelta = timedelta()

    @property
    def is_accepted(self) -> bool:
        return self.status is not None and 200 <= self.status < 300
