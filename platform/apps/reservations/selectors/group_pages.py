"""Selects a user's groups for the list and for single cards. group_cards.py builds the cards."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, CharField, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from apps.accounts.models import User
from apps.common.errors import not_found
from apps.notices import selectors as notices
from apps.reservations.models import Reservation, ReservationGroup, Status
from apps.reservations.rules import changes, group_status, warnings
from apps.reservations.rules.warnings import Held
from apps.reservations.schemas.requests import GroupOut, GroupsOut, ListIn, StatusCounts, WarningOut

from . import group_cards, platform_states

# rules.group_status.derive in SQL.
STATUS_OF_GROUP = Coalesce(
    Subquery(
        Reservation.objects.filter(group=OuterRef("pk"))
        .annotate(
            precedence=Case(
                *(When(status=status, then=Value(rank)) for rank, status in enumerate(group_status.PRECEDENCE)),
                output_field=IntegerField(),
            )
        )
        .order_by("precedence")
        .values("status")[:1]
    ),
    Value(Status.CANCELED),
    output_field=CharField(),
)


def groups_page(*, user: User, wanted: ListIn, now: datetime) -> GroupsOut:
    """Return one page of the user's groups. A page beyond the last one is empty."""
    # Read first, so that an event that commits during the reads is replayed and not missed.
    seq = notices.last_seq(user_id=user.pk)
    mine = ReservationGroup.objects.filter(user=user).annotate(status=STATUS_OF_GROUP)
    counts = dict(mine.values_list("status").annotate(n=Count("pk")).order_by())
    found = mine.filter(pk__in=wanted.ids) if wanted.ids else mine
    found = _searched(found.filter(status=wanted.status) if wanted.status else found, wanted.search)
    count, size = found.count(), wanted.page_size
    order = ["-id"]
    if wanted.tables_first:
        tables = Reservation.objects.filter(_booked_ahead(now), group=OuterRef("pk"))
        found, order = found.annotate(has_table=Exists(tables)), ["-has_table", "-id"]
    chosen = _with_client(found).order_by(*order)[(wanted.page - 1) * size : wanted.page * size]
    return GroupsOut(
        groups=group_cards.build_cards(list(chosen), locale=user.locale, now=now),
        counts=StatusCounts(all=sum(counts.values()), **counts),
        page=wanted.page,
        pages=max(1, -(-count // size)),
        count=count,
        seq=seq,
        warnings=_warnings(user=user, now=now),
        sources=platform_states.read_states(),
    )


def group_card(*, user: User, group_id: int, now: datetime) -> GroupOut:
    """Return one group as a card. Raises Refusal 404 for another user's group."""
    group = _with_client(ReservationGroup.objects.filter(user=user, pk=group_id)).first()
    if group is None:
        raise not_found("request")
    return group_cards.build_cards([group], locale=user.locale, now=now)[0]


def group_cards_of(*, user: User, group_ids: Collection[int], now: datetime) -> list[GroupOut]:
    """Return the cards of these groups, newest first. Groups of other users are left out."""
    mine = ReservationGroup.objects.filter(user=user, pk__in=group_ids)
    return group_cards.build_cards(list(_with_client(mine).order_by("-id")), locale=user.locale, now=now)


def _with_client(groups: QuerySet[Any]) -> QuerySet[Any]:
    return groups.select_related("client").prefetch_related("client__cards")


def _searched(groups: QuerySet[Any], search: str) -> QuerySet[Any]:
    """Filter groups by number, client, and the name or neighborhood of any venue."""
    if not search:
        return groups
    at_venue = (
        Reservation.objects.filter(group=OuterRef("pk"))
        .exclude(reason=changes.WITHDRAWN)
        .filter(Q(venue__venue_name__icontains=search) | Q(venue__neighborhood__icontains=search))
    )
    matches = Q(Exists(at_venue)) | Q(client__first_name__icontains=search) | Q(client__last_name__icontains=search)
    if search.isdecimal() and search.isascii():
        matches |= Q(pk=int(search[:18]))
    return groups.filter(matches)


def active_or_booked(*, user: User, now: datetime) -> QuerySet[Reservation]:
    """Return the user's active reservations, and those whose booking is in the future."""
    return Reservation.objects.filter(Q(status=Status.ACTIVE) | _booked_ahead(now), group__user=user)


def _booked_ahead(now: datetime) -> Q:
    # A booking counts until its day is over in the last zone of the world.
    return Q(status=Status.CONFIRMED, date__gte=now.date() - timedelta(days=1))


def _warnings(*, user: User, now: datetime) -> list[WarningOut]:
    requests = active_or_booked(user=user, now=now)
    columns = ("venue_id", "venue__venue_name", "venue__reservation_source", "group_id", "status")
    held = [Held(*row) for row in requests.values_list(*columns).distinct()]
    return [WarningOut(**warning._asdict()) for warning in warnings.find_warnings(held)]
