"""Simulated worlds in which the true rate of openings is known, so that the product's odds can be scored.

A world has venues whose tables open as Poisson processes. The rate of a venue depends on the type of day, the party
size, the time of the table, the time before the day and the part of the day, and deviates at random in each cell
(combination of these). Dates are watched only part of the time, as requests come and go. The records of the simulated
watchers have the types of snipers/domain/odds/records.py. Time is simulated: nothing is polled, and all instants are
New York's wall clock.
"""

import math
import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cache
from itertools import accumulate
from zoneinfo import ZoneInfo

from snipers.domain.odds import calendar
from snipers.domain.odds.estimate import Wanted, Watch
from snipers.domain.odds.records import Evidence, SeenOpening, WatchedTime, weigh_openings, weigh_watched

FIRST_DAY = date(2026, 10, 5)
DAYS = 130
AHEAD = timedelta(days=21)
ZONE = ZoneInfo("America/New_York")
PARTIES = (2, 3, 4, 6)
TIMES = tuple(time(hour, minute) for hour in range(17, 23) for minute in (0, 30))
SEATINGS = ("Dining Room", "Bar")
# Openings an hour for a party of two at an average venue, two to four days ahead.
USUAL_RATE = 0.012


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """The parameters of one world. `name` says how it differs from the others.

    `venue_spread` and `cell_spread` are standard deviations of the logarithm of rates. On a holiday, rates are
    multiplied by `on_holidays`. From day `changed_on` on, the rates of every second venue are multiplied by
    `changed_by`. `repeats` is the probability that an opening is followed by another one at the same time of day within
    two days. `watched` is the share of keys (date and party size) that some request watches.
    """

    name: str
    venues: int = 40
    rate: float = USUAL_RATE
    venue_spread: float = 0.8
    cell_spread: float = 0.3
    on_holidays: float = 1.0
    changed_on: int | None = None
    changed_by: float = 1.0
    repeats: float = 0.0
    watched: float = 0.6


WORLDS = (
    World(name="steady rates"),
    World(name="rates that differ widely between venues", venue_spread=1.3, cell_spread=0.6),
    World(name="holidays with a fifth of the openings", on_holidays=0.2),
    World(name="rates that change threefold at half of the venues", changed_on=70, changed_by=3.0),
    World(name="few dates are watched", watched=0.25, venues=60),
    World(name="openings that are followed by others", repeats=0.3),
)
LEAD_FACTORS = (1.6, 2.2, 3.0, 2.0, 1.2, 0.8, 0.6, 0.5, 0.4)
PART_FACTORS = (0.3, 1.1, 1.4, 1.2)
DAY_FACTORS = (1.5, 1.4, 1.2, 1.0, 0.6, 0.5, 1.3, 1.0)
PARTY_FACTORS = {2: 1.0, 3: 0.5, 4: 0.8, 6: 0.3}


@dataclass(slots=True)
class Key:
    """One date and party size at a venue: its true openings, also those that nobody watched, and when it was
    watched.
    """

    day: date
    party_size: int
    openings: list[tuple[datetime, tuple[tuple[time, str], ...], bool]] = field(default_factory=list)
    watched: list[tuple[datetime, datetime]] = field(default_factory=list)
    recorded: dict[tuple[datetime, datetime], list[WatchedTime]] = field(default_factory=dict)


