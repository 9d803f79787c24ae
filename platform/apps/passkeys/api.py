"""The endpoints of passkeys: list, add and remove. No program can call them."""

from django.db.models import QuerySet
from ninja import Router, Status

from apps.accounts.security.throttle import origin
from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.schemas import Id, MessageOut
from apps.passkeys import messages, services
from apps.passkeys.models import Passkey
from apps.passkeys.schemas import ChallengeOut, OwnPasswordIn, PasskeyIn, PasskeyOut

router = Router(auth=bearer)


@router.get("/", response=list[PasskeyOut])
def list_passkeys(request: SignedInRequest) -> QuerySet[Passkey]:
    """The user's passkeys, newest first."""
    return services.list_passkeys(user=request.auth.user)


@router.post("/challenge/", response=ChallengeOut)
def challenge_passkey(request: SignedInRequest, form: OwnPasswordIn) -> ChallengeOut:
    """Begin to add a passkey: get the challenge for the browser's `navigator.credentials.create()`."""
    password, now = form.password.get_secret_value(), origin(request)["now"]
    return services.begin_adding(identity=request.auth, password=password, now=now)


@router.post("/", response={201: PasskeyOut})
def add_passkey(request: SignedInRequest, form: PasskeyIn) -> Status[Passkey]:
    """Add a passkey that the browser has made, at most ten. Approving a mandate needs one from then on."""
    return Status(201, services.add(identity=request.auth, **form.model_dump(), **origin(request)))


@router.delete("/{passkey_id}/", response=MessageOut)
def remove_passkey(request: SignedInRequest, passkey_id: Id, form: OwnPasswordIn) -> dict[str, str]:
    """Remove a passkey. After the last one, approving needs none."""
    password = form.password.get_secret_value()
    services.remove(user=request.auth.user, passkey_id=passkey_id, password=password, **origin(request))
    return {"message": messages.REMOVED}
