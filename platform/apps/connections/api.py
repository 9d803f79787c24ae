"""Endpoints of connected accounts, with one router for each platform."""

from typing import Any

from django.utils import timezone
from ninja import Router

from apps.accounts.auth import SignedInRequest, bearer
from apps.accounts.throttle import origin
from apps.common.schemas import REFUSALS, MessageOut, RefusalOut
from apps.connections import health, messages, resy_codes, schemas, selectors, services
from apps.connections.codes import Sent
from apps.connections.models import Platform
from apps.connections.phone_login import confirm_code, send_code

resy = Router(auth=bearer)
opentable = Router(auth=bearer)


@resy.get("/check_resy_auth/", response={200: schemas.ResySignedInOut, REFUSALS: RefusalOut})
def check_resy_auth(request: SignedInRequest) -> dict[str, bool]:
    """Whether a Resy account is connected and its sign-in is still valid."""
    good = health.signed_in(user=request.auth.user, platform=Platform.RESY, now=timezone.now())
    return {"resy_signed_in": good}


@resy.get("/accounts/", response={200: list[schemas.AccountHealthOut], REFUSALS: RefusalOut})
def list_resy_accounts(request: SignedInRequest) -> list[selectors.LiveAccount]:
    """The last known state of the user's Resy accounts. The platform is not called."""
    return selectors.live_accounts(user=request.auth.user, platform=Platform.RESY)


@resy.post("/login/", response={200: schemas.ResyConnectedOut, REFUSALS: RefusalOut})
def connect_resy(request: SignedInRequest, form: schemas.ResyLoginIn) -> dict[str, Any]:
    """Connect a Resy account with its password. For an account that is already connected, renew its sign-in."""
    account = services.connect_resy(
        user=request.auth.user, email=form.email, password=form.password.get_secret_value(), **origin(request)
    )
    return {"message": messages.CONNECTED, "account": account}


@resy.post("/send_code/", response={200: schemas.CodeSentOut, REFUSALS: RefusalOut})
def send_resy_code(request: SignedInRequest, form: schemas.ResyCodeRequestIn) -> Sent:
    """Ask Resy to send a code to a phone or an e-mail address. A second call sends another code."""
    return resy_codes.send_code(
        user=request.auth.user,
        phone=form.phone,
        country_code=form.country_code,
        email=form.email,
        **origin(request),
    )


@resy.post("/confirm_code/", response={200: schemas.ResyCodeConfirmedOut, REFUSALS: RefusalOut})
def confirm_resy_code(request: SignedInRequest, form: schemas.ResyCodeIn) -> dict[str, Any]:
    """Connect a Resy account with the code that Resy sent, or renew the sign-in of a connected account.

    If Resy asks for more before it signs in, `challenge` contains the fields to answer.
    """
    result = resy_codes.confirm_code(
        user=request.auth.user,
        code=form.code.get_secret_value().strip(),
        correlation_id=form.correlation_id,
        **origin(request),
    )
    if isinstance(result, resy_codes.Asked):
        return {"message": messages.CODE_ACCEPTED, "account": None, "challenge": result}
    return {"message": messages.CONNECTED, "account": result, "challenge": None}


@resy.post("/answer_challenge/", response={200: schemas.ResyConnectedOut, REFUSALS: RefusalOut})
def answer_resy_challenge(request: SignedInRequest, form: schemas.ResyAnswersIn) -> dict[str, Any]:
    """Connect a Resy account with the answers to the fields of a `challenge`."""
    account = resy_codes.answer_challenge(
        user=request.auth.user, correlation_id=form.correlation_id, answers=form.answers, **origin(request)
    )
    return {"message": messages.CONNECTED, "account": account}


@resy.post("/logout/", response={200: MessageOut, REFUSALS: RefusalOut})
def disconnect_resy(request: SignedInRequest, form: schemas.DisconnectIn) -> dict[str, str]:
    """Disconnect a Resy account and pause the requests that book with it."""
    services.disconnect(user=request.auth.user, platform=Platform.RESY, account_id=form.accountId, **origin(request))
    return {"message": messages.DISCONNECTED}


@opentable.get("/check_opentable_auth/", response={200: schemas.OpenTableSignedInOut, REFUSALS: RefusalOut})
def check_opentable_auth(request: SignedInRequest) -> dict[str, bool]:
    """Whether an OpenTable account is connected and its sign-in is still valid."""
    good = health.signed_in(user=request.auth.user, platform=Platform.OPENTABLE, now=timezone.now())
    return {"opentable_signed_in": good}


@opentable.get("/accounts/", response={200: list[schemas.AccountHealthOut], REFUSALS: RefusalOut})
def list_opentable_accounts(request: SignedInRequest) -> list[selectors.LiveAccount]:
    """The last known state of the user's OpenTable accounts. The platform is not called."""
    return selectors.live_accounts(user=request.auth.user, platform=Platform.OPENTABLE)


@opentable.post("/phone_login/", response={200: schemas.CodeSentOut, REFUSALS: RefusalOut})
def send_opentable_code(request: SignedInRequest, form: schemas.PhoneLoginIn) -> Sent:
    """Ask OpenTable to send a code to a phone. A second call sends another code."""
    return send_code(user=request.auth.user, phone=form.phone, country_code=form.country_code, **origin(request))


@opentable.post("/verify_phone_2fa/", response={200: schemas.OpenTableConnectedOut, REFUSALS: RefusalOut})
def confirm_opentable_code(request: SignedInRequest, form: schemas.PhoneCodeIn) -> dict[str, Any]:
    """Connect an OpenTable account with the code that OpenTable sent, or renew the sign-in of a connected account."""
    account = confirm_code(
        user=request.auth.user,
        phone=form.phone,
        code=form.code.get_secret_value().strip(),
        correlation_id=form.correlation_id,
        **origin(request),
    )
    return {"message": messages.CONNECTED, "account": account}


@opentable.post("/logout/", response={200: MessageOut, REFUSALS: RefusalOut})
def disconnect_opentable(request: SignedInRequest, form: schemas.DisconnectIn) -> dict[str, str]:
    """Disconnect an OpenTable account and pause the requests that book with it."""
    services.disconnect(
        user=request.auth.user, platform=Platform.OPENTABLE, account_id=form.accountId, **origin(request)
    )
    return {"message": messages.DISCONNECTED}
