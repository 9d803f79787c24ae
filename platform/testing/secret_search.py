"""Searches for secrets in everything that a test stored, printed, logged and answered.

    search = SecretSearch(capfd=capfd, caplog=caplog)
    search.add_answers(reply, …)
    search.assert_absent(card_number, cvc, password, code)

A secret is searched for as it is, without the spaces and hyphens that people write, and in base64 and percent encoding.
A short run of digits (a CVC, a code) occurs by chance inside longer numbers, so such a secret is found only where it
stands alone.
"""

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from typing import Protocol
from urllib.parse import quote

import pytest
from django.core.management import call_command

# Runs of fewer digits match only outside longer numbers.
SHORT = 8


class Answer(Protocol):
    """The response that a test client returns."""

    content: bytes

    def items(self) -> object:
        """Return the headers."""


@dataclass(kw_only=True)
class SecretSearch:
    """The search of one test.

    Secrets that are stored on purpose (a sealed token, a mask) are checked by the test itself.
    """

    caplog: pytest.LogCaptureFixture
    capfd: pytest.CaptureFixture[str]
    _texts: dict[str, str] = field(default_factory=dict)

    def add_answers(self, *answers: Answer) -> None:
        """Add these responses and their headers to what is searched."""
        for answer in answers:
            body = answer.content.decode(errors="replace")
            self._texts[f"answer {len(self._texts)}"] = f"{answer.items()}\n{body}"

    def assert_absent(self, *secrets: str) -> None:
        """Raise AssertionError if a secret is found. The text names the place but not the secret."""
        places = {**self._texts, "logs": self.caplog.text, "printed": "\n".join(self.capfd.readouterr())}
        places["database"] = dump_database()
        for number, secret in enumerate(secrets):
            for place, text in places.items():
                if contains_secret(text, secret):
                    raise AssertionError(f"secret {number} is in: {place}")


def dump_database() -> str:
    """Return every row of every table as text."""
    dump = StringIO()
    call_command("bench_dump", stdout=dump)
    return dump.getvalue()


def contains_secret(text: str, secret: str) -> bool:
    """Return whether a text contains a secret in one of its forms."""
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
