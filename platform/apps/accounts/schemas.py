"""Wire shapes of accounts."""

from typing import Annotated, Literal
from uuid import UUID

from ninja import Schema
from pydantic import AfterValidator, Field, StringConstraints

from apps.accounts.rules.profile_fields import plain_name
from apps.common.schemas import Instant, Line, Secret, Strict

# Longer than any value that can be right; what is wrong below it gets the specification's sentence from the rules.
Name = Annotated[Line, StringConstraints(max_length=100), AfterValidator(plain_name)]
Email = Annotated[Line, StringConstraints(max_length=254)]
Phone = Annotated[Line, StringConstraints(max_length=20)]


class RegisterIn(Strict):
    """Sign-up. Everything else about a user is decided by the server."""

    first_name: Name
    last_name: Name
    email: Email
    phone: Phone
    password: Secret
    referral_code: Annotated[Line, StringConstraints(max_length=64)] | None = None
    referral_link: Annotated[str, StringConstraints(max_length=4000)] | None = None


class LoginIn(Strict):
    """Sign-in."""

    email: Email
    password: Secret


class RefreshIn(Strict):
    """The refresh token to rotate."""

    refresh_token: Secret


class LogoutIn(Strict):
    """The session to end by its refresh token, for a client whose access token has run out."""

    refresh_token: Secret | None = None


class ProfileIn(Strict):
    """What a user may change about themselves; what is left out stays.

    A different e-mail address or phone number needs the current password.
    """

    first_name: Name | None = None
    last_name: Name | None = None
    email: Email | None = None
    phone: Phone | None = None
    current_password: Secret | None = None


class LinkIn(Strict):
    """The token of a link that was mailed."""

    token: Secret


class ChangePasswordIn(Strict):
    """The profile's tab "Reset Password"."""

    old_password: Secret
    new_password: Secret


class CloseIn(Strict):
    """Closing the account for good; the password says that it is really its owner."""

    password: Secret


class ResetRequestIn(Strict):
    """Where to send a reset link."""

    email: Email


class ResetIn(Strict):
    """The new password; token and uid come in the query."""

    password: Secret


class NotificationsIn(Strict):
    """How the user wants to be told; what is left out stays."""

    email_notifications: bool | None = None
    phone_notifications: bool | None = None


class NotificationsOut(Schema):
    """How the user is told."""

    email_notifications: bool
    phone_notifications: bool


class TokensOut(Schema):
    """A pair of tokens."""

    access_token: str
    refresh_token: str


class SessionOut(Schema):
    """A signed-in device. `last_used_at` is when it last renewed its tokens, every 15 minutes while in use."""

    id: UUID
    device: str
    created_at: Instant
    last_used_at: Instant
    expires_at: Instant
    current: bool


class ResyAccountOut(Schema):
    """A connected Resy account. Never its token."""

    id: int
    resy_username: str = Field(validation_alias="username")
    display_name: str
    is_concierge: bool
    status: Literal["connected", "needs_reconnect"]
    verified_at: Instant | None


class OpenTableAccountOut(Schema):
    """A connected OpenTable account. Never its token."""

    id: int
    ot_username: str = Field(validation_alias="username")
    display_name: str
    is_concierge: bool
    status: Literal["connected", "needs_reconnect"]
    verified_at: Instant | None


class EntitlementsOut(Schema):
    """What the user may do now; `active_limit` null means without limit."""

    active_limit: int | None
    party_sizes: list[int]
    custom_party_size: bool
    custom_time: bool
    release_requests: bool
    seating_choice: bool
    override: bool
    max_venues: int
    max_dates: int
    premium_venues: bool
    same_date_booking: bool
    priority_booking: bool
    can_reserve: bool
    can_select: bool


class UserOut(Schema):
    """The signed-in user: person, plan, flags, their own invitation, connected accounts and rights.

    `pending_email` becomes the address when the link sent there is opened.
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
    is_concierge: bool
    is_vip: bool
    referral_code: str
    referral_link: str
    resy_accounts: list[ResyAccountOut]
    ot_accounts: list[OpenTableAccountOut]
    entitlements: EntitlementsOut


class SignedInUserOut(UserOut):
    """The user with a fresh pair of tokens."""

    access_token: str
    refresh_token: str


class SignedInOut(Schema):
    """The answer to sign-up and sign-in."""

    user: SignedInUserOut
    message: str
