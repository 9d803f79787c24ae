"""The interface of a message provider, and the possible results of a call to the provider."""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import Protocol


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
    """A message provider's answer. `reason` is a code that names the failure, "" for SENT. `reference` is the
    provider's id of the message.

    `retry_after` is the pause that the provider asks for. `number_unusable` means that texts never reach this number.
    """

    verdict: Verdict
    reason: str = ""
    reference: str = ""
    retry_after: timedelta = timedelta()
    number_unusable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """One e-mail. `message_id` contains the event's id, so that a mail server can detect a duplicate.

    `calendar` is an iCalendar file to attach, "" for none.
    """

    to: str
    subject: str
    text: str
    html: str
    message_id: str
    calendar: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One text message.

    `to` is in E.164 format. The provider must not deliver the text after the time `useful_for`. `name` is unique for
    each text; FileTexts uses it as the name of the file.
    """

    to: str
    body: str
    useful_for: timedelta
    name: str


class TextSender(Protocol):
    """The interface of a sender of text messages."""

    def send(self, text: Text) -> Answer:
        """Send one text. Failures of the provider or the network are returned as answers, not raised."""
        ...
