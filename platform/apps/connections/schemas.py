"""Request and response shapes of connected accounts."""

from typing import Annotated, Literal

from ninja import Schema
from pydantic import Field, StringConstraints

from apps.accounts.schemas import Email, Phone
from apps.common.platform_wire import PlatformAccountOut
from apps.common.schemas import Id, Instant, Line, Secret, Shape, Strict
from apps.connections.sign_in.code_login import Asked
from realtime.events import Platform

CountryCode = Annotated[Line, StringConstraints(pattern=r"^\+?[1-9][0-9]{0,2}$")]
# The correlation id of a challenge is long, because it contains the platform's encrypted proof that the code was right.
CorrelationId = Annotated[str, StringConstraints(strip_whitespace=True, max_length=4000)]


class PasswordIn(Strict):
    """The e-mail address and password of an account at the platform. The password is passed on and not stored."""

    email: Email
    password: Secret

    def given(self) -> dict[str, str]:
        """Return both as text."""
        return {"email": self.email, "password": self.password.get_secret_value()}


class CodeRequestIn(Strict):
    """The phone or the e-mail address that gets a code. The phone is given with its country code, or with the country
    code in `country_code` (default +1)."""

    phone: Phone | None = None
    country_code: CountryCode | None = None
    email: Email | None = None


class CodeIn(Strict):
    """The code that the platform sent, and the correlation id of the first step. The code is passed only to the
    platform."""

    code: Secret
    correlation_id: CorrelationId

    def given(self) -> dict[str, str]:
        """Return both as text."""
        return {"code": self.code.get_secret_value().strip(), "correlation_id": self.correlation_id}


class AnswersIn(Strict):
    """The answers to a challenge by the names of its properties, and the correlation id of the challenge."""

    correlation_id: CorrelationId
    answers: Annotated[dict[Annotated[str, StringConstraints(max_length=100)], Email], Field(max_length=5)]


class PhoneLoginIn(Strict):
    """The phone that gets a code: the number with its country code, or both in separate fields (default +1)."""

    phone: Phone
    country_code: CountryCode | None = None


class PhoneCodeIn(CodeIn):
    """The code from the text message, the correlation id of the first step, and the phone."""

    phone: Phone


class DisconnectIn(Strict):
    """The account to disconnect; the specification fixes the spelling of this field."""

    accountId: Id


class SignedInStateOut(Schema):
    """Whether an account at the platform is connected."""

    signed_in: bool


class ConnectedOut(Schema):
    """The account that was connected."""

    message: str
    account: PlatformAccountOut


class CodeConfirmedOut(Schema):
    """The connected account, or the challenge to answer before the account is connected. One of the two is null."""

    message: str
    account: PlatformAccountOut | None
    challenge: Asked | None


class AccountHealthOut(Shape):
    """The state of a connected account.

    `attention` is the reason why the owner has to act ("needs_reconnect", "expires_soon" or "payment_required"), or
    null. `verified_at` is when the platform last accepted the sign-in. `token_expires_at` is when the sign-in ends,
    null if unknown.
    """

    id: int
    platform: Platform
    username: str
    display_name: str
    is_concierge: bool
    status: Literal["connected", "needs_reconnect"]
    attention: str | None
    connected_at: Instant
    verified_at: Instant | None
    token_expires_at: Instant | None
