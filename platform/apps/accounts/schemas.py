"""Request and response shapes of accounts."""

from typing import Annotated, Final, Literal
from uuid import UUID

from ninja import Schema
from pydantic import AfterValidator, Field, StringConstraints

from apps.accounts.models import Session
from apps.accounts.rules.entitlements import Entitlements
from apps.accounts.rules.profile_fields import plain_name
from apps.common.platform_wire import OpenTableAccountOut, PlatformAccountOut, ResyAccountOut
from apps.common.rules.devices import device_name
from apps.common.rules.phones import plain_phone
from apps.common.schemas import Flag, Instant, Line, Secret, Shape, Strict, Whole

# These limits are longer than any valid value. The rules refuse shorter invalid values, with the specification's
# sentences.
Name = Annotated[Line, StringConstraints(max_length=100), AfterValidator(plain_name)]
Email = Annotated[Line, StringConstraints(max_length=254)]
# As people paste it: with separators, invisible characters and an extension.
Phone = Annotated[Line, StringConstraints(max_length=60), AfterValidator(plain_phone)]
MOST_FOR_GUEST_CENTS: Final = 100_000


class RegisterIn(Strict):
    """The form of a sign-up. The server sets all other fields of the user."""

    first_name: Name
    last_name: Name
    email: Email
    phone: Phone
    password: Secret
    referral_code: Annotated[Line, StringConstraints(max_length=64)] | None = None
    referral_link: Annotated[str, StringConstraints(max_length=4000)] | None = None


class LoginIn(Strict):
    """E-mail address and password."""

    email: Email
    password: Secret


class RefreshIn(Strict):
    """The refresh token to rotate."""

    refresh_token: Secret


class LogoutIn(Strict):
    """The refresh token of the session to end. A client whose access token has expired needs it to sign out."""

    refresh_token: Secret | None = None


class ProfileIn(Strict):
    """Changes of the profile. Absent fields stay unchanged. A different e-mail address or phone requires
    `current_password`."""

    first_name: Name | None = None
    last_name: Name | None = None
    email: Email | None = None
    phone: Phone | None = None
    cancel_fee_per_guest_cents: Annotated[Whole, Field(ge=0, le=MOST_FOR_GUEST_CENTS)] | None = None
    current_password: Secret | None = None


class LinkIn(Strict):
    """The token of a link that was sent by e-mail."""

    token: Secret


class ChangePasswordIn(Strict):
    """The old and the new password."""

    old_password: Secret
    new_password: Secret


class CloseIn(Strict):
    """The password of the account to close."""

    password: Secret


class ResetRequestIn(Strict):
    """The address to send a reset link to."""

    email: Email


class ResetIn(Strict):
    """The new password. The token and the uid of the reset link are query parameters."""

    password: Secret


class NotificationsIn(Strict):
    """Changes of the notification preferences. Absent fields stay unchanged."""

    email_notifications: Flag | None = None
    phone_notifications: Flag | None = None


class NotificationsOut(Shape):
    """The notification preferences: whether the user wants e-mails and text messages."""

    email_notifications: bool
    phone_notifications: bool


class SessionOut(Schema):
    """A signed-in device. `last_used_at` is the last refresh of its tokens; a device in use refreshes every 15
    minutes."""

    id: UUID
    device: str
    created_at: Instant
    last_used_at: Instant
    expires_at: Instant
    current: bool

    @staticmethod
    def resolve_device(session: Session) -> str:
        return device_name(session.user_agent)


class UserOut(Shape):
    """The signed-in user with plan, flags, own referral link, connected accounts and entitlements.

    `pending_email` becomes `email` when the link that was sent to it is opened; null if no change is pending.
    """

    id: int
    email: str
    email_confirmed: bool
    pending_email: str | None
    first_name: str
    last_name: str
    phone: str
    phone_confirmed: bool
    subscription_type: Literal["none", "standard", "premium"]
    trial_ends_at: Instant | None
    has_had_free_trial: bool
    cancel_fee_per_guest_cents: int | None
    is_concierge: bool
    is_vip: bool
    referral_code: str
    referral_link: str
    resy_accounts: list[ResyAccountOut]
    ot_accounts: list[OpenTableAccountOut]
    platform_accounts: list[PlatformAccountOut] = []
    entitlements: Entitlements


class SignedInUserOut(UserOut):
    """The user with a new pair of tokens."""

    access_token: str
    refresh_token: str


class SignedInOut(Shape):
    """The answer to sign-up and sign-in."""

    user: SignedInUserOut
    message: str
