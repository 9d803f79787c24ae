"""Finds the links in the mails that a test sent."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.core import mail as outbox

from testing.users import PASSWORD, Anyone, Person

ME = "/api/users/me/"
CONFIRM = "/api/users/email/confirm/"
RESEND = "/api/users/email/resend/"
REVERT = "/api/users/email/revert/"


def tokens(page: str, to: str) -> list[str]:
    """Return the tokens of all links to a page (confirm-email, revert-email, reset-password) sent to an address."""
    lines = [line for mail in outbox.outbox if mail.to == [to] for line in str(mail.body).splitlines()]
    return [parse_qs(urlsplit(line).query)["token"][0] for line in lines if f"/{page}?" in line]


def token(page: str, to: str) -> str:
    """Return the token of the newest link to a page that was sent to an address."""
    return tokens(page, to)[-1]


def ask(who: Person, email: str, password: str = PASSWORD) -> Any:
    """Request a change of the user's e-mail address."""
    return who.patch(ME, {"email": email, "current_password": password})


def confirm(who: Anyone, to: str) -> Any:
    """Open the newest confirmation link that was sent to an address."""
    return who.post(CONFIRM, {"token": token("confirm-email", to)})


def revert(who: Anyone, to: str) -> Any:
    """Open the newest revert link that was sent to an address."""
    return who.post(REVERT, {"token": token("revert-email", to)})
