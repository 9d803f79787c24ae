"""Request and response shapes of connected accounts."""

from typing import Annotated, Literal

from ninja import Schema
from pydantic import Field, StringConstraints

from apps.accounts.schemas import Email, OpenTableAccountOut, Phone, ResyAccountOut
from apps.common.schemas import Id, Instant, Line, Secret, Shape, Strict

CountryCode = Annotated[Line, StringConstraints(pattern=r"^\+?[1-9][0-9]{0,2}$")]
# The correlation id of a challenge is long, because it contains Resy's encrypted proof that the code was right.
CorrelationId = Annotated[str, StringConstraints(strip_whitespace=True, max_length=4000)]


class ResyLoginIn(Strict):
    """The e-mail address and password of a Resy account. The password is passed to Resy and not stored."""

    email: Email
    password: Secret


class ResyCodeRequestIn(Strict):
    """The phone or the e-mail address that gets a code. The phone is given with its country code, or with the country
    code in `country_code` (default +1)."""

    phone: Phone | None = None
    country_code: CountryCode | None = None
    email: Email | None = None


class ResyCodeIn(Strict):
    """The code that Resy sent, and the correlation id of the first step. The code is passed only to Resy."""

    code: Secret
    correlation_id: CorrelationId


class ResyAnswersIn(Strict):
    """The answers to a challenge by the names of its properties, and the correlation id of the challenge."""

    correlation_id: CorrelationId
    answers: Annotated[dict[Annotated[str, StringConstraints(max_length=100)], Email], Field(max_length=5)]


class PhoneLoginIn(Strict):
    """The phone that gets a code: the number with its country code, or both in separate fields (default +1)."""

    phone: Phone
    country_code: CountryCode | None = None


class PhoneCodeIn(Strict):
    """The code from the text message, the correlation id of the first step, and the phone. The code is passed only to
    OpenTable."""

    code: Secret
    correlation_id: CorrelationId
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
    """A code was sent. The second step requires the correlation id and the same user, and at OpenTable also the
    phone."""

    message: str
    correlation_id: str


class OpenTableConnectedOut(Schema):
    """The OpenTable account that was connected."""

    message: str
    account: OpenTableAccountOut


class ResyConnectedOut(Schema):
    """The Resy account that was connected."""

    message: str
    account: ResyAccountOut


class PropertyOut(Schema):
    """A field that Resy asks for, such as em_address or mobile_number. `label` is Resy's label of the field and may be
    empty."""

    name: str
    label: str


class ChallengeOut(Schema):
    """The fields that Resy asks for after the code, and the correlation id for the request that answers them."""

    correlation_id: str
    properties: list[PropertyOut]


class ResyCodeConfirmedOut(Schema):
    """The connected account, or the challenge to answer before the account is connected. One of the two is null."""

    message: str
    account: ResyAccountOut | None
    challenge: ChallengeOut | None


class AccountHealthOut(Shape):
    """The state of a connected account.

    `attention` is the reason why the owner has to act ("needs_reconnect", "expires_soon" or "payment_required"), or
    null. `verified_at` is when the platform last accepted the sign-in. `token_expires_at` is when the sign-in ends,
    null if unknown.
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