@dataclass(slots=True)
class SimulatedVenue:
    """One venue with its keys. `obtains` is the probability that a request obtains a table that opens."""

    number: int
    obtains: float
    keys: dict[tuple[date, int], Key]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One request, and whether a table that opened for it was obtained before its end."""

    wanted: Wanted
    filed_at: datetime
    obtained: bool


class Simulation:
    """A simulation of one world with one seed."""

    def __init__(self, world: World, *, seed: int) -> None:
        self.world = world
        self._random = random.Random(f"{world.name} {seed}")
        self.venues = [self._venue(number) for number in range(1, world.venues + 1)]

    def evidence(self, venue: SimulatedVenue, *, now: datetime) -> Evidence:
        """Return the records of watchers about a venue until `now`, weighted as the product weights them."""
        seen: list[SeenOpening] = []
        hours: list[WatchedTime] = []
        obtained = tries = 0
        for key in venue.keys.values():
            for start, end in key.watched:
                hours += _watched(key, start, min(end, now))
                for at, slots, won in key.openings:
                    if start < at < min(end, now):
                        tries, obtained = tries + 1, obtained + won
                        opening = SeenOpening(
                            service_date=key.day,
                            party_size=key.party_size,
                            seen_at=at.replace(tzinfo=ZONE),
                            lead=calendar.lead(day=key.day, at=at),
                            part=calendar.part(at),
                            slots=slots,
                        )
                        seen.append(opening)
        return Evidence(
            events=weigh_openings(seen, today=now.date()),
            watched=weigh_watched(hours, today=now.date()),
            obtained=obtained,
            tries=tries,
        )

    def cases(self, *, now: datetime, count: int) -> Iterator[Case]:
        """Return random requests that are filed now, with their true results."""
        draw = self._random
        for _ in range(count):
            venues = draw.sample(self.venues, 1 if draw.random() < 0.8 else 2)
            ahead = [
                draw.choice((0, 1, 1, 2, 3, 4, 5, 7, 9, 12, 16, 20)) + n for n in range(draw.choice((1, 1, 1, 2, 4)))
            ]
            first = draw.randrange(len(TIMES) - 2)
            width = draw.choice((1, 2, 3, 4, 6))
            start, end = TIMES[first], TIMES[min(len(TIMES) - 1, first + width)]
            party = draw.choice((2, 2, 2, 3, 4, 4, 6))
            seatings = {venue.number: ("bar",) if draw.random() < 0.2 else () for venue in venues}
            notify_only = draw.random() < 0.2
            watches = []
            obtained = False
            for venue in venues:
                for days in ahead:
                    day = now.date() + timedelta(days=days)
                    ends = datetime.combine(day, start)
                    if ends <= now or (day, party) not in venue.keys:
                        continue
                    watches.append(Watch(venue_id=venue.number, date=day, start=now, end=ends))
                    for at, slots, won in venue.keys[day, party].openings:
                        fits = any(
                            start <= slot <= end
                            and (not seatings[venue.number] or name.lower() in seatings[venue.number])
                            for slot, name in slots
                        )
                        obtained = obtained or (now < at < ends and fits and (won or notify_only))
            if watches:
                wanted = Wanted(
                    watches=watches,
                    windows=[(start, end)],
                    party_size=party,
                    seatings=seatings,
                    notify_only=notify_only,
                )
                yield Case(wanted=wanted, filed_at=now, obtained=obtained)

    def _venue(self, number: int) -> SimulatedVenue:
        draw, world = self._random, self.world
        rate = world.rate * draw.lognormvariate(0, world.venue_spread)
        cells = {(day, party): draw.lognormvariate(0, world.cell_spread) for day in range(8) for party in PARTIES}
        times = {
            day: [
                math.exp(-(((n - 4) / 4) ** 2)) ** -1 * draw.lognormvariate(0, world.cell_spread)
                for n in range(len(TIMES))
            ]
            for day in range(8)
        }
        venue = SimulatedVenue(number, draw.betavariate(4, 4), {})
        for offset in range(DAYS):
            day = FIRST_DAY + timedelta(days=offset)
            kind = calendar.day_type(day)
            # On a holiday, the parameters are those of its weekday, with rates multiplied by a factor of the world.
            law, factor = day.weekday(), world.on_holidays if kind == calendar.HOLIDAY else 1.0
            for party in PARTIES:
                mean = rate * DAY_FACTORS[law] * PARTY_FACTORS[party] * cells[law, party] * factor
                venue.keys[day, party] = self._key(venue, day, party, mean, times[law])
        return venue

    def _key(self, venue: SimulatedVenue, day: date, party: int, rate: float, times: Sequence[float]) -> Key:
        draw, world = self._random, self.world
        key = Key(day, party)
        end = datetime.combine(day, time(22))
        midnight = datetime.combine(day, time(0))
        steps: list[tuple[datetime, float, float]] = []
        for offset, lead, part, hours in _steps():
            at, changed = midnight + offset, 1.0
            if world.changed_on is not None and (at.date() - FIRST_DAY).days >= world.changed_on and venue.number % 2:
                changed = world.changed_by if venue.number % 4 == 1 else 1 / world.changed_by
            steps.append((at, hours, rate * hours * LEAD_FACTORS[lead] * PART_FACTORS[part] * changed))
        sums = list(accumulate(mean for _, _, mean in steps))
        for _ in range(_poisson(draw, sums[-1])):
            begin, hours, _ = steps[min(len(steps) - 1, bisect_right(sums, draw.random() * sums[-1]))]
            opened = begin + timedelta(hours=draw.random() * hours)
            first = draw.choices(range(len(TIMES)), times)[0]
            while True:
                self._open(key, venue, opened, first)
                if draw.random() >= world.repeats:
                    break
                opened += timedelta(hours=draw.uniform(2, 48))
        key.openings.sort()
        if draw.random() < world.watched:
            begin = end - timedelta(days=draw.choice((1, 2, 4, 7, 14, 21)))
            gap = begin + (end - begin) * draw.random()
            # Nobody watches the key for a random time of up to a day.
            key.watched = [(begin, gap), (min(end, gap + timedelta(hours=draw.random() * 24)), end)]
        return key

    def _open(self, key: Key, venue: SimulatedVenue, at: datetime, first: int) -> None:
        draw = self._random
        if at.time() > TIMES[first] and at.date() == key.day:
            return
        spread = draw.choice((1, 1, 1, 2, 3))
        seating = draw.choices(SEATINGS, (3, 1))[0]
        slots = tuple((TIMES[n], seating) for n in range(first, min(len(TIMES), first + spread)))
        key.openings.append((at, slots, draw.random() < venue.obtains))


@cache
def _steps() -> list[tuple[timedelta, int, int, float]]:
    """Divide the time before a day into steps: (time relative to the day's midnight, lead, part, hours)."""
    midnight = datetime.combine(FIRST_DAY, time(0))
    steps, at = [], midnight - AHEAD
    for lead, part, hours in calendar.pieces(day=FIRST_DAY, start=at, end=datetime.combine(FIRST_DAY, time(22))):
        steps.append((at - midnight, lead, part, hours))
        at += timedelta(hours=hours)
    return steps


def _watched(key: Key, start: datetime, end: datetime) -> list[WatchedTime]:
    """Return the watched time from `start` to `end`, as watchers record it. The result for each span is cached in
    `key`.
    """
    if (start, end) not in key.recorded:
        found: dict[tuple[int, int], float] = {}
        for lead, part, hours in calendar.pieces(day=key.day, start=start, end=end):
            found[lead, part] = found.get((lead, part), 0.0) + hours * 3600
        key.recorded[start, end] = [
            WatchedTime(service_date=key.day, party_size=key.party_size, lead=lead, part=part, seconds=seconds)
            for (lead, part), seconds in found.items()
        ]
    return key.recorded[start, end]


def _poisson(draw: random.Random, mean: float) -> int:
    """Draw from a Poisson distribution (Knuth's algorithm; the means are small)."""
    count, product, limit = 0, draw.random(), math.exp(-mean)
    while product > limit:
        count += 1
        product *= draw.random()
    return count
