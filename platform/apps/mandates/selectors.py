"""Reads mandates: their state now, what is left of them, and the program that drafts one."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Final, NamedTuple, cast

from django.db.models import Exists, OuterRef, Q

from apps.common.errors import require_row
from apps.keys.models import ApiKey
from apps.keys.programs import KEY, Program
from apps.mandates.models import Mandate, State
from apps.mandates.schemas import MandateOut, StateNow
from apps.mandates.terms import Terms
from apps.oauth.models import ConnectedProgram
from apps.requests.models import Attempt, AttemptState, Reservation, Status
from apps.venues.models import Venue

DRAFT_LIFETIME: Final = timedelta(hours=24)
OPEN: Final = (Status.ACTIVE, Status.PAUSED)


def read(*, user_id: int, mandate_id: int, client_id: str | None = None, lock: bool = False) -> Mandate:
    """Return a mandate of the user, and of this program if one is named. `lock` its row until the transaction ends.

    Raises Refusal 404 if there is none.
    """
    rows = Mandate.objects.select_for_update() if lock else Mandate.objects.all()
    owned = Q(user_id=user_id) if client_id is None else Q(user_id=user_id, client_id=client_id)
    return require_row(rows.filter(owned, pk=mandate_id), "approval")


def listed(*, user_id: int, now: datetime) -> list[Mandate]:
    """Return the mandates that are valid or wait for the user, newest first."""
    listed = Q(state=State.APPROVED) | open_drafts(now)
    return list(Mandate.objects.filter(listed, user_id=user_id, ends_at__gt=now).order_by("-pk"))


def open_drafts(now: datetime) -> Q:
    """Return the condition of drafts that the user may still approve."""
    return Q(state=State.DRAFT, created_at__gt=now - DRAFT_LIFETIME)


def state_of(mandate: Mandate, *, now: datetime) -> StateNow:
    """Return the state of a mandate now."""
    if mandate.state == State.DRAFT and mandate.created_at <= now - DRAFT_LIFETIME:
        return "lapsed"
    if mandate.state == State.APPROVED and mandate.ends_at <= now:
        return "ended"
    return cast(StateNow, mandate.state)


def digest_of(mandate: Mandate) -> str:
    """Return the hash of all that the user approves."""
    program = (mandate.client_id, mandate.program_name, mandate.program_domain)
    terms = Terms(**mandate.terms).model_dump_json()
    return sha256(repr((mandate.pk, program, terms, mandate.currency, mandate.ends_at)).encode()).hexdigest()


def open_groups(mandates: Collection[Mandate]) -> list[int]:
    """Return the ids of the requests within the mandates that may still book."""
    return sorted({one.group_id for one in _used(mandates) if one.is_open})


def name_program(program: Program) -> tuple[str, str]:
    """Return the name and the domain of a program; the domain is "" for an API key."""
    if program.client_id.startswith(KEY):
        keys = ApiKey.objects.filter(pk=program.client_id.removeprefix(KEY), user=program.user)
        return (keys.values_list("name", flat=True).first() or "", "")
    connected = ConnectedProgram.objects.select_related("client").filter(user=program.user)
    row = connected.filter(client__client_id=program.client_id).first()
    return (row.name, row.domain) if row else ("", "")


def shown(mandate: Mandate, *, now: datetime) -> MandateOut:
    """Return a mandate as the user and the program see it. A table that was ever booked counts, and an open date."""
    return shown_each([mandate], now=now)[0]


def shown_each(mandates: Collection[Mandate], *, now: datetime) -> list[MandateOut]:
    """Return each mandate as `shown` does."""
    wanted = {pk for mandate in mandates for pk in mandate.terms["restaurants"]}
    names = dict(Venue.objects.filter(pk__in=wanted).values_list("pk", "venue_name"))
    used = _used(mandates)
    return [
        MandateOut(
            id=mandate.pk,
            state=state_of(mandate, now=now),
            program_name=mandate.program_name,
            program_domain=mandate.program_domain,
            terms=Terms(**mandate.terms),
            restaurant_names=[names.get(pk, "") for pk in mandate.terms["restaurants"]],
            currency=mandate.currency,
            tables_left=_left(mandate, used),
            open_requests=len({one.group_id for one in used if one.mandate_id == mandate.pk and one.is_open}),
            created_at=mandate.created_at,
            lapses_at=mandate.created_at + DRAFT_LIFETIME,
            ends_at=mandate.ends_at,
            digest=digest_of(mandate),
        )
        for mandate in mandates
    ]


class _Used(NamedTuple):
    """A table that a request of a mandate may book, or has booked. `date` is None if it is one table in all."""

    mandate_id: int
    group_id: int
    date: date | None
    is_open: bool


def _used(mandates: Collection[Mandate]) -> list[_Used]:
    failed = [AttemptState.LOST, AttemptState.REFUSED]
    booked = Exists(Attempt.objects.filter(reservation=OuterRef("pk")).exclude(state__in=failed))
    within = Reservation.objects.filter(group__filed_within__mandate__in=mandates)
    rows = within.filter(Q(status__in=[*OPEN, Status.CONFIRMED]) | booked).values_list(
        "group__filed_within__mandate", "group", "group__one_table", "date", "status"
    )
    return [
        _Used(mandate_id, group_id, None if one_table else day, status in OPEN)
        for mandate_id, group_id, one_table, day, status in rows
    ]


def _left(mandate: Mandate, used: Collection[_Used]) -> int:
    tables = {(one.group_id, one.date) for one in used if one.mandate_id == mandate.pk}
    return max(0, int(mandate.terms["tables"]) - len(tables))
