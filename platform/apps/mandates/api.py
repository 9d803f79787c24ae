"""The endpoints of mandates: list, read, approve, decline and revoke. No program can call them."""

from django.utils import timezone
from ninja import Router

from apps.accounts.security.throttle import origin
from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.schemas import Id, MessageOut
from apps.mandates import messages, selectors, services
from apps.mandates.schemas import ApprovalIn, MandateOut

router = Router(auth=bearer)


@router.get("/", response=list[MandateOut])
def list_mandates(request: SignedInRequest) -> list[MandateOut]:
    """The user's mandates that are valid or wait for an answer, newest first."""
    now = timezone.now()
    return selectors.shown_each(selectors.listed(user_id=request.auth.user.pk, now=now), now=now)


@router.get("/{mandate_id}/", response=MandateOut)
def get_mandate(request: SignedInRequest, mandate_id: Id) -> MandateOut:
    """A mandate of the user."""
    mandate = selectors.read(user_id=request.auth.user.pk, mandate_id=mandate_id)
    return selectors.shown(mandate, now=timezone.now())


@router.post("/{mandate_id}/approve/", response=MandateOut)
def approve_mandate(request: SignedInRequest, mandate_id: Id, form: ApprovalIn) -> MandateOut:
    """Approve a draft. Its program may then file within it without a further confirmation."""
    return _decided(request, mandate_id, digest=form.digest)


@router.post("/{mandate_id}/decline/", response=MandateOut)
def decline_mandate(request: SignedInRequest, mandate_id: Id) -> MandateOut:
    """Decline a draft."""
    return _decided(request, mandate_id, digest=None)


@router.delete("/{mandate_id}/", response=MessageOut)
def revoke_mandate(request: SignedInRequest, mandate_id: Id) -> dict[str, str]:
    """Revoke a mandate. Its open requests are deleted; booked tables stay."""
    services.revoke(user_id=request.auth.user.pk, mandate_id=mandate_id, **origin(request))
    return {"message": messages.REVOKED}


def _decided(request: SignedInRequest, mandate_id: int, *, digest: str | None) -> MandateOut:
    when = origin(request)
    mandate = services.decide(user_id=request.auth.user.pk, mandate_id=mandate_id, digest=digest, **when)
    return selectors.shown(mandate, now=when["now"])
