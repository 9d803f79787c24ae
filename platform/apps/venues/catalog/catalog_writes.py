"""Stores the data of venues that platforms return. Two writers of one venue create only one row.

These functions never change what staff decide (flags, opt-outs, release rules). A column for which
the platform returns no value keeps its value. Exceptions are `gates`, `reopens_on` and `closed_at`,
which store_page always replaces; store_search replaces the gates that a hit states.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

import structlog

from apps.venues import zones
from apps.venues.catalog.platform_catalog import VenuePage
from apps.venues.models import FURTHEST_BOOK_DAYS, Venue
from snipers.clients.catalog import VenueFacts

log = structlog.get_logger(__name__)

TEXTS: Final = (
    "cuisine", "neighborhood", "locality", "region", "address1", "postal_code", "country", "phone_number", "website",
    "need_to_know",
)  # fmt: skip
NUMBERS: Final = ("latitude", "longitude", "price", "min_party_size", "max_party_size")
MOST_SEATINGS: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The number of venues of a page that were new, changed or unchanged. `fields` counts, for each column, the known
    venues whose value changed."""

    created: int = 0
    updated: int = 0
    unchanged: int = 0
    fields: Counter[str] = field(default_factory=Counter)


def store_page(*, platform: str, page: VenuePage, now: datetime) -> tuple[Venue, bool]:
    """Store the data of one venue's page. Return the venue, and whether it is new."""
    facts, book = page.facts, page.book
    found = Venue.objects.filter(reservation_source=platform, platform_venue_id=facts.platform_venue_id).first()
    values = _columns(facts) | {"time_zone": page.time_zone, "read_at": now}
    values["gates"] = sorted(facts.gates | book.gates)
    values["closed_at"] = None if facts.active else (found and found.closed_at) or now
    values["reopens_on"] = book.reopens_on or facts.reopens_on
    if facts.picture:
        values["picture_source_url"] = facts.picture
    if book.last_day is not None:
        values["horizon_days"] = min(max(0, (book.last_day - page.today).days), FURTHEST_BOOK_DAYS)
    for name in ("min_party_size", "max_party_size"):
        if (size := getattr(book, name)) is not None:
            values[name] = size
    known = found.seating_types if found else []
    # The reply contains only the kinds of the tables that are free, so known kinds are kept.
    values["seating_types"] = [*known, *(one for one in book.seatings if one not in known)][:MOST_SEATINGS]
    _keep_party_order(values, found)
    venue, created = Venue.objects.update_or_create(
        reservation_source=platform,
        platform_venue_id=facts.platform_venue_id,
        defaults=values,
    )
    return venue, created


def store_search(*, platform: str, found: Sequence[VenueFacts], zone_name: str) -> Changes:
    """Store the venues of one page of a search, in the caller's transaction. Return the numbers of changes.

    `zone_name` is the time zone of venues with neither coordinates nor a zone (zones.py). A new venue whose zone is not
    known is left out.
    """
    by_id = {facts.platform_venue_id: facts for facts in found}
    known = {
        venue.platform_venue_id: venue
        for venue in Venue.objects.select_for_update(no_key=True)
        .filter(reservation_source=platform, platform_venue_id__in=by_id)
        .order_by("id")
    }
    new: list[Venue] = []
    changed: list[Venue] = []
    fields: Counter[str] = Counter()
    for number, facts in by_id.items():
        venue = known.get(number)
        values = _columns(facts) | _stated_by_hit(facts, venue)
        # A search does not list closed venues, so a closed venue that is listed has opened again.
        _keep_party_order(values, venue)
        if venue is None:
            zone = zones.zone_of(latitude=facts.latitude, longitude=facts.longitude, named=facts.time_zone or zone_name)
            if zone is None:
                # Without its zone, the venue's releases and the end of its requests would be hours off.
                log.warning("venue left out: its time zone is not known", platform_venue_id=number)
                continue
            new.append(Venue(reservation_source=platform, platform_venue_id=number, time_zone=zone, **values))
        elif different := _apply(venue, values | {"closed_at": None}):
            changed.append(venue)
            fields.update(different)
    # A pasted link may have created one of these venues in the meantime. Its row stays unchanged.
    Venue.objects.bulk_create(new, ignore_conflicts=True)
    Venue.objects.bulk_update(changed, fields=_updated_fields(), batch_size=500)
    unchanged = len(known) - len(changed)
    return Changes(created=len(new), updated=len(changed), unchanged=unchanged, fields=fields)


def close_venue(*, venue_id: int, now: datetime) -> bool:
    """Mark a venue as closed, because its platform does not list it any more. Return False if it was already marked."""
    return bool(Venue.objects.filter(pk=venue_id, closed_at=None).update(closed_at=now, read_at=now))


def _columns(facts: VenueFacts) -> dict[str, Any]:
    """Return {column: value} for the columns for which the platform returned a value."""
    values: dict[str, Any] = {"venue_name": facts.name}
    values |= {name: text for name in TEXTS if (text := getattr(facts, name))}
    values |= {name: number for name in NUMBERS if (number := getattr(facts, name)) is not None}
    if facts.slug:
        values |= {"url_slug": facts.slug, "location_slug": facts.location}
    return values


def _stated_by_hit(facts: VenueFacts, known: Venue | None) -> dict[str, Any]:
    """Return the gates and the day of reopening after a search. Only a venue's page states that it is open again."""
    gates = facts.gates | {gate for gate in (known.gates if known else ()) if gate not in facts.stated_gates}
    values: dict[str, Any] = {"gates": sorted(gates)}
    return values if facts.reopens_on is None else values | {"reopens_on": facts.reopens_on}


def _keep_party_order(values: dict[str, Any], known: Venue | None) -> None:
    """Remove the party sizes from `values` if the smallest would be above the largest, which the database refuses.

    A size that `values` does not contain is taken from the stored venue `known`.
    """
    least, most = (values.get(name, getattr(known, name, None)) for name in ("min_party_size", "max_party_size"))
    if least is not None and most is not None and most < least:
        values.pop("min_party_size", None)
        values.pop("max_party_size", None)


def _apply(venue: Venue, values: dict[str, Any]) -> Collection[str]:
    """Set the attributes of `venue` to `values`, without saving. Return the names of the attributes that changed."""
    different = {name: value for name, value in values.items() if getattr(venue, name) != value}
    for name, value in different.items():
        setattr(venue, name, value)
    return different.keys()


def _updated_fields() -> Collection[str]:
    return ("venue_name", *TEXTS, *NUMBERS, "url_slug", "location_slug", "closed_at", "gates", "reopens_on")
