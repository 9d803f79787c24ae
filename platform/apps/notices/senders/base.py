"""The port to a message provider, and the possible results of a call.

LATER means that the message was certainly not sent, so it is sent again. UNKNOWN means that it was possibly sent, so it
is not sent again: no message may arrive twice.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import Protocol


class Verdict(Enum):
    """The result of a call."""

    SENT = "sent"
    REFUSED = "refused"
    LATER = "later"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A provider's answer. `reason` is a stable code of a failure. `reference` is the provider's id of the message.

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

    `to` is in E.164 format. The text must arrive within `useful_for`. `name` is unique; the sender to files uses it as
    the file's name.
    """

    to: str
    body: str
    useful_for: timedelta
    name: str


class TextSender(Protocol):
    """Sends text messages. It returns failures of the provider or the network as answers and does not raise them."""

    def send(self, text: Text) -> Answer:
        """Send one text."""
        ...
