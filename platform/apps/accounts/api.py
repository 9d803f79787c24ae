"""Endpoints of accounts: sign-up, sign-in, sessions, profile, notifications and passwords."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from ninja import Query, Router, Status

from apps.accounts import account_closure, messages, schemas, selectors, services
from apps.accounts.email import confirmation as email_confirmation
from apps.accounts.email import revert as email_revert
from apps.accounts.models import Session, User
from apps.accounts.security.throttle import origin
from apps.accounts.sign_in import password_reset, passwords, sessions
from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.accounts.sign_in.sessions import TokenPair
from apps.common.formatting import pick_locale
from apps.common.schemas import MessageOut, SearchText, Secret

router = Router()


def _signed_in(user: User, tokens: TokenPair, message: str) -> dict[str, Any]:
    profile = selectors.get_profile(user=user, now=timezone.now())
    both = {"access_token": tokens.access_token, "refresh_token": tokens.refresh_token}
    return {"user": {**profile, **both}, "message": message}


@router.post("/register/", response={201: schemas.SignedInOut})
def register_user(request: HttpRequest, form: schemas.RegisterIn) -> Status[dict[str, Any]]:
    """Create an account and sign it in."""
    user, tokens = services.register(
        person=form.model_dump(include={"first_name", "last_name", "email", "phone"}),
        password=form.password.get_secret_value(),
        referral_code=form.referral_code,
        referral_link=form.referral_link,
        user_agent=request.headers.get("User-Agent", ""),
        locale=pick_locale(request.headers.get("Accept-Language", "")),
        **origin(request),
    )
    return Status(201, _signed_in(user, tokens, messages.WELCOME))


@router.post("/login/", response=schemas.SignedInOut)
def log_in(request: HttpRequest, form: schemas.LoginIn) -> dict[str, Any]:
    """Sign in with e-mail and password."""
    user, tokens = services.log_in(
        email=form.email,
        password=form.password.get_secret_value(),
        user_agent=request.headers.get("User-Agent", ""),
        locale=pick_locale(request.headers.get("Accept-Language", "")),
        **origin(request),
    )
    return _signed_in(user, tokens, messages.LOGGED_IN)


@router.post("/token/refresh/", response=TokenPair)
def refresh_tokens(request: HttpRequest, form: schemas.RefreshIn) -> TokenPair:
    """Exchange the refresh token for a new pair of tokens. The old refresh token stays valid for ten seconds; if it is
    used later, the session ends."""
    text = form.refresh_token.get_secret_value()
    return sessions.refresh_session(text=text, **origin(request))


@router.post("/logout/", response=MessageOut)
def log_out(request: HttpRequest, form: schemas.LogoutIn | None = None) -> dict[str, str]:
    """End the sessions of the given access token and refresh token. The call succeeds even if a token is invalid."""
    sessions.sign_out(
        identity=bearer(request),
        refresh=form.refresh_token.get_secret_value() if form is not None and form.refresh_token is not None else None,
        **origin(request),
    )
    return {"message": messages.LOGGED_OUT}


@router.get("/sessions/", auth=bearer, response=list[schemas.SessionOut])
def list_sessions(request: SignedInRequest) -> QuerySet[Session]:
    """The signed-in devices of the user, last used first; at most 100."""
    return selectors.list_sessions(user=request.auth.user, current=request.auth.session_id, now=timezone.now())


@router.post("/sessions/revoke-others/", auth=bearer, response=MessageOut)
def revoke_other_sessions(request: SignedInRequest) -> dict[str, str]:
    """Sign out every device except the current one."""
    ended = sessions.revoke_other_sessions(identity=request.auth, **origin(request))
    return {"message": messages.devices_signed_out(number=ended)}


@router.delete("/sessions/{session_id}/", auth=bearer, response=MessageOut)
def revoke_session(request: SignedInRequest, session_id: UUID) -> dict[str, str]:
    """Sign out one device of the user, which may be the current one. The device's tokens become invalid at once."""
    sessions.revoke_session(user=request.auth.user, session_id=session_id, **origin(request))
    return {"message": messages.DEVICE_SIGNED_OUT}


@router.get("/me/", auth=bearer, response=schemas.UserOut)
def get_profile(request: SignedInRequest) -> dict[str, Any]:
    """The user with plan, flags, accounts and entitlements."""
    return selectors.get_profile(user=request.auth.user, now=timezone.now())


