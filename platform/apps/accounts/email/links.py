"""Tokens, checks and refusals that the confirmation link and the revert link of an e-mail address share."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlencode

from django.conf import settings

from apps.accounts import messages
from apps.accounts.models import EmailConfirmation, EmailRevert, User
from apps.accounts.sign_in import tokens
from apps.common.errors import Refusal

if TYPE_CHECKING:
    from apps.accounts.sign_in.sessions import Identity

Row = TypeVar("Row", EmailConfirmation, EmailRevert)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkKind:
    """A kind of link that a mail contains. `purpose` is part of the signature, `page` is the path of the page that the
    link opens, and `expired` is the sentence for an expired link.

    A link takes effect only when the user presses a button on that page, so a mail scanner that opens the link changes
    nothing.
    """

    purpose: str
    page: str
    expired: str

    def url(self, row: EmailConfirmation | EmailRevert) -> str:
        return f"{settings.PUBLIC_URL}/{self.page}?{urlencode({'token': self._token(row)})}"

    def check(
        self, *, token: str, row: Row | None, user: User | None, identity: "Identity | None", now: datetime
    ) -> tuple[Row, User]:
        """Check that a link may be used now. Return its row and its user, which are then known to exist.

        `identity` is the signed-in user, if there is one. Raises Refusal: 400 for a link that is invalid, used or
        expired; 403 if another user is signed in; 409 for a closed account.
        """
        if user is None or row is None or not tokens.is_same(self._token(row), token):
            raise invalid()
        if not user.is_active:
            raise Refusal("account_closed", 409, messages.ACCOUNT_CLOSED)
        if identity is not None and identity.user.pk != user.pk:
            raise Refusal("other_account", 403, messages.OTHER_ACCOUNT)
        if row.used_at is not None:
            raise Refusal("used_link", 400, messages.USED_LINK)
        if row.expires_at <= now:
            raise Refusal("expired_link", 400, self.expired)
        return row, user

    def _token(self, row: EmailConfirmation | EmailRevert) -> str:
        return tokens.signed_id(self.purpose, row.pk, nonce=str(row.nonce))


def invalid() -> Refusal:
    """Return the refusal (400) for a link with a wrong signature, or a link that was canceled or replaced."""
    return Refusal("invalid_link", 400, messages.INVALID_LINK)


def staff_address() -> Refusal:
    """Return the refusal (403) for a member of staff, whose address is changed only in the admin."""
    return Refusal("staff_address", 403, messages.STAFF_ADDRESS, errors={"email": messages.STAFF_ADDRESS})
