"""Builds what a group's card shows, with a fixed number of queries however many groups there are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import cast
from zoneinfo import ZoneInfo

from django.db.models import Count, Q

from apps.connections.models import AccountStatus
from apps.reservations import kill_switches
from apps.reservations.kill_switches import SwitchedOff
from apps.reservations.models import (
    HELD_BACK,
    LIVE_ATTEMPT,
    Attempt,
    AttemptState,
    Client,
    Reservation,
    ReservationGroup,
    Status,
    WatchState,
)
from apps.reservations.rules import cards, changes, group_status, reasons, watch_states
from apps.reservations.rules.group_status import StatusName
from apps.reservations.schemas.requests import (
    BookedOut,
    ClientOut,
    GroupOut,
    GroupVenueOut,
    MemberOut,
    PlatformName,
    SnipeTypeName,
    WatchOut,
)
from apps.venues.schemas import VenueOut

# The watchers' states are written about once a second: until then the attempt itself tells that a table is held back.
UNWRITTEN = timedelta(seconds=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Facts:
    """What is read once for all cards, by request: tries, the live attempt, the newest one that was just held back.

    And what is switched off.
    """

    tries: Mapping[int, int]
    live: Mapping[int, Attempt]
    held_back: Mapping[int, Attempt]
    off: SwitchedOff
    now: datetime


def build_cards(groups: Sequence[ReservationGroup], *, now: datetime) -> list[GroupOut]:
    """Return the cards of groups whose `client` and its `cards` are loaded, in their order."""
    members_of: dict[int, list[Reservation]] = {group.pk: [] for group in groups}
    members = (
        Reservation.objects.filter(group_id__in=members_of)
        .exclude(reason=changes.WITHDRAWN)
        .select_related("venue", "account", "watchstate")
        .order_by("date", "id")
    )
    for member in members:
        members_of[member.group_id].append(member)
    ids = [member.pk for member in members]
    tries = Attempt.objects.filter(reservation_id__in=ids).exclude(HELD_BACK).values_list("reservation_id")
    telling = LIVE_ATTEMPT | (HELD_BACK & Q(closed_at__gt=now - UNWRITTEN))
    attempts = list(Attempt.objects.filter(telling, reservation_id__in=ids).select_related("account").order_by("id"))
    facts = _Facts(
        tries=dict(tries.annotate(n=Count("pk")).order_by()),
        live={one.reservation_id: one for one in attempts if one.state != AttemptState.REFUSED},
        held_back={one.reservation_id: one for one in attempts if one.state == AttemptState.REFUSED},
        off=kill_switches.read(),
        now=now,
    )
    return [_card(group, members_of[group.pk], facts=facts) for group in groups]


def _card(group: ReservationGroup, members: Sequence[Reservation], *, facts: _Facts) -> GroupOut:
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
        release_at=group.release_at,
        fee_ceiling_cents=group.fee_ceiling_cents,
        book_on_behalf=f"{group.client.first_name} {group.client.last_name}" if group.client else None,
        account_name=", ".join(sorted(names)),
        created_date=group.created_at,
        status_since=max((member.status_changed_at for member in members), default=group.created_at),
        stopping=any(member.stop for member in members),
        client=_client(group.client) if group.client else None,
        members=[_member(group, member, facts=facts) for member in members],
    )


def _client(client: Client) -> ClientOut:
    card = max(client.cards.all(), key=lambda card: card.pk, default=None)
    month, _, year = card.expiry.partition("/") if card else ("", "", "")
    return ClientOut(
        first_name=client.first_name,
        last_name=client.last_name,
        email=client.email,
        phone=client.phone,
        zip_code=client.zip_code,
        cc_number=cards.mask(last_four=card.last_four) if card else None,
        exp_month=month or None,
        exp_year=year or None,
    )


def _venues(members: Iterable[Reservation]) -> list[GroupVenueOut]:
    """Return the group's restaurants in the order in which they were filed."""
    first_of: dict[int, Reservation] = {}
    for member in sorted(members, key=lambda member: member.pk):
        first_of.setdefault(member.venue_id, member)
    return [
        GroupVenueOut(
            id=member.venue.pk,
            venue_id=member.venue.platform_venue_id,
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


def _member(group: ReservationGroup, member: Reservation, *, facts: _Facts) -> MemberOut:
    platform, live = member.venue.reservation_source, facts.live.get(member.pk)
    return MemberOut(
        id=member.pk,
        venue=member.venue_id,
        venue_name=member.venue.venue_name,
        date=member.date,
        status=cast(StatusName, member.status),
        reason=member.reason or None,
        reason_text=reasons.sentence(code=member.reason, platform=platform, on=_day_of_change(member)) or None,
        table_type=member.table_type,
        booked=_booked(live) if member.status == Status.CONFIRMED and live is not None else None,
        watch=_watch(group, member, facts=facts) if member.status == Status.ACTIVE else None,
    )


def _day_of_change(member: Reservation) -> date:
    """Return the day, at the restaurant, on which the request came to its present status."""
    return member.status_changed_at.astimezone(ZoneInfo(member.venue.time_zone)).date()


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


def _watch(group: ReservationGroup, member: Reservation, *, facts: _Facts) -> WatchOut:
    written: WatchState | None = getattr(member, "watchstate", None)
    live = facts.live.get(member.pk)
    word, fee_cents, held_time = _written(written, facts.held_back.get(member.pk))
    state = watch_states.shown_state(
        written=word,
        open_attempt=live.state if live else None,
        account_usable=member.account is not None and member.account.status == AccountStatus.CONNECTED,
        switched_off=facts.off.stops(member),
        release_ahead=group.release_at is not None and group.release_at > facts.now,
        fee_accepted=group.fee_ceiling_cents >= (fee_cents or 0),
    )
    paced = written if state not in watch_states.STANDING_STILL else None
    return WatchOut(
        state=state,
        checks=written.checks if written else 0,
        attempts=facts.tries.get(member.pk, 0),
        last_check_at=written.last_check_at if written else None,
        next_check_at=paced.next_check_at if paced else None,
        interval_ms=paced.interval_ms if paced else 0,
        held_fee_cents=fee_cents if state == "held_back" else None,
        held_time=held_time if state == "held_back" else None,
    )


def _written(state: WatchState | None, attempt: Attempt | None) -> tuple[str | None, int | None, time | None]:
    """Return the snipers' latest word, and what a held-back table asks for and its time."""
    if attempt is not None and attempt.closed_at and (state is None or state.updated_at < attempt.closed_at):
        return "held_back", attempt.fee_cents, attempt.slot_time
    return (state.state, state.held_fee_cents, state.held_time) if state else (None, None, None)
