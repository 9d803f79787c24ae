"""The list of the booking platforms, which is public, and the endpoints that connect accounts at any of them.

The ETag of the list is computed from the bytes of the answer. wire.py has the endpoints of the same functions whose
names the specification fixes.
"""

from functools import cache
from typing import Annotated, Any

from django.http import HttpRequest
from django.utils import timezone
from django.views.decorators.http import conditional_page
from ninja import Path, Router
from ninja.decorators import decorate_view
from pydantic import TypeAdapter

from apps.accounts.security.throttle import origin
from apps.accounts.selectors import LiveAccount
from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.errors import not_found
from apps.common.schemas import MessageOut, Shape
from apps.connections import messages, schemas, selectors, services
from apps.connections.maintenance import health
from apps.connections.models import PlatformAccount
from apps.connections.sign_in import code_login
from apps.connections.sign_in.code_login import Asked
from apps.connections.sign_in.codes import CodeSent
from realtime.events import Platform
from snipers.clients import registry
from snipers.clients.manifest import Manifest, SignInKind
from snipers.clients.registry import UnknownPlatform

router = Router(auth=bearer)
Key = Annotated[str, Path(max_length=10)]


class PlatformOut(Shape):
    """A booking platform where users can connect accounts."""

    key: Platform
    name: str
    home_url: str
    link_hosts: list[str]
    sign_in: list[SignInKind]
    offers_release: bool
    takes_note: bool


@router.get("/", auth=None, response={200: list[PlatformOut], 304: None})
@decorate_view(conditional_page)
def list_platforms(request: HttpRequest) -> list[Manifest]:
    """The booking platforms, in the order in which pages list them."""
    return list(registry.manifests())


@cache
def platforms_json() -> str:
    """Return the answer of `list_platforms` as JSON that a script element of a page can contain."""
    adapter = TypeAdapter(list[PlatformOut])
    found = adapter.dump_json(adapter.validate_python(registry.manifests(), from_attributes=True)).decode()
    return found.replace("<", "\\u003c")


@router.get("/{key}/check_auth/", response=schemas.SignedInStateOut)
def check_platform_auth(request: SignedInRequest, key: Key) -> dict[str, bool]:
    """Whether an account at the platform is connected and its sign-in is still valid."""
    return {"signed_in": health.signed_in(user=request.auth.user, platform=_known(key), now=timezone.now())}


@router.get("/{key}/accounts/", response=list[schemas.AccountHealthOut])
def list_platform_accounts(request: SignedInRequest, key: Key) -> list[LiveAccount]:
    """The last known state of the user's accounts at the platform. The platform is not called."""
    return selectors.live_accounts(user=request.auth.user, platform=_known(key))


@router.post("/{key}/login/", response=schemas.ConnectedOut)
def connect_platform(request: SignedInRequest, key: Key, form: schemas.PasswordIn) -> dict[str, Any]:
    """Connect an account with its password. For an account that is already connected, renew its sign-in."""
    account = services.connect_with_password(
        user=request.auth.user, platform=_known(key), **form.given(), **origin(request)
    )
    return {"message": messages.CONNECTED, "account": account}


@router.post("/{key}/send_code/", response=CodeSent)
def send_platform_code(request: SignedInRequest, key: Key, form: schemas.CodeRequestIn) -> CodeSent:
    """Ask the platform to send a code to a phone or an e-mail address. A second call sends another code."""
    return code_login.send_code(user=request.auth.user, platform=_known(key), **dict(form), **origin(request))


@router.post("/{key}/confirm_code/", response=schemas.CodeConfirmedOut)
def confirm_platform_code(request: SignedInRequest, key: Key, form: schemas.CodeIn) -> dict[str, Any]:
    """Connect an account with the code that the platform sent, or renew the sign-in of a connected account.

    If the platform asks for more before it signs in, `challenge` contains the fields to answer.
    """
    result = code_login.confirm_code(user=request.auth.user, platform=_known(key), **form.given(), **origin(request))
    return confirmed(result, platform=key)


@router.post("/{key}/answer_challenge/", response=schemas.ConnectedOut)
def answer_platform_challenge(request: SignedInRequest, key: Key, form: schemas.AnswersIn) -> dict[str, Any]:
    """Connect an account with the answers to the fields of a `challenge`."""
    account = code_login.answer_challenge(user=request.auth.user, platform=_known(key), **dict(form), **origin(request))
    return {"message": messages.CONNECTED, "account": account}


@router.post("/{key}/logout/", response=MessageOut)
def disconnect_platform(request: SignedInRequest, key: Key, form: schemas.DisconnectIn) -> dict[str, str]:
    """Disconnect an account and pause the requests that book with it."""
    services.disconnect(user=request.auth.user, platform=_known(key), account_id=form.accountId, **origin(request))
    return {"message": messages.DISCONNECTED}


def confirmed(result: PlatformAccount | Asked, *, platform: str) -> dict[str, Any]:
    """Return the answer to a code that was right: the connected account, or the challenge."""
    if isinstance(result, Asked):
        message = messages.code_accepted(platform=registry.find(platform).name)
        return {"message": message, "account": None, "challenge": result}
    return {"message": messages.CONNECTED, "account": result, "challenge": None}


def _known(key: str) -> str:
    """Return the key of a platform. Raises Refusal 404 for any other text."""
    try:
        return registry.find(key).key
    except UnknownPlatform:
        raise not_found("platform") from None
