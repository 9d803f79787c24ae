"""Writes text messages to files, for machines without a Twilio account. The development mailbox shows these files."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from apps.common.files import write_once
from apps.common.schemas import instant_text

from .base import Answer, Text, Verdict


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
