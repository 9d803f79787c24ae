"""The endpoints whose paths and fields the specification fixes, with one router for each of the two platforms.

platforms.py has the endpoints of every platform. This module and apps/common/platform_wire.py are the only
ones that name platforms on the wire.
"""

from typing import Any, Final

from django.utils import timezone
from ninja import Router, Schema

from apps.accounts.security.throttle import origin
from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.platform_wire import OpenTableAccountOut, ResyAccountOut
from apps.common.schemas import MessageOut
from apps.connections import messages, schemas, services
from apps.connections.api.platforms import confirmed
from apps.connections.maintenance import health
from apps.connections.sign_in import code_login
from apps.connections.sign_in.codes import CodeSent

RESY: Final = "resy"
OPENTABLE: Final = "opentable"
resy = Router(auth=bearer)
opentable = Router(auth=bearer)


class ResySignedInOut(Schema):
    """Whether a Resy account is connected."""

    resy_signed_in: bool


class OpenTableSignedInOut(Schema):
    """Whether an OpenTable account is connected."""

    opentable_signed_in: bool


class OpenTableConnectedOut(Schema):
    """The OpenTable account that was connected."""

    message: str
    account: OpenTableAccountOut


class ResyConnectedOut(Schema):
    """The Resy account that was connected."""

    message: str
    account: ResyAccountOut


@resy.get("/check_resy_auth/", response=ResySignedInOut)
def check_resy_auth(request: SignedInRequest) -> dict[str, bool]:
    """Whether a Resy account is connected and its sign-in is still valid."""
    return {"resy_signed_in": health.signed_in(user=request.auth.user, platform=RESY, now=timezone.now())}


@resy.post("/login/", response=ResyConnectedOut)
def connect_resy(request: SignedInRequest, form: schemas.PasswordIn) -> dict[str, Any]:
    """Connect a Resy account with its password. For an account that is already connected, renew its sign-in."""
    account = services.connect_with_password(user=request.auth.user, platform=RESY, **form.given(), **origin(request))
    return {"message": messages.CONNECTED, "account": account}


@resy.post("/logout/", response=MessageOut)
def disconnect_resy(request: SignedInRequest, form: schemas.DisconnectIn) -> dict[str, str]:
    """Disconnect a Resy account and pause the requests that book with it."""
    services.disconnect(user=request.auth.user, platform=RESY, account_id=form.accountId, **origin(request))
    return {"message": messages.DISCONNECTED}


@opentable.get("/check_opentable_auth/", response=OpenTableSignedInOut)
def check_opentable_auth(request: SignedInRequest) -> dict[str, bool]:
    """Whether an OpenTable account is connected and its sign-in is still valid."""
    return {"opentable_signed_in": health.signed_in(user=request.auth.user, platform=OPENTABLE, now=timezone.now())}


@opentable.post("/phone_login/", response=CodeSent)
def send_opentable_code(request: SignedInRequest, form: schemas.PhoneLoginIn) -> CodeSent:
    """Ask OpenTable to send a code to a phone. A second call sends another code."""
    return code_login.send_code(user=request.auth.user, platform=OPENTABLE, email=None, **dict(form), **origin(request))


@opentable.post("/verify_phone_2fa/", response=OpenTableConnectedOut)
def confirm_opentable_code(request: SignedInRequest, form: schemas.PhoneCodeIn) -> dict[str, Any]:
    """Connect an OpenTable account with the code that OpenTable sent, or renew the sign-in of a connected account."""
    result = code_login.confirm_code(
        user=request.auth.user, platform=OPENTABLE, phone=form.phone, **form.given(), **origin(request)
    )
    return confirmed(result, platform=OPENTABLE)


@opentable.post("/logout/", response=MessageOut)
def disconnect_opentable(request: SignedInRequest, form: schemas.DisconnectIn) -> dict[str, str]:
    """Disconnect an OpenTable account and pause the requests that book with it."""
    services.disconnect(user=request.auth.user, platform=OPENTABLE, account_id=form.accountId, **origin(request))
    return {"message": messages.DISCONNECTED}
