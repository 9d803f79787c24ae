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

MOVED_SUBJECT: Final = "Your Tablehawk e-mail address was changed"
MOVED_TEXT: Final = """Hello {name},

your Tablehawk account no longer uses this e-mail address, but {new}.

If it was you, all is well. If it was not, please answer this mail at once so that we can help you.
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
    """Say that the password is another one now."""
    body = CHANGED_TEXT.format(name=user.first_name, site=settings.PUBLIC_URL)
    mail.send_soon(to=user.email, subject=CHANGED_SUBJECT, body=body)


def tell_email_changed(*, user: User, old: str) -> None:
    """Say at the old address that mails go to another one now."""
    mail.send_soon(to=old, subject=MOVED_SUBJECT, body=MOVED_TEXT.format(name=user.first_name, new=masked(user.email)))


def tell_closed(*, user: User) -> None:
    """Say goodbye, at the address that `user` still holds though it is no longer stored."""
    mail.send_soon(to=user.email, subject=CLOSED_SUBJECT, body=CLOSED_TEXT.format(name=user.first_name))


def masked(email: str) -> str:
    """The address as somebody knows it who knows it already: n…@example.org."""
    name, _, domain = email.partition("@")
    return f"{name[:1]}…@{domain}"
