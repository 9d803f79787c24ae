"""Reads what a restaurant's page shows about requests: the user's own requests there, the last openings that any user's
request saw, when tables open there, and the last known fee."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import Final, cast

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, OuterRef
from django.db.models.functions import Coalesce

from apps.accounts.models import User
from apps.listing.schemas.groups import TimeWindowOut
from apps.listing.selectors.group_pages import active_or_booked, booked_since
from apps.odds import evidence
from apps.odds.rules import venue_activity
from apps.odds.rules.venue_activity import Opening
from apps.odds.schemas.venue_activity import OwnRequestOut, VenueActivityOut, VenueFeeOut
from apps.outcomes.selectors.known_terms import terms_at
from apps.requests.fields import SnipeTypeName
from apps.requests.models import Reservation, Status, TimelineEntry
from apps.requests.rules import group_status, time_windows
from apps.venues.models import Venue
from apps.venues.selectors import get_venue
from snipers.domain.fees import known_cents
from snipers.domain.odds.heat_map import HeatMap, heat_map

OPENINGS: Final = 5
# Openings are read only from the newest requests at the venue, and from the newest sightings of each request.
NEWEST_REQUESTS: Final = 200
SIGHTINGS_EACH: Final = 5
OPENINGS_SINCE: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenAtVenue:
    """A venue, and what any user's request saw there. It names no user."""

    venue: Venue
    openings: list[Opening]
    heat_map: HeatMap | None


def activity_at(*, user: User, venue_id: int, now: datetime) -> VenueActivityOut:
    """Return the user's requests at a venue, its last openings, its heat map and its last known fee.

    Raises Refusal 404 for a venue that is not listed.
    """
    seen = seen_at(venue_id=venue_id, now=now)
    return VenueActivityOut(
        venue=seen.venue.pk,
        requests=_own_requests(user=user, venue_id=seen.venue.pk, now=now),
        openings=seen.openings,
        fee=last_fee(seen.venue),
        heat_map=seen.heat_map,
    )


def seen_at(*, venue_id: int, now: datetime) -> SeenAtVenue:
    """Return a venue with the last openings that were seen there and its heat map.

    Raises Refusal 404 for a venue that is not listed.
    """
    venue = get_venue(venue_id=venue_id)
    openings = _openings(_newest_sightings(venue), since=now - OPENINGS_SINCE)
    return SeenAtVenue(
        venue=venue, openings=openings, heat_map=heat_map(evidence.of_venues([venue.pk], until=now)[venue.pk])
    )


def _newest_sightings(venue: Venue) -> set[int]:
    newest = (
        TimelineEntry.objects.filter(
            reservation=OuterRef("pk"), kind__in=["seen", "passed_over"], slot_time__isnull=False
        )
        .order_by("-id")
        .values("pk")[:SIGHTINGS_EACH]
    )
    seen = dict(
        Reservation.objects.filter(venue=venue)
        .annotate(seen=ArraySubquery(newest))
        .order_by("-pk")
        .values_list("pk", "seen")[:NEWEST_REQUESTS]
    )
    return set(chain.from_iterable(seen.values()))


def _own_requests(*, user: User, venue_id: int, now: datetime) -> list[OwnRequestOut]:
    paused = Reservation.objects.filter(group__user=user, status=Status.PAUSED)
    members = (
        (active_or_booked(user=user, since=booked_since(now)) | paused).filter(venue=venue_id).select_related("group")
    )
    groups: dict[int, list[Reservation]] = {}
    for member in members.order_by("-group_id", "date"):
        groups.setdefault(member.group_id, []).append(member)
    return [
        OwnRequestOut(
            group_id=group_id,
            number=f"{group_id:05d}",
            snipe_type=cast(SnipeTypeName, here[0].group.snipe_type),
            status=group_status.derive({member.status for member in here}),
            party_size=here[0].group.party_size,
            start_time=here[0].group.start_time,
            end_time=here[0].group.end_time,
            time_windows=[
                TimeWindowOut(start_time=start, end_time=end) for start, end in time_windows.windows_of(here[0].group)
            ],
            release_at=here[0].group.release_at,
            dates=[member.date for member in here],
        )
        for group_id, here in groups.items()
    ]


def _openings(entries: Collection[int], *, since: datetime) -> list[Opening]:
    rows = TimelineEntry.objects.filter(pk__in=entries, at__gte=since).values_list(
        "reservation__date", "slot_time", Coalesce(F("party_size"), F("reservation__group__party_size")), "at"
    )
    return venue_activity.latest_openings([Opening(*row) for row in rows], limit=OPENINGS)


def last_fee(venue: Venue) -> VenueFeeOut | None:
    """Return the fee of the newest table at a venue whose terms are known."""
    terms = terms_at(venue_ids=[venue.pk]).get(venue.pk)
    if terms is None:
        return None
    fee = venue_activity.stated_fee(terms)
    if fee is None:
        return None
    kind, cents = fee
    deposit, cancel_fee = map(known_cents, terms.amounts_for(party_size=terms.party_size))
    return VenueFeeOut(
        kind=kind,
        cents=cents,
        deposit_cents=deposit,
        cancel_fee_cents=cancel_fee,
        party_size=terms.party_size,
        currency=terms.currency,
        free_hours=terms.free_hours(zone=venue.time_zone),
        at=terms.seen_at,
    )
