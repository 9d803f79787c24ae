"""Reads what the odds of venues are computed from: seen openings, watched time, and how many openings were booked or
lost."""

import dataclasses
from collections.abc import Collection, Mapping
from datetime import date, datetime, time
from typing import Final

from apps.common.database.statements import fetch_all
from snipers.domain.odds import calendar, records
from snipers.domain.odds.baseline import Baseline
from snipers.domain.odds.estimate import VenueRates
from snipers.domain.odds.records import HALF_LIFE_DAYS, NOTHING, USED, Evidence, Watched
from snipers.domain.odds.records import SeenOpening as Seen

from .models import OddsBaseline, SeenOpening

# The same computation in SQL as snipers.domain.odds.records.weigh_watched; a test compares the results.
_WATCHED: Final = """
    SELECT venue_id,
           CASE WHEN service_date = ANY(%(holidays)s) THEN 7 ELSE extract(isodow FROM service_date)::int - 1 END,
           party_size, lead, part,
           sum(seconds / 3600 * power(0.5, greatest(0, %(today)s - service_date) / %(half_life)s::float8))
    FROM watched_time
    WHERE venue_id = ANY(%(venues)s) AND service_date >= %(since)s
    GROUP BY 1, 2, 3, 4, 5
"""
# Of the newest 200 requests at each venue: tables that were booked, and tables that went to another guest, ours or not.
_TRIES: Final = """
    SELECT v.id, a.booked, a.lost, p.passed
    FROM unnest(%(venues)s::bigint[]) AS v (id)
    CROSS JOIN LATERAL (
        SELECT array(SELECT r.id FROM reservation r WHERE r.venue_id = v.id ORDER BY r.id DESC LIMIT 200) AS ids
    ) r
    CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE state IN ('booked', 'replaced', 'canceled')) AS booked,
               count(DISTINCT (reservation_id, slot_key)) FILTER (WHERE state = 'lost') AS lost
        FROM attempt WHERE reservation_id = ANY(r.ids) AND claimed_at BETWEEN %(since)s AND %(until)s
    ) a
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(coalesce(tables, 1)), 0) AS passed
        FROM timeline_entry
        WHERE reservation_id = ANY(r.ids) AND kind = 'passed_over' AND at BETWEEN %(since)s AND %(until)s
    ) p
"""


def of_venues(venue_ids: Collection[int], *, until: datetime) -> Mapping[int, Evidence]:
    """Return the evidence of each of these venues, by our id, with three statements for any number of venues.

    Openings and the results of tries to book count only before `until`; watched time has no such limit.
    """
    ids, today = sorted(venue_ids), until.date()
    since = today - USED
    watched = _watched(ids, since=since, today=today)
    openings: dict[int, list[Seen]] = {}
    rows = SeenOpening.objects.filter(venue__in=ids, service_date__gte=since, seen_at__lt=until)
    fields = "venue_id", "service_date", "party_size", "seen_at", "lead", "part", "slots"
    for venue_id, service_date, party_size, seen_at, lead, part, slots in rows.values_list(*fields):
        openings.setdefault(venue_id, []).append(
            Seen(
                service_date=service_date,
                party_size=party_size,
                seen_at=seen_at,
                lead=lead,
                part=part,
                slots=tuple((time.fromisoformat(at), seating) for at, seating in slots),
            )
        )
    tries = _tries(ids, since=until - USED, until=until)
    return {
        one: dataclasses.replace(
            NOTHING,
            events=records.weigh_openings(openings.get(one, ()), today=today),
            watched=watched.get(one, {}),
            obtained=tries[one][0],
            tries=sum(tries[one]),
        )
        for one in ids
    }


def rates_of(venue_ids: Collection[int], *, until: datetime) -> Mapping[int, VenueRates]:
    """Return the rates of openings of each of these venues, by our id; an empty mapping while no baseline is stored."""
    baseline = read_baseline()
    if baseline is None or not venue_ids:
        return {}
    found = of_venues(venue_ids, until=until)
    return {venue: VenueRates(one, baseline=baseline) for venue, one in found.items()}


def read_baseline() -> Baseline | None:
    """Return the stored baseline, None if none was fitted yet."""
    row = OddsBaseline.objects.filter(pk=OddsBaseline.ONLY).values_list("parameters", flat=True).first()
    return None if row is None else Baseline(**row)


def write_baseline(baseline: Baseline, *, venues: int, now: datetime) -> None:
    """Store the baseline in place of the one before."""
    values = {"parameters": dataclasses.asdict(baseline), "venues": venues, "fitted_at": now}
    OddsBaseline.objects.update_or_create(pk=OddsBaseline.ONLY, defaults=values)


def _watched(ids: list[int], *, since: date, today: date) -> dict[int, Watched]:
    found: dict[int, dict[tuple[int, int, int, int], float]] = {}
    holidays = calendar.holidays(first=since, last=date(today.year + 1, 12, 31))
    values = {"venues": ids, "since": since, "today": today, "holidays": holidays, "half_life": HALF_LIFE_DAYS}
    for venue_id, kind, party_size, lead, part, hours in fetch_all(_WATCHED, values):
        found.setdefault(venue_id, {})[kind, party_size, lead, part] = hours
    return dict(found)


def _tries(ids: list[int], *, since: datetime, until: datetime) -> dict[int, tuple[int, int, int]]:
    values = {"venues": ids, "since": since, "until": until}
    return {one: (booked, lost, int(passed)) for one, booked, lost, passed in fetch_all(_TRIES, values)}
