"""Searches for secrets in everything that a test stored in the database, printed, logged or got as a response, and in
PostgreSQL's log.

    search = SecretSearch(capfd=capfd, caplog=caplog)
    search.add_answers(reply, …)
    search.assert_absent(card_number, cvc, password, code)

A secret is searched for in several forms: unchanged, in base64 and in percent encoding; a long number also with spaces
or hyphens between its digits.

A secret of fewer than eight digits (a CVC, a code) may occur by chance inside a longer number or
word. So it is searched for only unchanged, and only where no letter, digit, hyphen or underscore is
next to it and no period is before it.
"""

import os
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

import psycopg
import pytest
from django.core.management import call_command

# Kept here, because tests of programs without a database remove the variable.
_DATABASE_URL = os.environ.get("DATABASE_URL", "")
# A secret of fewer digits matches only outside longer numbers and words.
SHORT = 8


class Answer(Protocol):
    """The response that a test client returns."""

    content: bytes

    def items(self) -> object:
        """Return the headers."""


@dataclass(kw_only=True)
class SecretSearch:
    """The search for secrets in one test. It also reads what PostgreSQL has logged since the test began.

    The test itself has to check secrets that are stored on purpose, such as a sealed token or a masked card number.
    """

    caplog: pytest.LogCaptureFixture
    capfd: pytest.CaptureFixture[str]
    server_log: "ServerLog" = field(default_factory=lambda: ServerLog())
    _texts: dict[str, str] = field(default_factory=dict)

    def add_answers(self, *answers: Answer) -> None:
        """Add the bodies and headers of these responses to the searched texts."""
        for answer in answers:
            body = answer.content.decode(errors="replace")
            self._texts[f"answer {len(self._texts)}"] = f"{answer.items()}\n{body}"

    def assert_absent(self, *secrets: str) -> None:
        """Search all texts and the database for the secrets. Raises AssertionError if a secret is
        found.

        The error's text names the place, and the position of the secret among the arguments (from
        0), but not the secret itself.
        """
        places = {**self._texts, "logs": self.caplog.text, "printed": "\n".join(self.capfd.readouterr())}
        places |= {"database": dump_database(), "PostgreSQL's log": self.server_log.read()}
        for number, secret in enumerate(secrets):
            for place, text in places.items():
                if contains_secret(text, secret):
                    raise AssertionError(f"secret {number} is in: {place}")


class ServerLog:
    """The log of the test's PostgreSQL server, from the moment at which this object was made.

    tools.stack.testing.services writes the log beside the server's data.
    """

    def __init__(self) -> None:
        with psycopg.connect(_DATABASE_URL) as connection:
            ((folder,),) = connection.execute("SHOW data_directory").fetchall()
        self._file = Path(folder).with_suffix(".log")
        self._start = self._file.stat().st_size

    def read(self) -> str:
        """Return what the server has logged since."""
        return self._file.read_bytes()[self._start :].decode(errors="replace")


def dump_database() -> str:
    """Return every row of every table as text."""
    dump = StringIO()
    call_command("bench_dump", stdout=dump)
    return dump.getvalue()


def contains_secret(text: str, secret: str) -> bool:
    """Return whether a text contains a secret, unchanged or in one of its encoded forms."""
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
