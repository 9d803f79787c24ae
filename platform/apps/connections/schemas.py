"""Request and response shapes of connected accounts."""

from typing import Annotated, Literal

from ninja import Schema
from pydantic import StringConstraints

from apps.accounts.schemas import Email, OpenTableAccountOut, Phone, ResyAccountOut
from apps.common.schemas import Id, Instant, Line, Secret, Strict
from apps.connections.models import PlatformAccount


class ResyLoginIn(Strict):
    """A sign-in at Resy. The password is passed to Resy and not stored."""

    email: Email
    password: Secret


class PhoneLoginIn(Strict):
    """The phone that gets a code: the number with its country code, or both in separate fields (default +1)."""

    phone: Phone
    country_code: Annotated[Line, StringConstraints(pattern=r"^\+?[1-9][0-9]{0,2}$")] | None = None


class PhoneCodeIn(Strict):
    """The code from the text message, and what the first step returned. The code is passed only to OpenTable."""

    code: Secret
    correlation_id: Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)]
    phone: Phone


class DisconnectIn(Strict):
    """The account to disconnect; the specification fixes the spelling of this field."""

    accountId: Id


class ResySignedInOut(Schema):
    """Whether a Resy account is connected."""

    resy_signed_in: bool


class OpenTableSignedInOut(Schema):
    """Whether an OpenTable account is connected."""

    opentable_signed_in: bool


class CodeSentOut(Schema):
    """A code was sent. The second step needs the correlation id, and the same user and phone."""

    message: str
    correlation_id: str


class OpenTableConnectedOut(Schema):
    """The connected account."""

    message: str
    account: OpenTableAccountOut


class ResyConnectedOut(Schema):
    """The connected account."""

    message: str
    account: ResyAccountOut


class AccountHealthOut(Schema):
    """The state of an account.

    `attention`: why its owner has to act ("needs_reconnect", "expires_soon", "payment_required"), or null.
    `verified_at`: when the platform last accepted the sign-in. `token_expires_at`: when the sign-in ends, null if
    unknown.
    """

    id: int
    platform: Literal["resy", "opentable"]
    username: str
    display_name: str
    is_concierge: bool
    status: Literal["connected", "needs_reconnect"]
    attention: str | None
    connected_at: Instant
    verified_at: Instant | None
    token_expires_at: Instant | None

    @staticmethod
    def resolve_attention(account: PlatformAccount) -> str | None:
        return account.attention_reason or None
