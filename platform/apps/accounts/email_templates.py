"""Sends the e-mails of accounts: links that confirm or restore an address or reset a password, and notices of changes
that concern security.

Each template is a file in templates/accounts/emails: the subject, an empty line, then the body.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

from apps.accounts import messages
from apps.accounts.models import User
from apps.common import mail

FOLDER: Final = Path(__file__).parent / "templates" / "accounts" / "emails"


def send_reset_link(*, user: User, url: str) -> None:
    """Send the link that sets a new password."""
    _send("reset_link", user.email, name=user.first_name, url=url)


def send_nothing() -> None:
    """Do what sending a reset link costs, without a mail."""
    subject, body = _template("reset_link")
    mail.send_soon(to="", subject=subject, body=body)


def send_password_changed(*, user: User) -> None:
    """Send a mail that the password has changed. Does nothing if the user's address was never confirmed."""
    if user.email_confirmed_at is not None:
        _send("password_changed", user.email, name=user.first_name, site=settings.PUBLIC_URL)


def send_confirmation_link(*, to: str, url: str) -> None:
    """Send the link that confirms an address. The mail does not contain the user's name, because the address may belong
    to somebody else."""
    _send("confirmation_link", to, url=url)


def send_change_requested(*, user: User, new: str, revert_url: str) -> None:
    """Send the current address a mail that the address `new` was requested, with the link that reverts the change."""
    _send("change_requested", user.email, name=user.first_name, new=mask(new), url=revert_url)


def send_address_changed(*, user: User, new: str, revert_url: str) -> None:
    """Send the old address a mail that the address is now `new`, with the link that reverts the change.

    The caller has not reloaded `user`, so `user.email` is still the old address.
    """
    _send("address_changed", user.email, name=user.first_name, new=mask(new), url=revert_url)


def send_closed(*, user: User, tables: Sequence[str]) -> None:
    """Send a mail that the account is closed, with the `tables` that stay booked. Does nothing if the user's address
    was never confirmed.

    The caller has not reloaded `user`, so `user.email` is still the address that was erased from the row.
    """
    if user.email_confirmed_at is not None:
        _send("account_closed", user.email, name=user.first_name, tables=messages.tables_in_mail(tables=tables))


def mask(email: str) -> str:
    """Shorten an address to its first letter and its domain: n…@example.org."""
    name, _, domain = email.partition("@")
    return f"{name[:1]}…@{domain}"


@cache
def _template(name: str) -> tuple[str, str]:
    subject, _, body = (FOLDER / f"{name}.txt").read_text().partition("\n\n")
    return subject, body


def _send(template: str, to: str, **values: str) -> None:
    subject, body = _template(template)
    mail.send_soon(to=to, subject=subject, body=body.format(**values))