@router.patch("/me/", auth=bearer, response=schemas.UserOut)
def update_profile(request: SignedInRequest, form: schemas.ProfileIn) -> dict[str, Any]:
    """Change names, e-mail or phone. Changing e-mail or phone requires the current password.

    A new e-mail address becomes `pending_email` until the link sent there is opened.
    """
    where = origin(request)
    user = services.update_profile(
        identity=request.auth,
        changes=form.model_dump(exclude_none=True, exclude={"current_password"}),
        current_password=form.current_password.get_secret_value() if form.current_password is not None else None,
        **where,
    )
    return selectors.get_profile(user=user, now=where["now"])


@router.delete("/me/", auth=bearer, response=MessageOut)
def close_account(request: SignedInRequest, form: schemas.CloseIn) -> dict[str, str]:
    """Close the account permanently: stop its requests, delete personal data and sign out every device.

    The message names the tables that stay booked. Refused (409) while a table is being booked or canceled.
    """
    password = form.password.get_secret_value()
    kept = account_closure.close_account(user=request.auth.user, password=password, **origin(request))
    return {"message": messages.closed(tables=kept)}


@router.post("/email/confirm/", response=MessageOut)
def confirm_email(request: HttpRequest, form: schemas.LinkIn) -> dict[str, str]:
    """Confirm the e-mail address to which a link was sent. A pending address becomes the user's address."""
    email = email_confirmation.confirm_address(
        token=form.token.get_secret_value(), identity=bearer(request), **origin(request)
    )
    return {"message": messages.confirmed(email=email)}


@router.post("/email/resend/", auth=bearer, response=MessageOut)
def resend_confirmation(request: SignedInRequest) -> dict[str, str]:
    """Send another confirmation link, at most once an hour.

    It is sent to the pending address or, if no change is pending, to the user's unconfirmed address.
    """
    email = email_confirmation.resend_link(user=request.auth.user, now=timezone.now())
    return {"message": messages.link_sent(email=email)}


@router.post("/email/revert/", response=MessageOut)
def revert_email(request: HttpRequest, form: schemas.LinkIn) -> dict[str, str]:
    """Restore the e-mail address to which a link was sent, sign out every device, and send a password reset link."""
    email = email_revert.revert_address(
        token=form.token.get_secret_value(), identity=bearer(request), **origin(request)
    )
    return {"message": messages.reverted(email=email)}


@router.get("/notifications/", auth=bearer, response=schemas.NotificationsOut)
def get_notification_channels(request: SignedInRequest) -> User:
    """The user's notification preferences: e-mail and text messages."""
    return request.auth.user


@router.patch("/notifications/", auth=bearer, response=schemas.NotificationsOut)
def update_notification_channels(request: SignedInRequest, form: schemas.NotificationsIn) -> User:
    """Change the user's notification preferences."""
    return services.update_notifications(user=request.auth.user, changes=form.model_dump(exclude_none=True))


@router.post("/change_password/", auth=bearer, response=MessageOut)
def change_password(request: SignedInRequest, form: schemas.ChangePasswordIn) -> dict[str, str]:
    """Set a new password and sign out every other device."""
    passwords.change_password(
        user=request.auth.user,
        session_id=request.auth.session_id,
        old=form.old_password.get_secret_value(),
        new=form.new_password.get_secret_value(),
        **origin(request),
    )
    return {"message": messages.PASSWORD_CHANGED}


@router.post("/request_password_reset/", response=MessageOut)
def request_password_reset(request: HttpRequest, form: schemas.ResetRequestIn) -> dict[str, str]:
    """Send a reset link if a user has this address. The answer is the same if no user has it."""
    password_reset.request_link(email=form.email, **origin(request))
    return {"message": messages.RESET_SENT}


@router.post("/verify_reset_password/", response=MessageOut)
def reset_password(
    request: HttpRequest, form: schemas.ResetIn, token: Query[Secret], uid: Query[SearchText]
) -> dict[str, str]:
    """Set a new password with a reset link, and sign out every device."""
    password_reset.use_link(
        uid=uid, token=token.get_secret_value(), password=form.password.get_secret_value(), **origin(request)
    )
    return {"message": messages.RESET_DONE}
