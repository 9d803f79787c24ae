"""`manage.py operator_token`: makes, lists and revokes the tokens of the operators' command line."""

from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from apps.accounts.models import OperatorToken, User
from apps.accounts.staff import operator_tokens
from apps.accounts.staff.operator_tokens import NoToken


class Command(BaseCommand):
    help = "Make, list and revoke operator tokens, with which `ops --url` uses the admin API."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        make = verbs.add_parser("make", help="print a new token; it is shown once")
        make.add_argument("email")
        make.add_argument("--name", required=True, help="where the token is used, such as the name of a machine")
        make.add_argument("--write", action="store_true", help="let the token make changes; otherwise it can only read")
        make.add_argument("--days", type=int, default=30, help="validity in days (30, at most 365)")
        verbs.add_parser("list", help="list valid tokens")
        revoke = verbs.add_parser("revoke", help="end a token at once")
        revoke.add_argument("id", type=int)

    def handle(self, *_: Any, verb: str, **options: Any) -> None:
        """Make, list or revoke tokens. Raises CommandError for an unknown user or token, or if a
        token cannot be made for the user."""
        verbs: dict[str, Callable[..., None]] = {"make": self._make, "list": self._list, "revoke": self._revoke}
        verbs[verb](**options)

    def _make(self, *, email: str, name: str, write: bool, days: int, **_: Any) -> None:
        user = User.objects.filter(email=email.lower()).first()
        if user is None:
            raise CommandError(f"No user has the address {email}.")
        try:
            row, text = operator_tokens.make_token(user=user, name=name, may_write=write, days=days, now=timezone.now())
        except NoToken as error:
            raise CommandError(str(error)) from None
        scope = "may change" if write else "only reads"
        self.stderr.write(f"Token {row.pk} {scope}, valid until {row.expires_at:%Y-%m-%d}. It is not shown again:")
        self.stdout.write(text)

    def _list(self, **_: Any) -> None:
        rows = OperatorToken.objects.filter(revoked_at=None, expires_at__gt=timezone.now()).select_related("user")
        for row in rows.order_by("pk"):
            used = f"{row.last_used_at:%Y-%m-%d %H:%M}" if row.last_used_at else "never"
            scope = "write" if row.may_write else "read"
            until = f"{row.expires_at:%Y-%m-%d}"
            self.stdout.write(f"{row.pk}  {row.user.email}  {row.name}  {scope}  until {until}  used {used}")

    def _revoke(self, *, id: int, **_: Any) -> None:
        row = OperatorToken.objects.filter(pk=id).first()
        if row is None:
            raise CommandError(f"There is no token {id}.")
        ended = operator_tokens.revoke_token(row, now=timezone.now())
        self.stdout.write(f"Token {id} is revoked." if ended else f"Token {id} was already revoked.")
