"""Wire shapes of connections."""

from typing import Annotated, Literal

from ninja import Schema
from pydantic import StringConstraints

from apps.accounts.schemas import Email, OpenTableAccountOut, Phone, ResyAccountOut
from apps.common.schemas import Id, Instant, Line, Secret, Strict
from apps.connections.models import PlatformAccount


class ResyLoginIn(Strict):
    """A sign-in at Resy. The password goes on to Resy and nowhere else."""

    email: Email
    password: Secret


class PhoneLoginIn(Strict):
    """Where OpenTable is to send a code: the number with its country code, or the two apart (+1 unless given)."""

    phone: Phone
    country_code: Annotated[Line, StringConstraints(pattern=r"^\+?[1-9][0-9]{0,2}$")] | None = None


class PhoneCodeIn(Strict):
    """The code that arrived, with what the first step answered. The code goes on to OpenTable and nowhere else."""

    code: Secret
    correlation_id: Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)]
    phone: Phone


class DisconnectIn(Strict):
    """Which account to disconnect; the specification writes this field in its own way."""

    accountId: Id


class ResySignedInOut(Schema):
    """Whether a Resy account is connected."""

    resy_signed_in: bool


class OpenTableSignedInOut(Schema):
    """Whether an OpenTable account is connected."""

    opentable_signed_in: bool


class CodeSentOut(Schema):
    """A code is on its way; the correlation id belongs into the second step, by the same user for the same phone."""

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
    """How an account is. `attention`: the code of what its owner has to do ("needs_reconnect", "expires_soon",
    "payment_required"), nothing while all is well.

    `token_expires_at`: when its sign-in ends, where the platform tells; `verified_at`: when it was last good.
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
        """An account without anything to do has an empty reason."""
        return account.attention_reason or None
