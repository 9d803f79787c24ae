"""What confirmation and revert links share: the text of a token, and a sentence for each way in which one fails."""

from typing import TYPE_CHECKING

from apps.accounts.models import User
from apps.accounts.tokens import signature
from apps.common.errors import Refusal

if TYPE_CHECKING:
    from uuid import UUID

    from apps.accounts.sessions import Identity


def token_of(purpose: str, *, key: int, nonce: "UUID") -> str:
    """The token of the row `key`: its number, and a signature that only this server can make."""
    return f"{key}.{signature(purpose, f'{key}:{nonce}')}"


def key_of(token: str) -> int:
    """The row that a token names, whether or not its signature is right. Raises Refusal 400 for other text."""
    key = token.partition(".")[0]
    if not (key.isdecimal() and key.isascii() and len(key) < 19):
        raise invalid()
    return int(key)


def check_owner(*, user: User, identity: "Identity | None") -> None:
    """Raise Refusal for a closed account (409) and for a link opened by another signed-in user (403)."""
    if not user.is_active:
        raise Refusal("account_closed", 409, "This account is closed. The link changes nothing any more.")
    if identity is not None and identity.user.pk != user.pk:
        sentence = "This link belongs to another account. Sign out, then open it again."
        raise Refusal("other_account", 403, sentence)


def invalid() -> Refusal:
    """400: no link of ours, or one that was canceled or replaced by a newer one."""
    return Refusal("invalid_link", 400, "This link is not valid. A newer link may have replaced it.")


def used() -> Refusal:
    """400: opened before."""
    return Refusal("used_link", 400, "This link was used already. Nothing more to do.")


def expired(advice: str) -> Refusal:
    """400: opened too late."""
    return Refusal("expired_link", 400, f"This link has expired. {advice}")


def staff_address() -> Refusal:
    """403: the address of an account with rights in the admin."""
    sentence = "The e-mail address of a staff account can only be changed in the admin."
    return Refusal("staff_address", 403, sentence, errors={"email": sentence})
