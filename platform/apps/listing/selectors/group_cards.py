"""Builds the cards of groups. The number of queries does not depend on the number of groups."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from zoneinfo import ZoneInfo

from apps.accounts.models import User
from apps.common.formatting import currency_of, format_month_day
from apps.common.platform_wire import GROUP_FIELDS
from apps.listing.kill_switches import SwitchedOff
from apps.listing.rules.better_choices import better_choices
from apps.listing.schemas.groups import (
    BookedOut,
    ClientOut,
    GroupOut,
    GroupVenueOut,
    MemberOut,
    SeenOut,
    SwappedTableOut,
    TimeWindowOut,
    WatchOut,
)
from apps.requests.fields import FieldsOut
from apps.requests.models import Attempt, AttemptState, Client, ReservationGroup, SnipeType, Status
from apps.requests.rules import cards, changes, clients, group_status, reasons, schedule, seating, time_windows
from apps.venues.rules import links
from apps.venues.rules.cover_art import cover_art
from realtime.events import Status as StatusName

from . import card_watches, sightings, swapped_tables
from .card_rows import ATTEMPT_COUNTS, CLIENT_CARDS, MEMBERS, SHOWN_ATTEMPTS, ClientCardRow, Member
from .sightings import NOTHING, Seen


@dataclass(frozen=True, slots=True, kw_only=True)
class _Loaded:
    """Data that is read once for all cards. The mappings are by reservation id, except `client_cards` and `swapped`.

    `client_cards` has the newest card of each client that has one, by client id. `attempts` has the number of attempts,
    without those whose table was held back. `held_fees` has the lowest amounts of those tables. `seen` has the tables
    that an unsuccessful reservation saw. `live` has the attempt that is claimed, unknown or booked. `held_back` has the
    attempt of a table that was held back in the last 5 s. `off` has the kill switches that are on. `shared` has the
    ids of the reservations whose table is shared by a link. `swapped` has the booked table that a search wants to
    improve or a swap replaces, by group id.
    """

    client_cards: Mapping[int, ClientCardRow]
    attempts: Mapping[int, int]
    held_fees: Mapping[int, tuple[int | None, int | None]]
    shared: Set[int]
    seen: Mapping[int, Seen]
    live: Mapping[int, Attempt]
    held_back: Mapping[int, Attempt]
    swapped: Mapping[int, SwappedTableOut]
    off: SwitchedOff
    user: User
    now: datetime


def build_cards(groups: Sequence[ReservationGroup], *, off: SwitchedOff, user: User, now: datetime) -> list[GroupOut]:
    """Return the cards of the user's groups, in the given order. Each group's `client` must be loaded.

    `off` has the kill switches that are on.
    """
    clients = {group.client_id for group in groups if group.client_id is not None}
    client_cards = CLIENT_CARDS.rows(clients=list(clients)) if clients else []
    members_of: dict[int, list[Member]] = {group.pk: [] for group in groups}
    members = MEMBERS.rows(groups=list(members_of))
    for member in members:
        members_of[member.group_id].append(member)
    ids = [member.id for member in members]
    by_request = ATTEMPT_COUNTS.rows(reservations=ids)
    attempts = SHOWN_ATTEMPTS.rows(reservations=ids, since=now - card_watches.UNWRITTEN)
    loaded = _Loaded(
        client_cards={card.client_id: card for card in client_cards},
        attempts={request_id: calls for request_id, calls, *_ in by_request},
        held_fees={request_id: (now, cancel) for request_id, _, now, cancel, _ in by_request},
        shared={request_id for request_id, *_, links in by_request if links},
        seen=sightings.read_seen([member.id for member in members if member.status == Status.UNSUCCESSFUL]),
        live={one.reservation_id: one for one in attempts if one.state != AttemptState.REFUSED},
        held_back={one.reservation_id: one for one in attempts if one.state == AttemptState.REFUSED},
        swapped=swapped_tables.read(groups),
        off=off,
        user=user,
        now=now,
    )
    return [_card(group, members_of[group.pk], loaded=loaded) for group in groups]


def _card(group: ReservationGroup, members: Sequence[Member], *, loaded: _Loaded) -> GroupOut:
    names = {member.account_name or member.account_username or "" for member in members if member.account_id}
    is_cancel = group.snipe_type == SnipeType.CANCEL
    cards = _chosen_cards(members)
    copied: dict[str, Any] = {name: getattr(group, name) for name in FieldsOut.model_fields}
    copied["continue_as_cancel"] = group.continue_as_cancel and not is_cancel
    copied |= {field: cards.get(platform) for platform, field in GROUP_FIELDS.items()}
    return GroupOut(
        **copied,
        group_id=group.pk,
        number=f"{group.pk:05d}",
        status=group_status.derive({member.status for member in members}),
        time_windows=[TimeWindowOut(start_time=start, end_time=end) for start, end in time_windows.windows_of(group)],
        dates=sorted({member.date for member in members}),
        dates_by_choice=list(dict.fromkeys(member.date for member in sorted(members, key=_by_choice))),
        venues=_venues(members),
        release_at=None if is_cancel else group.release_at,
        missed_release_at=group.release_at if is_cancel else None,
        swap=None if group.swap_of is None else "search" if group.notify_only else "swap",
        swap_table=loaded.swapped.get(group.pk),
        book_on_behalf=str(group.client) if group.client else None,
        account_name=", ".join(sorted(names)),
        chosen_cards=cards,
        created_date=group.created_at,
        status_since=max((member.status_changed_at for member in members), default=group.created_at),
        stopping=any(member.stop for member in members),
        client=_client(group.client, loaded.client_cards.get(group.client.pk)) if group.client else None,
        members=[_member(group, member, members=members, loaded=loaded) for member in members],
    )


def _chosen_cards(members: Iterable[Member]) -> dict[str, str]:
    """Return the platform's ids of the chosen cards by platform."""
    return {one.platform: one.payment_method_id for one in members if one.payment_method_id is not None}


