"""Renders messages: fills the templates of a message's kind (email_templates/) with the fields of the message.

A kind has four templates. For the kind "booked", booked.txt is the e-mail as plain text, with the subject on its first
line; booked.html is the same e-mail as HTML; booked.sms is the text message, one sentence per line, the most important
first; booked.note is the message for devices and chat apps, which show it below the subject.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.template import Context, Engine

from apps.notices.content.kinds import Notice
from apps.notices.rules.sms import fit

TEMPLATES: Final = Path(__file__).parents[1] / "email_templates"
FILTERS: Final = "apps.notices.text.template_filters"
SUBJECT: Final = "Subject: "
# Template engines for messages, separate from Django's settings, because the text of a mail must not be HTML-escaped.
PLAIN: Final = Engine(dirs=[str(TEMPLATES)], builtins=[FILTERS], autoescape=False)
HTML: Final = Engine(dirs=[str(TEMPLATES)], builtins=[FILTERS])


@dataclass(frozen=True, slots=True)
class RenderedMail:
    """One e-mail without its recipient."""

    subject: str
    text: str
    html: str


def render_mail(*, notice: Notice, first_name: str, locale: str, cancel_path: str = "") -> RenderedMail:
    """Return the e-mail of a notice. `cancel_path` is the path of the page that cancels the table, "" if there
    is none.
    """
    cancel_url = f"{settings.PUBLIC_URL}{cancel_path}" if cancel_path else ""
    context = {**_context(notice, first_name, locale), "cancel_url": cancel_url}
    first, _, text = _fill(PLAIN, f"{notice.kind}.txt", context).partition("\n")
    subject = first.removeprefix(SUBJECT)
    html = _fill(HTML, f"{notice.kind}.html", {**context, "subject": subject})
    return RenderedMail(subject=subject, text=f"{text.strip()}\n", html=html)


def render_text(*, notice: Notice, first_name: str, locale: str) -> str:
    """Return the text message of a notice: at most 160 characters of the GSM alphabet."""
    return fit(_fill(PLAIN, f"{notice.kind}.sms", _context(notice, first_name, locale)).splitlines())


@dataclass(frozen=True, slots=True)
class RenderedNote:
    """One message for a device or a chat app, without its link."""

    title: str
    body: str


def render_note(*, notice: Notice, first_name: str, locale: str) -> RenderedNote:
    """Return the message for a device or a chat app: the subject of the notice's e-mail, and one or two sentences."""
    context = _context(notice, first_name, locale)
    first, _, _ = _fill(PLAIN, f"{notice.kind}.txt", context).partition("\n")
    body = " ".join(_fill(PLAIN, f"{notice.kind}.note", context).split())
    return RenderedNote(title=first.removeprefix(SUBJECT), body=body)


def _context(notice: Notice, first_name: str, locale: str) -> dict[str, Any]:
    return {"n": notice, "first_name": first_name, "locale": locale, "site": settings.PUBLIC_URL}


def _fill(engine: Engine, name: str, context: Mapping[str, Any]) -> str:
    return engine.get_template(name).render(Context(dict(context), autoescape=engine.autoescape)).strip()
