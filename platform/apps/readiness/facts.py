"""Reads the facts from which rules.py decides whether a request is ready.

The number of queries does not depend on the number of venues, dates and requests.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Final

from django.db.models import Q

from apps.connections.models import ClockReading, PlatformAccount
from apps.listing import kill_switches
from apps.listing.kill_switches import SwitchedOff
from apps.listing.selectors import platform_states
from apps.notices.settings.choices import reached_channels
from apps.outcomes.selectors.known_terms import terms_at
from apps.readiness import messages
from apps.requests.models import Attempt, AttemptState, ClientCard, Reservation, ReservationGroup, Status
from apps.requests.rules import seating, time_windows
from apps.venues.models import Venue
from apps.venues.rules import booking_obstacles
from snipers.clients import registry
from snipers.domain.venue_gates import VenueGate

from . import rules as readiness
from .rules import AccountFacts, ChannelFacts, ClockFacts, Facts, PlatformFacts, TableFacts, TermsFacts, VenueFacts

# A platform in this state is called, but less often.
SLOWED: Final = "slowed"


def facts_of(group: ReservationGroup, *, members: Sequence[Reservation], now: datetime) -> Facts:
    """Return the facts about a group.

    `members` are its active reservations, at least one, with their venues and accounts loaded. The group's user must be
    loaded.
    """
    off = kill_switches.read_switched_off()
    venues = list({member.venue_id: member.venue for member in members}.values())
    accounts = list({member.account_id: member.account for member in members}.values())
    live = [account for account in accounts if account is not None]
    return Facts(
        notify_only=group.notify_only,
        for_client=group.client_id is not None,
        override=group.override_reservations,
        fee_ceiling_cents=group.fee_ceiling_cents,
        cancel_fee_ceiling_cents=group.cancel_fee_ceiling_cents,
        accepts_unknown_fee=group.accepts_unknown_fee,
        windows=time_windows.windows_of(group),
        dates={member.date for member in members},
        release_at=group.release_at,
        accounts=_accounts(group, live, chosen={m.account_id: m.payment_method_id for m in members}),
        clocks=_clocks(venues),
        venues=[_venue(venue, group, members, off=off, now=now) for venue in venues],
        platforms=_platforms(venues, live, off=off),
        terms=_terms(venues, group),
        tables=_tables(group, members),
        channels=[ChannelFacts(name=name, delivered=got) for name, got in reached_channels(user=group.user, now=now)],
        locale=group.user.locale,
    )


def lines(group: ReservationGroup, *, now: datetime) -> list[readiness.CheckLine]:
    """Return the lines of a group, none if it has no active reservation. The group's user must be loaded."""
    members = active_members(group)
    return readiness.lines_of(facts_of(group, members=members, now=now), now=now) if members else []


def active_members(group: ReservationGroup) -> list[Reservation]:
    """Return the group's active reservations with venue and account, first choice first."""
    active = Reservation.objects.filter(group=group, status=Status.ACTIVE, stop="")
    return list(active.select_related("venue__venuewatch", "account").order_by("choice", "id"))


def _accounts(
    group: ReservationGroup, accounts: Sequence[PlatformAccount], *, chosen: Mapping[int | None, str | None]
) -> list[AccountFacts]:
    with_client_card: Collection[int] = ()
    if group.client_id is not None:
        cards = ClientCard.objects.filter(client=group.client_id, account__in=accounts)
        with_client_card = set(cards.values_list("account_id", flat=True))
    return [
        AccountFacts(
            platform=account.platform,
            platform_name=registry.find(account.platform).name,
            status=account.status,
            ends_at=account.token_expires_at,
            read_at=max(filter(None, (account.verified_at, account.known_at)), default=None),
            has_card=account.pk in with_client_card
            if group.client_id is not None
            else _has_card(account, chosen.get(account.pk)),
        )
        for account in accounts
    ]


def _has_card(account: PlatformAccount, chosen: str | None) -> bool:
    """Return whether the chosen card is on file or, if none was chosen, a default card."""
    if chosen is None:
        return account.payment_method_id is not None
    return chosen in [card.id for card in account.cards]


def _clocks(venues: Sequence[Venue]) -> list[ClockFacts]:
    readings = {reading.platform: reading for reading in ClockReading.objects.all()}
    return [_clock(platform, readings.get(platform)) for platform in sorted({v.reservation_source for v in venues})]


def _clock(platform: str, reading: ClockReading | None) -> ClockFacts:
    name = registry.find(platform).name
    if reading is None:
        return ClockFacts(platform_name=name)
    return ClockFacts(
        platform_name=name,
        read_at=reading.read_at,
        low_ms=reading.low_ms or 0.0,
        high_ms=reading.high_ms or 0.0,
        failed=reading.failed,
    )


def _venue(
    venue: Venue, group: ReservationGroup, members: Sequence[Reservation], *, off: SwitchedOff, now: datetime
) -> VenueFacts:
    dates = [member.date for member in members if member.venue_id == venue.pk]
    return VenueFacts(
        obstacle=_obstacle(venue, group, dates, off=off, now=now), asks_card=VenueGate.CARD in venue.gates
    )


def _obstacle(venue: Venue, group: ReservationGroup, dates: Sequence[date], *, off: SwitchedOff, now: datetime) -> str:
    watch = getattr(venue, "venuewatch", None)
    if venue.opted_out or venue.closed_at is not None:
        return messages.venue_says(venue=venue.venue_name, what=messages.VENUE_GONE)
    if venue.pk in off.venues:
        return messages.venue_says(venue=venue.venue_name, what=messages.VENUE_PAUSED)
    found = booking_obstacles.of_venue(venue)
    found = found or booking_obstacles.of_closed_days(venue, dates=dates, locale=group.user.locale)
    if found is not None and not (group.notify_only and found.notifies):
        return found.message
    if watch is not None and watch.quarantined_until is not None and watch.quarantined_until > now:
        return messages.venue_says(venue=venue.venue_name, what=messages.VENUE_RESTING)
    return seating.party_mistake(group.party_size, venue)


def _platforms(
    venues: Sequence[Venue], accounts: Sequence[PlatformAccount], *, off: SwitchedOff
) -> list[PlatformFacts]:
    sources = {venue.reservation_source for venue in venues}
    found = [
        PlatformFacts(sentence=state.reason_text, stopped=state.state != SLOWED)
        for state in platform_states.read_states(off=off)
        if state.platform in sources and state.reason_text is not None
    ]
    if any(account.pk in off.accounts for account in accounts):
        found.append(PlatformFacts(sentence=messages.STAFF_PAUSED_ACCOUNT, stopped=True))
    return found


def _terms(venues: Sequence[Venue], group: ReservationGroup) -> list[TermsFacts]:
    names: Mapping[int, str] = {venue.pk: venue.venue_name for venue in venues}
    known = terms_at(venue_ids=list(names))
    return [
        TermsFacts(names[venue_id], *terms.amounts_for(party_size=group.party_size), currency=terms.currency)
        for venue_id, terms in known.items()
    ]


def _tables(group: ReservationGroup, members: Sequence[Reservation]) -> list[TableFacts]:
    booked = Attempt.objects.filter(
        ~Q(group_id=group.pk),
        diner_key=group.diner_key,
        state=AttemptState.BOOKED,
        date__in={member.date for member in members},
    )
    rows = booked.values_list("group_id", "reservation__venue__venue_name", "date", "slot_time", "meal")
    return [TableFacts(group_id=g, venue_name=name, date=day, time=at, meal=meal) for g, name, day, at, meal in rows]
