"""The port to a message provider, and the possible results of a send.

The line that matters runs between LATER (it surely did not leave) and UNKNOWN (it may have): only the first is tried
again, because nobody wants to be told twice.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import Protocol


class Verdict(Enum):
    """What came of it."""

    SENT = "sent"
    REFUSED = "refused"  # it will never be taken
    LATER = "later"  # it did not leave: worth another try
    UNKNOWN = "unknown"  # it may have left


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """`reason`: a stable word, for the analysis of a failure. `reference`: the provider's own name for the message.

    `delay`: what the carrier asked for before another try. `number_is_no_use`: texts to this number never arrive.
    """

    verdict: Verdict
    reason: str = ""
    reference: str = ""
    delay: timedelta | None = None
    number_is_no_use: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """One e-mail. `message_id` is made of the event's number, so that a mail server that sees it twice can tell.

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
    """One text message. `to` as E.164; `useful_for`: after that it need not arrive. `name`: no other has it."""

    to: str
    body: str
    useful_for: timedelta
    name: str


class TextSender(Protocol):
    """Carries text messages. Never raises for what a carrier or a network does: that is an answer."""

    def send(self, text: Text) -> Answer:
        """Hand one text over."""
        ...
