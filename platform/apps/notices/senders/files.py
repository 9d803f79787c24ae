"""Writes texts to files, for machines without a Twilio account. The development mailbox shows them."""

import json
import os
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from apps.common.schemas import instant_text

from .base import Answer, Text, Verdict


@dataclass(frozen=True, slots=True)
class FileTexts:
    """Writes into one folder, created private when missing."""

    folder: Path

    def send(self, text: Text) -> Answer:
        """Write the text; an existing file was sent before."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._write(text)
        except FileExistsError:
            return Answer(verdict=Verdict.SENT, reference=text.name)
        except OSError:
            return Answer(verdict=Verdict.LATER, reason="not_writable")
        return Answer(verdict=Verdict.SENT, reference=text.name)

    def _write(self, text: Text) -> None:
        content = {"to": text.to, "body": text.body, "at": instant_text(datetime.now(UTC))}
        handle, draft = tempfile.mkstemp(dir=self.folder)
        try:
            with os.fdopen(handle, "w") as file:
                json.dump(content, file)
            # A link appears complete or not at all.
            os.link(draft, self.folder / f"{text.name}.json")
        finally:
            os.unlink(draft)
