"""The development mailbox: a page with the newest e-mails and text messages.

In development, Django's mail backend writes e-mails to files, and apps/senders/texts.py writes text messages to
files. The page reads these files, so it shows the messages as they were sent. Requests from other machines get 404.
"""

import email
import email.policy
import heapq
import ipaddress
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

FILES_READ: Final = 300
SHOWN: Final = 40
# The separator that Django's file backend writes after each mail.
RULER: Final = b"\n" + b"-" * 79 + b"\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One e-mail or one text message. A text message has no subject."""

    to: str
    subject: str
    body: str
    at: datetime


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the newest messages. With `?to=`, show only messages whose recipient contains this text."""
    if not _is_local(request):
        raise Http404
    to = request.GET.get("to", "").strip()
    found = [one for one in newest() if to.lower() in one.to.lower()]
    response = render(request, "testing/mailbox.html", {"messages": found[:SHOWN], "to": to})
    response["Cache-Control"] = "no-store"
    return response


def newest() -> list[Message]:
    """Return the e-mails and text messages of the newest 300 files of each kind, newest first."""
    both = [*_mails(Path(settings.EMAIL_FILE_PATH)), *_texts(Path(settings.SMS_FILE_PATH))]
    return sorted(both, key=lambda one: one.at, reverse=True)


def _is_local(request: HttpRequest) -> bool:
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def _mails(folder: Path) -> Iterator[Message]:
    for path, at in _newest_files(folder, "*.log"):
        for raw in path.read_bytes().split(RULER):
            if raw.strip():
                mail = email.message_from_bytes(raw, policy=email.policy.default)
                plain = mail.get_body(("plain",))
                body = plain.get_content() if plain is not None else ""
                yield Message(to=str(mail["To"]), subject=str(mail["Subject"]), body=body, at=at)


def _texts(folder: Path) -> Iterator[Message]:
    for path, at in _newest_files(folder, "*.json"):
        text = json.loads(path.read_bytes())
        yield Message(to=text["to"], subject="", body=text["body"], at=at)


def _newest_files(folder: Path, pattern: str) -> list[tuple[Path, datetime]]:
    dated = ((path.stat().st_mtime, path) for path in folder.glob(pattern))
    return [(path, datetime.fromtimestamp(seconds, UTC)) for seconds, path in heapq.nlargest(FILES_READ, dated)]
