"""What the bench commands of accounts share."""

from django.core.management.base import CommandError, CommandParser

from apps.accounts.models import User


def add_email(parser: CommandParser) -> None:
    """The argument that names the user."""
    parser.add_argument("email", help="the user's e-mail address")


def user_of(email: str) -> User:
    """The user with this address, or a sentence."""
    user = User.objects.filter(email=email.lower()).first()
    if user is None:
        raise CommandError(f"There is no user {email}.")
    return user
