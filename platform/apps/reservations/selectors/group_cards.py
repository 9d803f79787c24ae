"""Builds the cards of groups. The number of queries does not depend on the number of groups."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import cast
from zoneinfo import ZoneInfo

from django.db.models import Count, Min, Q

from apps.common.formatting import format_month_day
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
from apps.reservations.schemas.requests import (
    BookedOut,
    ClientOut,
    GroupOut,
    GroupVenueOut,
    MemberOut,
    SeenOut,
    SnipeTypeName,
    WatchOut,
)
from apps.venues.schemas import VenueOut
from realtime.events import Platform, WatchStateName
from realtime.events import Status as StatusName

from . import sightings
from .sightings import NOTHING, Seen

# Watch states are written about once a second; until then the attempt itself shows that a table is held back.
UNWRITTEN = timedelta(seconds=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Loaded:
    """Data that is read once for all cards. The mappings are by reservation id.

    `attempts` has the number of attempts. `held_fees` has the lowest fee of the tables that were held back. `seen` has
    the tables that an unsuccessful reservation saw. `live` has the live attempt. `held_back` has the attempt of a table
    that was just held back.
    """

    attempts: Mapping[int, int]
    held_fees: Mapping[int, int | None]
    seen: Mapping[int, Seen]
    live: Mapping[int, Attempt]
    held_back: Mapping[int, Attempt]
    off: SwitchedOff
    locale: str
    now: datetime


def build_cards(groups: Sequence[ReservationGroup], *, locale: str, now: datetime) -> list[GroupOut]:
    """Return the cards of groups in the given order. Each group's `client` and that client's `cards` must be loaded."""
    members_of: dict[int, list[Reservation]] = {group.pk: [] for group in groups}
    by_id = {group.pk: group for group in groups}
    members = (
        Reservation.objects.filter(group_id__in=members_of)
        .exclude(reason=changes.WITHDRAWN)
        .select_related("venue", "account", "watchstate")
        .order_by("date", "id")
    )
    for member in members:
        member.group = by_id[member.group_id]
        members_of[member.group_id].append(member)
    ids = [member.pk for member in members]
    counted = (
        Attempt.objects.filter(reservation_id__in=ids)
        .values_list("reservation_id")
        .annotate(calls=Count("pk", filter=~HELD_BACK), held_fee=Min("fee_cents", filter=HELD_BACK))
        .order_by()
    )
    by_request = list(counted)
    shown = LIVE_ATTEMPT | (HELD_BACK & Q(closed_at__gt=now - UNWRITTEN))
    attempts = list(Attempt.objects.filter(shown, reservation_id__in=ids).select_related("account").order_by("id"))
    loaded = _Loaded(
        attempts={request_id: calls for request_id, calls, _ in by_request},
        held_fees={request_id: held_fee for request_id, _, held_fee in by_request},
        seen=sightings.read_seen([member.pk for member in members if member.status == Status.UNSUCCESSFUL]),
        live={one.reservation_id: one for one in attempts if one.state != AttemptState.REFUSED},
        held_back={one.reservation_id: one for one in attempts if one.state == AttemptState.REFUSED},
        off=kill_switches.read_switched_off(),
        locale=locale,
        now=now,
    )
    return [_card(group, members_of[group.pk], loaded=loaded) for group in groups]


def shown_state(
    request: Reservation,
    *,
    written: str | None,
    held_fee_cents: int | None,
    open_attempt: str | None,
    off: SwitchedOff,
    now: datetime,
) -> WatchStateName:
    """Return the watch state to show (rules/watch_states). The reservation's group, venue and account must be
    loaded."""
    account, group = request.account, request.group
    return watch_states.shown_state(
        written=written,
        open_attempt=open_attempt,
        account_usable=account is not None and account.status == AccountStatus.CONNECTED,
        switched_off=off.stops(request),
        closed=request.venue.closed_at is not None,
        release_ahead=group.release_at is not None and group.release_at > now,
        fee_accepted=group.fee_ceiling_cents >= (held_fee_cents or 0),
    )


def _card(group: ReservationGroup, members: Sequence[Reservation], *, loaded: _Loaded) -> GroupOut:
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
        book_on_behalf=str(group.client) if group.client else None,
        account_name=", ".join(sorted(names)),
        created_date=group.created_at,
        status_since=max((member.status_changed_at for member in members), default=group.created_at),
        stopping=any(member.stop for member in members),
        client=_client(group.client) if group.client else None,
        members=[_member(member, loaded=loaded) for member in members],
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
            address1=member.venue.address1,
            neighborhood=member.venue.neighborhood,
            locality=member.venue.locality,
            time_zone=member.venue.time_zone,
            reservation_source=cast(Platform, member.venue.reservation_source),
            cover_image_url=VenueOut.resolve_cover_image_url(member.venue),
            cover_art=VenueOut.resolve_cover_art(member.venue),
            table_type=member.table_type,
        )
        for member in first_of.values()
    ]


def _member(member: Reservation, *, loaded: _Loaded) -> MemberOut:
    platform, live = member.venue.reservation_source, loaded.live.get(member.pk)
    changed_on = member.status_changed_at.astimezone(ZoneInfo(member.venue.time_zone)).date()
    on = format_month_day(changed_on, locale=loaded.locale) if member.reason else ""
    return MemberOut(
        id=member.pk,
        venue=member.venue_id,
        venue_name=member.venue.venue_name,
        date=member.date,
        status=cast(StatusName, member.status),
        reason=member.reason or None,
        reason_text=reasons.sentence(code=member.reason, platform=platform, on=on) or None,
        table_type=member.table_type,
        booked=_booked(live) if member.status == Status.CONFIRMED and live is not None else None,
        watch=_watch(member, loaded=loaded) if member.status == Status.ACTIVE else None,
        seen=_seen(member, loaded=loaded) if member.status == Status.UNSUCCESSFUL else None,
    )


def _seen(member: Reservation, *, loaded: _Loaded) -> SeenOut:
    seen = loaded.seen.get(member.pk, NOTHING)
    return SeenOut(
        tables=seen.tables,
        attempts=loaded.attempts.get(member.pk, 0),
        time=seen.time,
        seating=seen.seating,
        held_fee_cents=loaded.held_fees.get(member.pk),
    )


def _booked(attempt: Attempt) -> BookedOut | None:
    if attempt.state != AttemptState.BOOKED or attempt.closed_at is None:
        return None
    return BookedOut(
        confirmation=attempt.platform_reservation_id or "",
        canceling=attempt.cancel_requested_at is not None,
        time=attempt.slot_time,
        seating=attempt.seating,
        party_size=attempt.party_size,
        at=attempt.closed_at,
        account_name=attempt.account.display_name or attempt.account.username,
        platform=cast(Platform, attempt.platform),
        free_until=attempt.free_until,
        cancel_fee_cents=attempt.cancel_fee_cents,
        deposit_cents=attempt.deposit_cents,
    )


def _watch(member: Reservation, *, loaded: _Loaded) -> WatchOut:
    written: WatchState | None = getattr(member, "watchstate", None)
    live = loaded.live.get(member.pk)
    written_state, fee_cents, held_time = _latest_state(written, loaded.held_back.get(member.pk))
    state = shown_state(
        member,
        written=written_state,
        held_fee_cents=fee_cents,
        open_attempt=live.state if live else None,
        off=loaded.off,
        now=loaded.now,
    )
    paced = written if state not in watch_states.NOT_POLLED else None
    return WatchOut(
        state=state,
        checks=written.checks if written else 0,
        attempts=loaded.attempts.get(member.pk, 0),
        last_check_at=written.last_check_at if written else None,
        next_check_at=paced.next_check_at if paced else None,
        interval_ms=paced.interval_ms if paced else 0,
        held_fee_cents=fee_cents if state == "held_back" else None,
        held_time=held_time if state == "held_back" else None,
    )


def _latest_state(state: WatchState | None, held_back: Attempt | None) -> tuple[str | None, int | None, time | None]:
    """Return the snipers' latest state, with the fee and the time of a held-back table."""
    if held_back is not None and held_back.closed_at and (state is None or state.updated_at < held_back.closed_at):
        return "held_back", held_back.fee_cents, held_back.slot_time
    return (state.state, state.held_fee_cents, state.held_time) if state else (None, None, None)
