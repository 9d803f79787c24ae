"""Mandates: drafting, deciding and revoking them, and filing within them.

Rows are locked in this order: user, API key or connected program, mandate, passkeys, groups, reservations. Filing
locks the mandate before it counts, so parallel calls never exceed the number, and a revocation sees each request that
was filed before it.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Max, QuerySet

from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.sign_in.sessions import Identity
from apps.common.errors import Refusal, not_found
from apps.common.formatting import currency_of
from apps.keys.answers import KeyIdentity
from apps.keys.programs import Program
from apps.mandates import messages, selectors
from apps.mandates.models import Mandate, MandateRequest, State
from apps.mandates.rules import limits
from apps.mandates.schemas import ApprovalIn, MandateOut
from apps.mandates.terms import Terms
from apps.notices import user_notices
from apps.notices.content.kinds import MandateDrafted
from apps.passkeys import services as passkeys
from apps.requests.locks import lock_user
from apps.requests.models import ReservationGroup
from apps.requests.services.submission import ValidSubmission
from apps.requests.stops import stopping
from apps.requests.stops.stopping import Stop
from apps.venues.models import Venue

MOST_DRAFTS: Final = 5
# Drafts that nobody approved are deleted after this time, when the user gets another one.
KEPT: Final = timedelta(days=30)


@transaction.atomic
def draft(*, program: Program, terms: Terms, now: datetime) -> Mandate:
    """Store a draft and notify the user. The same draft again is the first one.

    Raises Refusal: 400 for terms that make no sense, 404 for a restaurant that is not listed, 409 for too many drafts.
    """
    user = lock_user(program.user.pk)
    ceiling = terms.cancel_fee_ceiling_cents
    ceiling = terms.fee_ceiling_cents if ceiling is None else ceiling
    terms = terms.model_copy(
        update={"restaurants": list(dict.fromkeys(terms.restaurants)), "cancel_fee_ceiling_cents": ceiling}
    )
    countries = dict(
        Venue.objects.filter(pk__in=terms.restaurants, opted_out=False, closed_at=None).values_list("pk", "country")
    )
    if len(countries) < len(terms.restaurants):
        raise not_found("restaurant")
    currencies = {currency_of(stated="", country=country) for country in countries.values()}
    currency = currencies.pop() if len(currencies) == 1 else ""
    mistake = limits.find_mistake(terms, now=now)
    if mistake or ((terms.fee_ceiling_cents or ceiling) and not currency):
        raise Refusal("bad_mandate", 400, mistake or messages.ONE_CURRENCY)
    document = terms.model_dump(mode="json")
    waiting = list(Mandate.objects.filter(selectors.open_drafts(now), user=user))
    for one in waiting:
        if (one.client_id, one.terms) == (program.client_id, document):
            return one
    if len(waiting) >= MOST_DRAFTS:
        raise Refusal("too_many_drafts", 409, messages.too_many_drafts(most=MOST_DRAFTS))
    Mandate.objects.filter(user=user, state__in=[State.DRAFT, State.DECLINED], created_at__lt=now - KEPT).delete()
    name, domain = selectors.name_program(program)
    made = Mandate.objects.create(
        user=user,
        client_id=program.client_id,
        program_name=name,
        program_domain=domain,
        terms=document,
        currency=currency,
        created_at=now,
        ends_at=now + timedelta(days=terms.days),
    )
    until = now + selectors.DRAFT_LIFETIME
    asked = MandateDrafted(program_name=name, program_domain=domain, mandate_id=made.pk, lapses_at=until)
    user_notices.mandate_drafted(user_id=user.pk, notice=asked, now=now)
    return made


@transaction.atomic
def decide(*, identity: Identity, mandate_id: int, seen: ApprovalIn | None, address: str, now: datetime) -> MandateOut:
    """Approve a draft if `seen` is what the user saw, with a passkey if the user has one. Decline it if `seen` is None.

    Raises Refusal: 404 for another user's, 409 if it is not what the user saw or not open, and as `require_passkey`.
    """
    mandate = selectors.read(user_id=identity.user.pk, mandate_id=mandate_id, lock=True)
    if seen is not None and seen.digest != selectors.digest_of(mandate):
        raise Refusal("changed", 409, messages.CHANGED)
    if selectors.state_of(mandate, now=now) != "draft":
        raise Refusal("decided", 409, messages.DECIDED)
    mandate.state, mandate.decided_at, used = State.DECLINED, now, None
    if seen is not None:
        used = passkeys.require_passkey(identity=identity, subject=seen.digest, assertion=seen.assertion, now=now)
        mandate.state = State.APPROVED
    mandate.save(update_fields=["state", "decided_at"])
    _audit(mandate.state, mandate, address=address, now=now, passkey=used)
    return selectors.shown(mandate, now=now)


def revoke(*, user_id: int, mandate_id: int, address: str, now: datetime) -> None:
    """End a mandate and its open requests. Raises Refusal 404 if it is not one of the user's, or was revoked."""
    if not _revoke(Mandate.objects.filter(user_id=user_id, pk=mandate_id), address=address, now=now):
        raise not_found("approval")


