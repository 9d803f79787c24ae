"""Chooses the sender of text messages: Twilio if an account of it is configured. Otherwise,
production has no sender, and other deployments write the messages to files, which the development mailbox shows.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from apps.common.files import write_once
from apps.common.schemas import instant_text

from .base import Answer, Text, TextSender, Verdict
from .twilio import Twilio


def text_sender() -> TextSender | None:
    """Return the sender of text messages that the settings configure, None if this deployment cannot send text
    messages."""
    if settings.TWILIO_ACCOUNT_SID:
        return Twilio(
            base_url=settings.TWILIO_API_BASE,
            account_sid=settings.TWILIO_ACCOUNT_SID,
            auth_token=settings.TWILIO_AUTH_TOKEN,
            sender=settings.TWILIO_FROM,
        )
    return None if settings.PRODUCTION else FileTexts(Path(settings.SMS_FILE_PATH))


@dataclass(frozen=True, slots=True)
class FileTexts:
    """Writes text messages into one private folder, which is created if it is missing."""

    folder: Path

    def send(self, text: Text) -> Answer:
        """Write the text message to a file whose name is the message's `name`. If the file exists, the message was sent
        before and is not written again."""
        content = json.dumps({"to": text.to, "body": text.body, "at": instant_text(datetime.now(UTC))})
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_once(self.folder / f"{text.name}.json", content)
        except OSError:
            return Answer(verdict=Verdict.LATER, reason="not_writable")
        return Answer(verdict=Verdict.SENT, reference=text.name)