def _by_choice(member: Member) -> tuple[int, int]:
    """Return the sort key of a member: its choice, then its id."""
    return member.choice, member.id


def _client(client: Client, card: ClientCardRow | None) -> ClientOut:
    month, _, year = card.expiry.partition("/") if card else ("", "", "")
    return ClientOut(
        **{name: getattr(client, name) for name in clients.PERSON},
        cc_number=cards.mask(last_four=card.last_four) if card else None,
        exp_month=month or None,
        exp_year=year or None,
    )


def _venues(members: Iterable[Member]) -> list[GroupVenueOut]:
    """Return the group's restaurants in the user's order."""
    first_of: dict[int, Member] = {}
    for member in sorted(members, key=_by_choice):
        first_of.setdefault(member.venue_id, member)
    return [
        GroupVenueOut(
            id=member.venue_id,
            venue_id=member.platform_venue_id,
            venue_name=member.venue_name,
            address1=member.address1,
            neighborhood=member.neighborhood,
            locality=member.locality,
            time_zone=member.time_zone,
            currency=currency_of(stated="", country=member.country),
            reservation_source=member.platform,
            cover_image_url=member.cover_image_url or None,
            cover_art=cover_art(
                seed=member.platform_venue_id, cuisine=member.cuisine, neighborhood=member.neighborhood
            ),
            table_type=member.table_type,
            table_types=seating.wanted(table_type=member.table_type, table_types=member.table_types),
        )
        for member in first_of.values()
    ]


def _member(group: ReservationGroup, member: Member, *, members: Sequence[Member], loaded: _Loaded) -> MemberOut:
    live = loaded.live.get(member.id)
    changed_on = member.status_changed_at.astimezone(ZoneInfo(member.time_zone)).date()
    on = format_month_day(changed_on, locale=loaded.user.locale) if member.reason else ""
    return MemberOut(
        id=member.id,
        venue=member.venue_id,
        venue_name=member.venue_name,
        date=member.date,
        status=cast(StatusName, member.status),
        reason=member.reason or None,
        reason_text=reasons.sentence(code=member.reason, platform=member.platform, on=on) or None,
        table_type=member.table_type,
        booked=_booked(live, group, member, members)
        if member.status == Status.CONFIRMED and live is not None
        else None,
        watch=_watch(group, member, loaded=loaded) if member.status == Status.ACTIVE else None,
        page=_page(group, member) if group.notify_only else None,
        seen=_seen(member, loaded=loaded) if member.status == Status.UNSUCCESSFUL else None,
        shared=member.id in loaded.shared
        and schedule.is_link_open(day=member.date, zone=member.time_zone, now=loaded.now),
    )


def _page(group: ReservationGroup, member: Member) -> str | None:
    page = links.page_of(
        platform=member.platform,
        platform_venue_id=member.platform_venue_id,
        slug=member.url_slug,
        location=member.location_slug,
    )
    at, party_size = group.start_time, group.party_size
    return links.page_for(page, platform=member.platform, day=member.date, at=at, party_size=party_size) or None


def _seen(member: Member, *, loaded: _Loaded) -> SeenOut:
    seen, held = loaded.seen.get(member.id, NOTHING), loaded.held_fees.get(member.id, (None, None))
    return SeenOut(
        tables=seen.tables,
        attempts=loaded.attempts.get(member.id, 0),
        time=seen.time,
        seating=seen.seating,
        held_fee_cents=held[0],
        held_cancel_fee_cents=held[1],
    )


def _watch(group: ReservationGroup, member: Member, *, loaded: _Loaded) -> WatchOut:
    return card_watches.watch_of(
        group,
        member,
        live=loaded.live.get(member.id),
        held_back=loaded.held_back.get(member.id),
        attempts=loaded.attempts.get(member.id, 0),
        off=loaded.off,
        confirmed=loaded.user.email_confirmed_at is not None,
        now=loaded.now,
    )


def _booked(attempt: Attempt, group: ReservationGroup, member: Member, members: Sequence[Member]) -> BookedOut | None:
    if attempt.state != AttemptState.BOOKED or attempt.closed_at is None:
        return None
    better = better_choices(
        members,
        booked=member,
        seated=attempt.seating,
        window=time_windows.place_of(time_windows.windows_of(group), attempt.slot_time) or 0,
        one_table=group.one_table,
        withdrawn=changes.WITHDRAWN,
    )
    return BookedOut(
        confirmation=attempt.platform_reservation_id or "",
        canceling=attempt.cancel_requested_at is not None,
        time=attempt.slot_time,
        seating=attempt.seating,
        party_size=attempt.party_size,
        at=attempt.closed_at,
        account_name=attempt.account.display_name or attempt.account.username,
        platform=attempt.platform,
        free_until=attempt.free_until,
        cancel_fee_cents=attempt.cancel_fee_cents,
        deposit_cents=attempt.deposit_cents,
        currency=currency_of(stated=attempt.currency, country=member.country),
        can_improve=bool(better) and attempt.cancel_requested_at is None,
    )
