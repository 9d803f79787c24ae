"""Writes a message: fills one kind's files in letters/ with its facts.

booked.txt is the mail as plain text, its first line the subject; booked.html the same for mail programs that show more;
booked.sms the text message, one sentence a line, the most important first.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.template import Context, Engine

from .kinds import Notice
from .rules.sms import fit

LETTERS: Final = Path(__file__).parent / "letters"
WORDS: Final = "apps.notices.letter_words"
SUBJECT: Final = "Subject: "
# Two engines of our own, so that plain text is not escaped and the letters need no setting.
PLAIN: Final = Engine(dirs=[str(LETTERS)], builtins=[WORDS], autoescape=False)
HTML: Final = Engine(dirs=[str(LETTERS)], builtins=[WORDS])


@dataclass(frozen=True, slots=True)
class Letter:
    """One message in words, for mail programs."""

    subject: str
    text: str
    html: str


def mail(*, notice: Notice, first_name: str) -> Letter:
    """Write the e-mail."""
    told = _told(notice, first_name)
    first, _, text = _filled(PLAIN, f"{notice.kind}.txt", told).partition("\n")
    subject = first.removeprefix(SUBJECT)
    return Letter(
        subject=subject,
        text=f"{text.strip()}\n",
        html=_filled(HTML, f"{notice.kind}.html", {**told, "subject": subject}),
    )


def text(*, notice: Notice, first_name: str) -> str:
    """Write the text message: at most 160 characters of the GSM alphabet."""
    return fit(_filled(PLAIN, f"{notice.kind}.sms", _told(notice, first_name)).splitlines())


def _told(notice: Notice, first_name: str) -> dict[str, Any]:
    return {"n": notice, "first_name": first_name, "site": settings.PUBLIC_URL}


def _filled(engine: Engine, name: str, told: Mapping[str, Any]) -> str:
    return engine.get_template(name).render(Context(dict(told), autoescape=engine.autoescape)).strip()
