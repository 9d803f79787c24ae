"""The endpoints of API keys: list, make and revoke. No API key can call them."""

from django.db.models import QuerySet
from ninja import Router, Status

from apps.accounts.security.throttle import origin
from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.schemas import Id, MessageOut
from apps.keys import messages, services
from apps.keys.models import ApiKey
from apps.keys.schemas import KeyIn, KeyOut, NewKeyOut

router = Router(auth=bearer)


@router.get("/", response=list[KeyOut])
def list_keys(request: SignedInRequest) -> QuerySet[ApiKey]:
    """The user's API keys that were not revoked, newest first. Some may have expired."""
    return services.list_keys(user=request.auth.user)


@router.post("/", response={201: NewKeyOut})
def create_key(request: SignedInRequest, form: KeyIn) -> Status[NewKeyOut]:
    """Make an API key, at most 20 at a time. The answer has the key, which is never shown again."""
    given = {**form.model_dump(), "password": form.password.get_secret_value()}
    row, text = services.make_key(user=request.auth.user, **given, **origin(request))
    return Status(201, NewKeyOut(**KeyOut.model_validate(row).model_dump(), key=text))


@router.delete("/{key_id}/", response=MessageOut)
def revoke_key(request: SignedInRequest, key_id: Id) -> dict[str, str]:
    """Revoke an API key. It is refused at once."""
    services.revoke_key(user=request.auth.user, key_id=key_id, **origin(request))
    return {"message": messages.REVOKED}
