"""The endpoints of mandates: list, read, approve, decline and revoke. No program can call them."""

from django.utils import timezone
from ninja import Router

from apps.accounts.security.throttle import origin
from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.schemas import Id, MessageOut
from apps.mandates import messages, selectors, services
from apps.mandates.schemas import ApprovalIn, MandateOut
from apps.passkeys import services as passkeys
from apps.passkeys.schemas import ChallengeOut

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


@router.get("/{mandate_id}/challenge/", response=ChallengeOut)
def get_approval_challenge(request: SignedInRequest, mandate_id: Id) -> ChallengeOut:
    """The challenge with which one of the user's passkeys approves a draft, once and within five minutes."""
    mandate = selectors.read(user_id=request.auth.user.pk, mandate_id=mandate_id)
    return passkeys.begin(identity=request.auth, subject=selectors.digest_of(mandate))


@router.post("/{mandate_id}/approve/", response=MandateOut)
def approve_mandate(request: SignedInRequest, mandate_id: Id, form: ApprovalIn) -> MandateOut:
    """Approve a draft, with a passkey if the user has one. Its program may then file within it."""
    return services.decide(identity=request.auth, mandate_id=mandate_id, seen=form, **origin(request))


@router.post("/{mandate_id}/decline/", response=MandateOut)
def decline_mandate(request: SignedInRequest, mandate_id: Id) -> MandateOut:
    """Decline a draft."""
    return services.decide(identity=request.auth, mandate_id=mandate_id, seen=None, **origin(request))


@router.delete("/{mandate_id}/", response=MessageOut)
def revoke_mandate(request: SignedInRequest, mandate_id: Id) -> dict[str, str]:
    """Revoke a mandate. Its open requests are deleted; booked tables stay."""
    services.revoke(user_id=request.auth.user.pk, mandate_id=mandate_id, **origin(request))
    return {"message": messages.REVOKED}
