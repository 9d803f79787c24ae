"""Connected programs: finding the one that an access token is for, listing and revoking them.

An access token is PREFIX with a secret and a checksum, as in an API key (apps.keys.services). django-oauth-toolkit
stores hashes of access and refresh tokens. Nothing is cached, so a revoked program is refused at once.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken, clear_expired
from oauth2_provider.oauth2_validators import validate_resource_as_url_prefix

from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.common.database.statements import Param, Statement
from apps.common.errors import not_found
from apps.common.hashing import hash_secret
from apps.keys.services import new_text
from apps.keys.signals import program_revoked
from apps.oauth.models import ConnectedProgram

PREFIX: Final = "tho_"
REFRESH_PREFIX: Final = "thr_"
# A client that nobody has allowed is deleted after this time.
UNUSED_CLIENT: Final = timedelta(days=1)
TOKENS: Final[Statement[AccessToken]] = Statement(
    lambda: AccessToken.objects.filter(token_checksum=Param("hash"), expires__gt=Param("now"))
)
PROGRAMS: Final[Statement[ConnectedProgram]] = Statement(
    lambda: ConnectedProgram.objects.select_related("user", "client").filter(
        user=Param("user"), client=Param("client"), user__is_active=True
    )
)


def new_access_token(_request: Any) -> str:
    return new_text(PREFIX)


def new_refresh_token(_request: Any) -> str:
    return new_text(REFRESH_PREFIX)


def find_program(text: str, *, resource: str, now: datetime) -> tuple[ConnectedProgram, frozenset[str]] | None:
    """Return the program and the scopes of a live access token, None if it is not valid for the URL `resource`."""
    token = next(iter(TOKENS.rows(hash=hash_secret(text), now=now)), None)
    if token is None or not validate_resource_as_url_prefix(resource, token.resource):
        return None
    program = next(iter(PROGRAMS.rows(user=token.user_id, client=token.application_id)), None)
    return None if program is None else (program, frozenset(token.scope.split()))


def list_programs(*, user_id: int) -> QuerySet[ConnectedProgram]:
    """Return the programs that the user has allowed, newest first."""
    return ConnectedProgram.objects.filter(user_id=user_id).select_related("client").order_by("-pk")


def revoke_program(*, user_id: int, program_id: int, address: str, now: datetime) -> None:
    """End a program's access at once, in all processes. Raises Refusal 404 if it is not one of the user's."""
    if not _revoke(ConnectedProgram.objects.filter(pk=program_id, user_id=user_id), address=address, now=now):
        raise not_found("program")


def revoke_programs(*, user_id: int, now: datetime, address: str = "", **_: Any) -> None:
    """End the access of all programs of a user, because somebody else may have allowed them, or of a closed account."""
    _revoke(ConnectedProgram.objects.filter(user_id=user_id), address=address, now=now)


def forget_expired(*, now: datetime) -> None:
    """Delete expired codes and tokens, programs without a refresh token, and clients that nobody has allowed."""
    clear_expired()
    held = {"user": OuterRef("user"), "application": OuterRef("client")}
    live, codes = RefreshToken.objects.filter(**held, revoked=None), Grant.objects.filter(**held)
    ConnectedProgram.objects.filter(~Exists(live), ~Exists(codes)).delete()
    Application.objects.filter(connected=None, updated__lt=now - UNUSED_CLIENT).delete()


@transaction.atomic
def _revoke(programs: QuerySet[ConnectedProgram], *, address: str, now: datetime) -> bool:
    """Delete programs with their codes and tokens, and record each in the audit log. Return whether there was one."""
    # The lock makes a parallel exchange of a code or refresh token wait, which then finds no program.
    rows = list(programs.select_related("client").select_for_update(of=("self",)).order_by("pk"))
    for row in rows:
        for model in (Grant, RefreshToken, AccessToken):
            model.objects.filter(user=row.user_id, application=row.client_id).delete()
        record("revoked", row, address=address, now=now)
        program = {"user_id": row.user_id, "client_id": row.client.client_id}
        program_revoked.send(ConnectedProgram, **program, address=address, now=now)
    ConnectedProgram.objects.filter(pk__in=[row.pk for row in rows]).delete()
    return bool(rows)


def record(did: str, row: ConnectedProgram, *, address: str, now: datetime) -> None:
    """Record in the audit log that a program was allowed or revoked."""
    facts: dict[str, Any] = {"program": row.pk, "domain": row.domain, "scopes": " ".join(row.scopes)}
    audit.record(Act.CONNECTED_PROGRAM, user_id=row.user_id, now=now, address=address, did=did, **facts)
