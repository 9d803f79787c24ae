"""The port to a message provider, and the possible results of a call.

LATER (certainly not sent) is repeated. UNKNOWN (possibly sent) is not, because no message may arrive twice.
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
    """A provider's answer. `reason`: a stable code of a failure. `reference`: the provider's id of the message.

    `retry_after`: the pause that the provider asks for. `number_unusable`: texts to this number never arrive.
    """

    verdict: Verdict
    reason: str = ""
    reference: str = ""
    retry_after: timedelta = timedelta()
    number_unusable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """One e-mail. `message_id` contains the event's id, so that a mail server recognizes a duplicate.

    `calendar`: an iCalendar file to attach, "" for none.
    """

    to: str
    subject: str
    text: str
    html: str
    message_id: str
    calendar: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One text message. `to` as E.164; `useful_for`: the time within which it must arrive; `name` is unique."""

    to: str
    body: str
    useful_for: timedelta
    name: str


class TextSender(Protocol):
    """Sends text messages. Failures of the provider or the network are answers, not exceptions."""

    def send(self, text: Text) -> Answer:
        """Send one text."""
        ...
