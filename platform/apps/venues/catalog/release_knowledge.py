"""Reads and stores what we know about the release rules of venues: the observations, and the rules learned from them.

A learned rule is computed from the observations when it is needed. It never replaces the rule that staff enter
(`Venue.release_days_ahead`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import connection

from apps.venues.models import ReleaseObservation, Venue
from snipers.domain.release_learning import LearnedRule
from snipers.domain.release_learning import ReleaseObservation as Observation
from snipers.domain.weekly_learning import learn_rule, opening_date

_MERGE = "SELECT merge_release_observation(%s, %s, %s, %s)"


def observations(*, venue_id: int) -> list[Observation]:
    """Return the observations of a venue, by service date."""
    return _observations([venue_id])[venue_id]


def _observations(venue_ids: Collection[int]) -> Mapping[int, list[Observation]]:
    found: dict[int, list[Observation]] = {venue_id: [] for venue_id in venue_ids}
    rows = ReleaseObservation.objects.filter(venue_id__in=venue_ids).order_by("service_date")
    for row in rows:
        one = Observation(service_date=row.service_date, closed_at=row.closed_at, open_at=row.open_at)
        found[row.venue_id].append(one)
    return found


def learned_rule(*, venue: Venue) -> LearnedRule | None:
    """Return the release rule that was learned for the venue, None without an observed opening."""
    return learn_rule(observations=observations(venue_id=venue.pk), zone=venue.time_zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class CertainRule:
    """A release rule in which we have high confidence, learned or entered by staff.

    With a `weekday` (0 is Monday), the venue opens a whole week at once on that weekday.
    """

    days_ahead: int
    local_time: time
    zone: str
    weekday: int | None = None

    def opens_at(self, *, service_date: date) -> datetime:
        """Return the UTC instant at which the venue opens a date."""
        opens_on = service_date - timedelta(days=self.days_ahead)
        if self.weekday is not None:
            opens_on = opening_date(service_date=service_date, weekday=self.weekday, days_ahead=self.days_ahead)
        return datetime.combine(opens_on, self.local_time, ZoneInfo(self.zone)).astimezone(UTC)


def certain_rules(*, venues: Iterable[Venue]) -> dict[int, CertainRule]:
    """Return the certain rules of venues, by our id, with one query. A venue's learned rule comes before the rule that
    staff entered; a rule without high confidence is left out.
    """
    by_id = {venue.pk: venue for venue in venues}
    seen, rules = _observations(by_id), {}
    for pk, venue in by_id.items():
        learned = learn_rule(observations=seen[pk], zone=venue.time_zone)
        if learned is not None and learned.confidence == "high":
            rules[pk] = CertainRule(
                days_ahead=learned.days_ahead,
                local_time=learned.local_time,
                zone=venue.time_zone,
                weekday=learned.weekday,
            )
        elif (
            venue.release_days_ahead is not None
            and venue.release_local_time is not None
            and venue.release_confidence == "high"
        ):
            rules[pk] = CertainRule(
                days_ahead=venue.release_days_ahead, local_time=venue.release_local_time, zone=venue.time_zone
            )
    return rules


def record(*, venue_id: int, found: Sequence[Observation]) -> None:
    """Store observations of a venue, each merged with the stored one of the same service date."""
    with connection.cursor() as cursor:
        cursor.executemany(_MERGE, [(venue_id, one.service_date, one.closed_at, one.open_at) for one in found])
