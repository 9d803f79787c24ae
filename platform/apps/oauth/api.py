"""The endpoints of authorization requests and connected programs. No program can call them."""

from django.db.models import QuerySet
from ninja import Router

from apps.accounts.security.throttle import origin
from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.schemas import Id, MessageOut
from apps.oauth import authorization, messages, services
from apps.oauth.documents import is_this_computer
from apps.oauth.models import ConnectedProgram, domain_of
from apps.oauth.schemas import AuthorizationIn, AuthorizationOut, ProgramOut, RedirectOut

router = Router(auth=bearer)


@router.get("/authorization/", response=AuthorizationOut)
def read_authorization(request: SignedInRequest) -> AuthorizationOut:
    """What a program asks for. The query is that of its authorization request (RFC 6749, section 4.1.1)."""
    asked = authorization.read(request)
    back = asked.credentials["redirect_uri"]
    return AuthorizationOut(
        name=asked.client.name,
        domain=domain_of(asked.client.client_id),
        returns_to="" if is_this_computer(back) else domain_of(back),
        scopes=asked.scopes,
    )


@router.post("/authorization/", response=RedirectOut)
def answer_authorization(request: SignedInRequest, form: AuthorizationIn) -> RedirectOut:
    """Allow or deny what a program asks for. The query is that of its authorization request."""
    password = form.password.get_secret_value()
    return RedirectOut(redirect=authorization.answer(request, allow=form.allow, password=password))


@router.get("/programs/", response=list[ProgramOut])
def list_programs(request: SignedInRequest) -> QuerySet[ConnectedProgram]:
    """The programs that the user has allowed, newest first."""
    return services.list_programs(user_id=request.auth.user.pk)


@router.delete("/programs/{program_id}/", response=MessageOut)
def revoke_program(request: SignedInRequest, program_id: Id) -> dict[str, str]:
    """End the access of a program. Its tokens are refused at once."""
    services.revoke_program(user_id=request.auth.user.pk, program_id=program_id, **origin(request))
    return {"message": messages.REVOKED}
