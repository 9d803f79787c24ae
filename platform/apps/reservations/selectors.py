"""Reads a user's groups for the list and the card, with a fixed number of queries however many there are."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, cast

from django.db.models import Case, CharField, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from apps.accounts.models import User
from apps.common.errors import not_found
from apps.connections.models import AccountStatus
from apps.notices import selectors as notices
from apps.venues.schemas import VenueOut

from .models import LIVE_ATTEMPT, Attempt, AttemptState, Reservation, ReservationGroup, Status, WatchState
from .rules import group_status, reasons, warnings, watching
from .rules.group_status import StatusName
from .rules.warnings import Held
from .schemas import (
    BookedOut,
    GroupOut,
    GroupsOut,
    GroupVenueOut,
    MemberOut,
    PlatformName,
    SnipeTypeName,
    StatusCounts,
    WarningOut,
    WatchOut,
)

PAGE_SIZE = 50

# The SQL twin of rules.group_status.derive: a group has the status of its most pressing member.
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


def groups_page(*, user: User, status: str, search: str, page: int, now: datetime) -> GroupsOut:
    """Return one page of the user's groups. A page beyond the last one is empty."""
    # Read first: an event that commits during the reads is then replayed, not missed.
    seq = notices.last_seq(user_id=user.pk)
    mine = ReservationGroup.objects.filter(user=user).annotate(status=STATUS_OF_GROUP)
    counts = StatusCounts(
        **{row["status"]: row["n"] for row in mine.values("status").annotate(n=Count("pk")).order_by()}
    )
    counts.all = counts.active + counts.paused + counts.confirmed + counts.unsuccessful + counts.canceled
    found = _searched(mine.filter(status=status) if status else mine, search)
    count = found.count()
    chosen = found.select_related("client").order_by("-id")[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    return GroupsOut(
        groups=_cards(list(chosen)),
        counts=counts,
        page=page,
        pages=max(1, -(-count // PAGE_SIZE)),
        count=count,
        seq=seq,
        warnings=_warnings(user=user, now=now),
    )


def group_card(*, user: User, group_id: int) -> GroupOut:
    """Return one group of the user; 404 for everybody else's."""
    group = ReservationGroup.objects.filter(user=user, pk=group_id).select_related("client").first()
    if group is None:
        raise not_found("request")
    return _cards([group])[0]


def _searched(groups: QuerySet[Any], search: str) -> QuerySet[Any]:
    """Narrow to groups whose number, client, or any venue's name or neighbourhood contains the text."""
    if not search:
        return groups
    at_venue = Reservation.objects.filter(group=OuterRef("pk")).filter(
        Q(venue__venue_name__icontains=search) | Q(venue__neighborhood__icontains=search)
    )
    matches = Q(Exists(at_venue)) | Q(client__first_name__icontains=search) | Q(client__last_name__icontains=search)
    if search.isdecimal() and search.isascii():
        matches |= Q(pk=int(search[:18]))
    return groups.filter(matches)


def _cards(groups: Sequence[ReservationGroup]) -> list[GroupOut]:
    members_of: dict[int, list[Reservation]] = {group.pk: [] for group in groups}
    members = (
        Reservation.objects.filter(group_id__in=members_of)
        .select_related("venue", "account", "watchstate")
        .order_by("date", "id")
    )
    for member in members:
        members_of[member.group_id].append(member)
    ids = [member.pk for member in members]
    tries = dict(
        Attempt.objects.filter(reservation_id__in=ids).values_list("reservation_id").annotate(n=Count("pk")).order_by()
    )
    live = {
        attempt.reservation_id: attempt
        for attempt in Attempt.objects.filter(LIVE_ATTEMPT, reservation_id__in=ids).select_related("account")
    }
    return [_card(group, members_of[group.pk], tries=tries, live=live) for group in groups]


def _card(
    group: ReservationGroup, members: Sequence[Reservation], *, tries: Mapping[int, int], live: Mapping[int, Attempt]
) -> GroupOut:
    names = {member.account.display_name or member.account.username for member in members if member.account}
    return GroupOut(
        group_id=group.pk,
        number=f"{group.pk:05d}",
        snipe_type=cast(SnipeTypeName, group.snipe_type),
        status=group_status.derive({member.status for member in members}),
        party_size=group.party_size,
        start_time=group.start_time,
        end_time=group.end_time,
        dates=sorted({member.date for member in members}),
        venues=_venues(members),
        final_snipe_date=group.final_snipe_date,
        override_reservations=group.override_reservations,
        release_date=group.release_date,
        release_time=group.release_time,
        book_on_behalf=f"{group.client.first_name} {group.client.last_name}" if group.client else None,
        account_name=", ".join(sorted(names)),
        created_date=group.created_at,
        status_since=max((member.status_changed_at for member in members), default=group.created_at),
        stopping=any(member.stop for member in members),
        members=[_member(member, tries=tries.get(member.pk, 0), live=live.get(member.pk)) for member in members],
    )


def _venues(members: Iterable[Reservation]) -> list[GroupVenueOut]:
    """Return the group's restaurants in the order in which they were filed."""
    first_of: dict[int, Reservation] = {}
    for member in sorted(members, key=lambda member: member.pk):
        first_of.setdefault(member.venue_id, member)
    return [
        GroupVenueOut(
            id=member.venue.pk,
            venue_id=member.venue.venue_id,
            venue_name=member.venue.venue_name,
            neighborhood=member.venue.neighborhood,
            locality=member.venue.locality,
            reservation_source=cast(PlatformName, member.venue.reservation_source),
            cover_image_url=VenueOut.resolve_cover_image_url(member.venue),
            cover_art=VenueOut.resolve_cover_art(member.venue),
            table_type=member.table_type,
        )
        for member in first_of.values()
    ]


def _member(member: Reservation, *, tries: int, live: Attempt | None) -> MemberOut:
    platform = member.venue.reservation_source
    return MemberOut(
        id=member.pk,
        venue=member.venue_id,
        venue_name=member.venue.venue_name,
        date=member.date,
        status=cast(StatusName, member.status),
        reason=member.reason or None,
        reason_text=reasons.sentence(code=member.reason, platform=platform) or None,
        table_type=member.table_type,
        booked=_booked(live) if member.status == Status.CONFIRMED and live is not None else None,
        watch=_watch(member, tries=tries, live=live) if member.status == Status.ACTIVE else None,
    )


def _booked(attempt: Attempt) -> BookedOut | None:
    if attempt.state != AttemptState.BOOKED or attempt.closed_at is None:
        return None
    return BookedOut(
        time=attempt.slot_time,
        seating=attempt.seating,
        party_size=attempt.party_size,
        at=attempt.closed_at,
        account_name=attempt.account.display_name or attempt.account.username,
        platform=cast(PlatformName, attempt.platform),
    )


def _watch(member: Reservation, *, tries: int, live: Attempt | None) -> WatchOut:
    written: WatchState | None = getattr(member, "watchstate", None)
    return WatchOut(
        state=watching.shown_state(
            written=written.state if written else None,
            open_attempt=live.state if live else None,
            account_usable=member.account is not None and member.account.status == AccountStatus.CONNECTED,
        ),
        checks=written.checks if written else 0,
        attempts=tries,
        last_check_at=written.last_check_at if written else None,
        next_check_at=written.next_check_at if written else None,
        interval_ms=written.interval_ms if written else 0,
    )


def _warnings(*, user: User, now: datetime) -> list[WarningOut]:
    # A booking counts until its day is over in the last zone of the world.
    ahead = Q(status=Status.ACTIVE) | Q(status=Status.CONFIRMED, date__gte=now.date() - timedelta(days=1))
    rows = (
        Reservation.objects.filter(ahead, group__user=user)
        .values_list("venue_id", "venue__venue_name", "venue__reservation_source", "group_id", "status")
        .distinct()
    )
    held = [
        Held(
            venue_id=venue_id,
            venue_name=name,
            platform=reasons.PLATFORM_NAMES.get(source, source),
            group_id=group_id,
            booked=status == Status.CONFIRMED,
        )
        for venue_id, name, source, group_id, status in rows
    ]
    return [
        WarningOut(code=one.code, message=one.message, group_ids=list(one.group_ids)) for one in warnings.about(held)
    ]
