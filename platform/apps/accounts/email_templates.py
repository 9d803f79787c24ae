"""The mails that guard an account: a link to set a new password, and word of changes that a thief would make."""

from typing import Final

from django.conf import settings

from apps.accounts.models import User
from apps.common import mail

LINK_SUBJECT: Final = "Set a new Tablehawk password"
LINK_TEXT: Final = """Hello {name},

somebody asked for a new password for your Tablehawk account. Set it here within the hour:

{url}

The link works once. If it was not you, you can ignore this mail: your password stays as it is.
"""

CHANGED_SUBJECT: Final = "Your Tablehawk password was changed"
CHANGED_TEXT: Final = """Hello {name},

the password of your Tablehawk account was changed just now, and your other devices were signed out.

If it was you, all is well. If it was not, set a new password here at once:

{site}/login
"""

CONFIRM_SUBJECT: Final = "Confirm your e-mail address for Tablehawk"
CONFIRM_TEXT: Final = """Hello,

This e-mail address was entered for a Tablehawk account. Confirm within 24 hours that it is yours:

{url}

If it was not you, ignore this mail. Until the address is confirmed, we send nothing else to it.
"""

MOVING_SUBJECT: Final = "Your Tablehawk e-mail address is about to change"
MOVING_TEXT: Final = """Hello {name},

Your Tablehawk account was asked to use {new} instead of this e-mail address. The change becomes active when
the link that we sent there is opened.
{revert}"""

MOVED_SUBJECT: Final = "Your Tablehawk e-mail address was changed"
MOVED_TEXT: Final = """Hello {name},

Your Tablehawk account no longer uses this e-mail address, but {new}.
{revert}"""

REVERT: Final = """
If it was you, all is well. If it was not, keep this address with one click. The link works for seven days, whatever
else is changed meanwhile. It signs every device out, and you set a new password:

{url}
"""

CLOSED_SUBJECT: Final = "Your Tablehawk account is closed"
CLOSED_TEXT: Final = """Hello {name},

your Tablehawk account is closed: your requests were stopped, your platform accounts disconnected, and what we knew of
you was deleted. Tables that are booked stay booked; cancel them at the restaurant's platform if you do not go.

Thank you for having been here.
"""


def send_reset_link(*, user: User, url: str) -> None:
    """Mail the link that sets a new password."""
    mail.send_soon(to=user.email, subject=LINK_SUBJECT, body=LINK_TEXT.format(name=user.first_name, url=url))


def tell_password_changed(*, user: User) -> None:
    """Say that the password is another one now; nothing is said to an address that was never confirmed."""
    if user.email_confirmed_at is None:
        return
    body = CHANGED_TEXT.format(name=user.first_name, site=settings.PUBLIC_URL)
    mail.send_soon(to=user.email, subject=CHANGED_SUBJECT, body=body)


def send_confirmation_link(*, to: str, url: str) -> None:
    """Mail the link that confirms an address. It names nobody: the reader may be a stranger to the account."""
    mail.send_soon(to=to, subject=CONFIRM_SUBJECT, body=CONFIRM_TEXT.format(url=url))


def tell_email_changing(*, user: User, new: str, url: str) -> None:
    """Say at the present address that another one was asked for, with the link that reverts."""
    _tell_old_address(MOVING_SUBJECT, MOVING_TEXT, user=user, old=user.email, new=new, url=url)


def tell_email_changed(*, user: User, old: str, new: str, url: str) -> None:
    """Say at the old address that mails go to another one now, with the link that reverts."""
    _tell_old_address(MOVED_SUBJECT, MOVED_TEXT, user=user, old=old, new=new, url=url)


def _tell_old_address(subject: str, text: str, *, user: User, old: str, new: str, url: str) -> None:
    body = text.format(name=user.first_name, new=masked(new), revert=REVERT.format(url=url))
    mail.send_soon(to=old, subject=subject, body=body)


def tell_closed(*, user: User) -> None:
    """Say goodbye at the address that `user` still holds though it is no longer stored, if it was confirmed."""
    if user.email_confirmed_at is None:
        return
    mail.send_soon(to=user.email, subject=CLOSED_SUBJECT, body=CLOSED_TEXT.format(name=user.first_name))


def masked(email: str) -> str:
    """The address as somebody knows it who knows it already: n…@example.org."""
    name, _, domain = email.partition("@")
    return f"{name[:1]}…@{domain}"
