"""Imports the restaurants of the demo from the simulator's control API."""

import json
import urllib.request
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import time
from typing import Any, Final

from django.db.models.functions import Now

from apps.venues.models import Confidence, RuleSource, Venue
from snipers.clients import registry

Row = dict[str, Any]
Key = tuple[str, int]

PREMIUM: Final = 25
FEATURED_PREMIUM: Final = 2
FEATURED_OPEN: Final = 10
OPTED_OUT: Final = 6
BARE: Final = 3

# The columns that every run updates. Flags and release rules are set only for new venues, because staff may have
# changed them in the admin.
FACTS: Final = (
    "venue_name", "cuisine", "neighborhood", "locality", "region", "address1", "postal_code", "country", "latitude",
    "longitude", "phone_number", "website", "price", "need_to_know", "seating_types", "time_zone",
    "min_party_size", "max_party_size",
)  # fmt: skip


SIMULATOR_NAMES: Final = {"venue_name": "name", "latitude": "lat", "longitude": "lon"}


class NoSimulator(Exception):
    """The simulator does not answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """The keys of the venues that get each flag. Venues in `bare` get no cuisine and no neighborhood, so that they show
    the placeholder picture."""

    premium: Collection[Key]
    featured: Collection[Key]
    opted_out: Collection[Key]
    bare: Collection[Key]


def fetch_rows(*, control_url: str) -> list[Row]:
    """Return the simulator's venues. Raises NoSimulator if the simulator does not answer."""
    try:
        # The URL comes from the settings, so it is not a user's.
        with urllib.request.urlopen(f"{control_url}/venues", timeout=10) as reply:  # noqa: S310
            rows: list[Row] = json.load(reply)["venues"]
    except (OSError, ValueError, KeyError) as error:
        raise NoSimulator(f"The simulator's control API at {control_url} does not answer.") from error
    return rows


def key_of(row: Row) -> Key:
    return row["source"], row["id"]


def choose_flags(rows: Sequence[Row]) -> Flags:
    """Choose the venues that get each flag, by price and rating, so that the same rows always give the same demo."""
    best = sorted(rows, key=lambda row: (-row["rating"], key_of(row)))
    dear = [key_of(row) for row in sorted(best, key=lambda row: -row["price"])][:PREMIUM]
    # Release rules show only at platforms that offer releases.
    main = [row for row in best if registry.find(row["source"]).offers_release]
    first_of_cuisine: dict[str, Key] = {}
    for row in main:
        if key_of(row) not in dear:
            first_of_cuisine.setdefault(row["cuisine"], key_of(row))
    picks = [key_of(row) for row in main if key_of(row) in dear][:FEATURED_PREMIUM]
    picks += list(first_of_cuisine.values())[:FEATURED_OPEN]
    plain = [key_of(row) for row in reversed(main) if key_of(row) not in {*dear, *picks}]
    return Flags(premium=dear, featured=picks, opted_out=plain[:OPTED_OUT], bare=plain[OPTED_OUT : OPTED_OUT + BARE])


def import_venues(*, rows: Sequence[Row]) -> int:
    """Insert or update the venues of all rows. Return the number of new venues."""
    flags = choose_flags(rows)
    before = Venue.objects.count()
    Venue.objects.bulk_create(
        [_venue(row, flags) for row in rows],
        update_conflicts=True,
        unique_fields=["reservation_source", "platform_venue_id"],
        update_fields=FACTS,
    )
    return Venue.objects.count() - before


def _provenance(number: int) -> dict[str, str]:
    """Return a source and a confidence for the release rule of the venue `number`.

    The simulator states only the rule, so these values are invented. They differ between venues, as in production.
    """
    if number % 7 == 0:
        return {"release_source": RuleSource.OBSERVED, "release_confidence": Confidence.HIGH}
    if number % 5 == 0:
        return {"release_source": RuleSource.COMMUNITY, "release_confidence": Confidence.MEDIUM}
    return {"release_source": RuleSource.VENUE_PAGE, "release_confidence": Confidence.HIGH}


def _venue(row: Row, flags: Flags) -> Venue:
    key, rule = key_of(row), row["release_rule"]
    opted_out = key in flags.opted_out
    facts = {name: row[SIMULATOR_NAMES.get(name, name)] for name in FACTS}
    if key in flags.bare:
        facts |= {"cuisine": "", "neighborhood": ""}
    return Venue(
        reservation_source=row["source"],
        platform_venue_id=row["id"],
        **facts,
        release_days_ahead=rule["days_ahead"],
        release_local_time=time.fromisoformat(rule["local_time"]),
        release_checked_at=Now(),
        **_provenance(row["id"]),
        premium=key in flags.premium,
        featured=key in flags.featured,
        opted_out=opted_out,
        opt_out_reason="Asked by letter not to be booked by machines." if opted_out else "",
        opted_out_at=Now() if opted_out else None,
    )
