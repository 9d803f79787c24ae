"""For tests: searches everything that is stored, printed, logged and answered for what must not be there.

    search = SecretSearch(capfd=capfd, caplog=caplog)
    search.heard(reply, …)
    search.finds_nothing_of(card_number, cvc, password, code)

A secret is searched as it is, without the spaces and hyphens that people write, and in base64 and percent encoding.
Short runs of digits (a CVC, a code) are found only where they stand alone: inside of longer numbers they are chance.
"""

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from typing import Protocol
from urllib.parse import quote

from django.core.management import call_command

# Digits that stand alone; in a time or an id such a run is chance.
SHORT = 8


class Answer(Protocol):
    """What a test client returns."""

    content: bytes

    def items(self) -> object:
        """The headers."""


class Log(Protocol):
    """pytest's caplog."""

    @property
    def text(self) -> str:
        """All lines."""


class Printed(Protocol):
    """pytest's capfd."""

    def readouterr(self) -> tuple[str, str]:
        """What was printed since the last look."""


@dataclass(kw_only=True)
class SecretSearch:
    """One test's search. Secrets that must be found (a platform's sealed token, a mask) are the test's own business."""

    caplog: Log
    capfd: Printed
    _texts: dict[str, str] = field(default_factory=dict)

    def heard(self, *answers: Answer) -> None:
        """Search these answers too, with their headers."""
        for answer in answers:
            body = answer.content.decode(errors="replace")
            self._texts[f"answer {len(self._texts)}"] = f"{answer.items()}\n{body}"

    def finds_nothing_of(self, *secrets: str) -> None:
        """Raise AssertionError that names the place and never the secret."""
        places = {**self._texts, "logs": self.caplog.text, "printed": "\n".join(self.capfd.readouterr())}
        places["database"] = stored()
        for number, secret in enumerate(secrets):
            for place, text in places.items():
                if shows(text, secret):
                    raise AssertionError(f"secret {number} is in: {place}")


def stored() -> str:
    """Every row of every table as text."""
    dump = StringIO()
    call_command("bench_dump", stdout=dump)
    return dump.getvalue()


def shows(text: str, secret: str) -> bool:
    """Whether a text shows a secret in any form that we look for."""
    return any(re.search(form, text) for form in _forms(secret))


def _forms(secret: str) -> Iterator[str]:
    digits = re.sub(r"[ -]", "", secret)
    if digits.isdecimal() and len(digits) < SHORT:
        yield rf"(?<![0-9A-Za-z._-]){digits}(?![0-9A-Za-z_-])"
        return
    yield re.escape(secret)
    yield re.escape(quote(secret, safe=""))
    yield re.escape(b64encode(secret.encode()).decode().rstrip("=")[:-1])
    if digits.isdecimal():
        yield "[ -]?".join(digits)