def revoke_all(*, user_id: int, now: datetime, address: str = "", client_id: str | None = None, **_: Any) -> None:
    """End the mandates of a program that has lost its access, in the transaction that ends it. Without `client_id`, end
    all mandates of a user, because somebody else may have approved them, for programs that have gone too."""
    mine = Mandate.objects.filter(user_id=user_id)
    _revoke(mine if client_id is None else mine.filter(client_id=client_id), address=address, now=now)


def forget(*, user_id: int, **_: Any) -> None:
    """Delete the mandates of a closed account."""
    Mandate.objects.filter(user_id=user_id).delete()


def record_within(
    valid: ValidSubmission, group: ReservationGroup, *, program: Program, mandate_id: int, now: datetime
) -> None:
    """Record, in the transaction that files it, that a request is within a mandate of this program.

    Raises Refusal: 404 for another program's mandate, 409 if the mandate is not valid or the request beyond it. Then
    the transaction files nothing.
    """
    mandate = selectors.read(user_id=program.user.pk, mandate_id=mandate_id, client_id=program.client_id, lock=True)
    seen = selectors.shown(mandate, now=now)
    if seen.state != "approved":
        raise Refusal("mandate_not_valid", 409, messages.NOT_APPROVED)
    until = group.reservations.aggregate(until=Max("ends_at"))["until"]
    beyond = limits.find_excess(
        seen.terms, valid.form, tables_left=seen.tables_left, watched_until=until, ends_at=seen.ends_at
    )
    if beyond:
        raise Refusal("beyond_mandate", 409, beyond)
    MandateRequest.objects.create(mandate=mandate, group=group)


def refuse_program_edit(identity: Identity, *, group_id: int) -> None:
    """Raise Refusal 409 if a program edits a request that was filed within a mandate."""
    if isinstance(identity, KeyIdentity):
        if MandateRequest.objects.filter(group=group_id, group__user=identity.user).exists():
            raise Refusal("under_mandate", 409, messages.UNDER_MANDATE)


@transaction.atomic
def _revoke(mandates: QuerySet[Mandate], *, address: str, now: datetime) -> bool:
    """Revoke drafts and approved mandates, and delete their open requests. Return whether there was one."""
    rows = list(mandates.filter(state__in=[State.DRAFT, State.APPROVED]).select_for_update().order_by("pk"))
    Mandate.objects.filter(pk__in=[row.pk for row in rows]).update(state=State.REVOKED, decided_at=now)
    for row in rows:
        _audit(State.REVOKED, row, address=address, now=now)
    # A separate statement after the lock, so that it sees requests that were filed meanwhile.
    for group_id in selectors.open_groups(rows):
        stopping.stop_members(user_id=rows[0].user_id, group_id=group_id, stop=Stop.DELETE, now=now)
    return bool(rows)


def _audit(did: str, row: Mandate, *, address: str, now: datetime, passkey: int | None = None) -> None:
    about: dict[str, Any] = {"did": did, "mandate": row.pk, "program": row.client_id, "passkey": passkey}
    audit.record(Act.MANDATE, user_id=row.user_id, now=now, address=address, **about)
