"""The records of watchers from which the odds are computed, and their weights.

A watcher records each answer that lists new tables (SeenOpening) and the time between answers (WatchedTime). Time in
which a date was not polled is in neither, so it never counts as time without an opening.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Final, NamedTuple

from snipers.domain.odds.calendar import day_type

# Observations of service dates that are longer ago are not used, and are deleted.
USED: Final = timedelta(days=120)
# The most openings of a venue that wait to be recorded. While the database is unavailable, the oldest are dropped.
MOST_OPENINGS: Final = 500
# The weight of an observation halves with each such number of days that its service date is past.
HALF_LIFE_DAYS: Final = 45.0
# A table that appears again within this time of its last appearance is the same opening.
SAME_OPENING: Final = timedelta(days=1)

# (type of day, party size, lead, part of day) -> weighted hours.
Watched = Mapping[tuple[int, int, int, int], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenOpening:
    """The new tables in one answer to a poll for a date and a party size, as pairs (time, seating), earliest first.

    `seen_at` is aware. `lead` is the class of the days left until the service date, and `part` the part of the day,
    on the venue's wall clock (calendar.py). Tables of the first answer, of an answer after a gap and of a book that
    just opened are not new (snipers/watching/polling/observations.py).
    """

    service_date: date
    party_size: int
    seen_at: datetime
    lead: int
    part: int
    slots: tuple[tuple[time, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedTime:
    """The seconds for which polls for a date and a party size were answered without a gap, in one class of lead and one
    part of the day (calendar.py).
    """

    service_date: date
    party_size: int
    lead: int
    part: int
    seconds: float


class Observations(NamedTuple):
    """What one watcher saw since it recorded the last observations."""

    openings: list[SeenOpening]
    watched: list[WatchedTime]


def merge_observations(first: Observations, second: Observations) -> Observations:
    """Return the observations of both, with one watched time for each key, lead and part, and the newest openings."""
    seconds: dict[WatchedTime, float] = {}
    for one in (*first.watched, *second.watched):
        key = replace(one, seconds=0.0)
        seconds[key] = seconds.get(key, 0.0) + one.seconds
    watched = [replace(key, seconds=total) for key, total in seconds.items()]
    return Observations([*first.openings, *second.openings][-MOST_OPENINGS:], watched)


@dataclass(frozen=True, slots=True)
class Event:
    """A seen opening with its weight (0 to 1), without the tables that another one of the 24 hours before had."""

    day_type: int
    party_size: int
    lead: int
    part: int
    weight: float
    slots: tuple[tuple[time, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The observations of one venue.

    `obtained` counts the tables that were booked for a request. `tries` also counts the tables
    that went to other guests, whether or not these use Tablehawk.
    """

    events: Sequence[Event]
    watched: Watched
    obtained: int = 0
    tries: int = 0

    def watched_hours(self, party_size: int | None = None) -> float:
        """Return the weighted hours in which the venue was watched, for one party size or, with None, summed
        over all.
        """
        return sum(hours for (_, size, _, _), hours in self.watched.items() if party_size in (None, size))


NOTHING: Final = Evidence(events=(), watched={})


def weight(*, service_date: date, today: date) -> float:
    """Return the weight of an observation, from 0 to 1. An observation of a service date that is not past has
    weight 1.
    """
    return float(0.5 ** (max(0, (today - service_date).days) / HALF_LIFE_DAYS))


def weigh_watched(rows: Iterable[WatchedTime], *, today: date) -> Watched:
    """Sum watched time by type of day, party size, lead and part, in weighted hours."""
    hours: dict[tuple[int, int, int, int], float] = {}
    for row in rows:
        key = day_type(row.service_date), row.party_size, row.lead, row.part
        counted = row.seconds / 3600 * weight(service_date=row.service_date, today=today)
        hours[key] = hours.get(key, 0.0) + counted
    return hours


def weigh_openings(rows: Iterable[SeenOpening], *, today: date) -> list[Event]:
    """Return the events of openings. A table that reappears within a day of its last appearance is left out."""
    last: dict[tuple[date, int, time, str], datetime] = {}
    events = []
    for row in sorted(rows, key=lambda one: one.seen_at):
        new = []
        for at, seating in row.slots:
            key = row.service_date, row.party_size, at, seating.lower()
            if key not in last or row.seen_at - last[key] > SAME_OPENING:
                new.append((at, seating.lower()))
            last[key] = row.seen_at
        if new:
            counted = weight(service_date=row.service_date, today=today)
            events.append(Event(day_type(row.service_date), row.party_size, row.lead, row.part, counted, tuple(new)))
    return events
