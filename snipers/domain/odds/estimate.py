"""Estimates the probability that a table opens for a request before a deadline and is obtained.

The number of openings that match a request is modeled as Poisson. Its rate at a venue is estimated in steps, each a
gamma-Poisson update of the step before (conjugate prior), so that few observations change the rate little: all venues
(baseline.py); this venue; its types of days and its party sizes; the times of the request; and the
cell, which is one type of day, one party size and these times together. With mean m and variance v
of the expected number of openings, the probability of none is (1 + v / m) ** -(m * m / v), the
negative binomial distribution. It includes the uncertainty of the rate.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from math import exp
from statistics import NormalDist
from typing import Final, Literal

from snipers.domain.odds.baseline import PRIOR_TRIES, Baseline
from snipers.domain.odds.calendar import day_type, pieces
from snipers.domain.odds.records import Evidence

# With fewer openings seen at the venue, or fewer watched hours, only bounds of the odds are stated. An hour in which
# several dates or party sizes were polled counts once for each.
LEAST_SIGHTINGS: Final = 20
LEAST_WATCHED_HOURS: Final = 48.0
# The same for the watched hours of one party size.
LEAST_PARTY_HOURS: Final = 12.0
# The bounds contain the true probability in 8 of 10 cases, if the model holds.
_BOUND: Final = NormalDist().inv_cdf(0.9)
# The weight, in openings, of the prior of the venue's factors: types of days, party sizes, shares of times.
FACTOR_EVENTS: Final = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """One venue and date of a request. Polls begin at `start` and end at `end`, on the venue's wall clock."""

    venue_id: int
    date: date
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The conditions of a request: its venues and dates, its time windows and its party size.

    `windows` are pairs of start and end, both included, which do not overlap; at least one. `seatings` maps a venue to
    its wanted seatings in lower case; () means any. With `notify_only`, each opening counts; otherwise only openings
    that are obtained count.
    """

    watches: Sequence[Watch]
    windows: Sequence[tuple[time, time]]
    party_size: int
    seatings: Mapping[int, tuple[str, ...]]
    notify_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """The probability (0 to 1) of at least one table, and the number of openings of the last 120 days from which it is
    computed.

    If too little is known of one of the venues, `bounds` are the lowest and the highest likely probability: then the
    estimate follows from all venues more than from this one.
    """

    probability: float
    sightings: int
    bounds: tuple[float, float] | None = None


def is_thin(evidence: Evidence, *, party_size: int) -> bool:
    """Return whether too little is known about a venue to state one number for a party size."""
    return (
        len(evidence.events) < LEAST_SIGHTINGS
        or evidence.watched_hours() < LEAST_WATCHED_HOURS
        or evidence.watched_hours(party_size) < LEAST_PARTY_HOURS
    )


class VenueRates:
    """The rates of openings at one venue: `rate` in openings an hour, and its factors of types of days and of party
    sizes.
    """

    def __init__(self, evidence: Evidence, *, baseline: Baseline) -> None:
        self.evidence = evidence
        self._baseline = baseline
        # Watched hours by type of day and party size, converted to hours of average lead and part of the day.
        self._hours: dict[tuple[int, int], float] = {}
        for (day, party, lead, part), hours in evidence.watched.items():
            counted = hours * baseline.leads[lead] * baseline.parts[part]
            self._hours[day, party] = self._hours.get((day, party), 0.0) + counted
        self._total = sum(event.weight for event in evidence.events)
        shape, days, parties = baseline.venue_shape, baseline.day_types, baseline.parties
        product = {(day, party): hours * days[day] * parties[party] for (day, party), hours in self._hours.items()}
        self.rate = (shape + self._total) / (shape / baseline.rate + sum(product.values()))
        self._days = [
            days[day] * self._correction(0, day, expected=sum(n for key, n in product.items() if key[0] == day))
            for day in range(len(days))
        ]
        self._parties = [
            parties[size] * self._correction(1, size, expected=sum(n for key, n in product.items() if key[1] == size))
            for size in range(len(parties))
        ]

    def expected(self, wanted: Wanted, *, venue_id: int) -> tuple[float, float]:
        """Return the expected number of openings that count for a request, and its variance.

        Only openings at this venue are included; Wanted says which of them count. The variance
        comes from the uncertainty of the rates. The relative variances of the steps of the estimate
        are added. The errors of all dates of one venue are assumed to be the same, so the standard
        deviations of the dates are added.
        """
        seatings, party = wanted.seatings.get(venue_id, ()), wanted.party_size
        matching, in_cells = self._matching(wanted, seatings)
        prior = FACTOR_EVENTS * self._window_share(wanted) * self._seating_share(seatings)
        share = (prior + matching) / (FACTOR_EVENTS + self._total)
        obtained, doubt = self._obtained(wanted)
        doubt += 1.0 / (self._baseline.venue_shape + self._total) + 1.0 / max(0.5, prior + matching)
        mean = deviation = 0.0
        hours: dict[int, float] = {}
        for watch in wanted.watches:
            if watch.venue_id == venue_id:
                kind = day_type(watch.date)
                hours[kind] = hours.get(kind, 0.0) + self._future_hours(watch)
        for kind, future in hours.items():
            base = self.rate * self._days[kind] * self._parties[party] * share
            shape = self._baseline.cell_shape + in_cells.get(kind, 0.0)
            scale = self._baseline.cell_shape + base * self._hours.get((kind, party), 0.0)
            count = base * future * obtained * shape / scale
            mean += count
            deviation += count * (1.0 / shape + doubt) ** 0.5
        return mean, deviation * deviation

    def _correction(self, field: Literal[0, 1], value: int, *, expected: float) -> float:
        """Return the ratio of the venue's own factor to the factor of all venues, for a type of day (field 0) or a
        party size (field 1).
        """
        observed = sum(
            event.weight for event in self.evidence.events if (event.day_type, event.party_size)[field] == value
        )
        return (FACTOR_EVENTS + observed) / (FACTOR_EVENTS + self.rate * expected)

    def _matching(self, wanted: Wanted, seatings: tuple[str, ...]) -> tuple[float, Mapping[int, float]]:
        """Return the weight of the openings that have a table of the wanted times and seatings.

        The first value is for all party sizes and days. The second is for the wanted party size
        only, by type of day.
        """
        total, cells = 0.0, dict[int, float]()
        windows, party = wanted.windows, wanted.party_size
        for event in self.evidence.events:
            if any(
                start <= at <= end and (not seatings or name in seatings)
                for at, name in event.slots
                for start, end in windows
            ):
                total += event.weight
                if event.party_size == party:
                    cells[event.day_type] = cells.get(event.day_type, 0.0) + event.weight
        return total, cells

    def _future_hours(self, watch: Watch) -> float:
        leads, parts = self._baseline.leads, self._baseline.parts
        found = pieces(day=watch.date, start=watch.start, end=watch.end)
        return sum(hours * leads[lead] * parts[part] for lead, part, hours in found)

    def _window_share(self, wanted: Wanted) -> float:
        """Return the share of openings that have a table in one of the windows, 1 at most.

        An opening with tables in several windows counts for each; such openings are rare.
        """
        return min(1.0, sum(self._baseline.window_share(start, end) for start, end in wanted.windows))

    def _seating_share(self, seatings: tuple[str, ...]) -> float:
        """Return the share of openings with a table of these seatings, 1 for any seating."""
        if not seatings:
            return 1.0
        events = self.evidence.events
        matching = sum(event.weight for event in events if any(name in seatings for _, name in event.slots))
        return (matching + 1.0) / (self._total + 2.0)

    def _obtained(self, wanted: Wanted) -> tuple[float, float]:
        """Return the share of openings that are obtained, and its relative variance (of a beta distribution)."""
        if wanted.notify_only:
            return 1.0, 0.0
        tries = PRIOR_TRIES + self.evidence.tries
        share = (PRIOR_TRIES * self._baseline.obtained + self.evidence.obtained) / tries
        return share, (1.0 - share) / (share * (tries + 1.0))


def estimate(wanted: Wanted, *, venues: Mapping[int, VenueRates]) -> Odds | None:
    """Return the odds of a request, None if the rates of one of its venues are missing or it has no date left."""
    needed = {watch.venue_id for watch in wanted.watches}
    known = {venue: venues[venue] for venue in sorted(needed) if venue in venues}
    if len(known) < len(needed) or not needed:
        return None
    none_opens, mean, variance = 1.0, 0.0, 0.0
    for venue, rates in known.items():
        here, doubt = rates.expected(wanted, venue_id=venue)
        mean, variance = mean + here, variance + doubt
        if here > 0.0:
            none_opens *= (1.0 + doubt / here) ** -(here * here / doubt)
    probability, bounds = 1.0 - none_opens, None
    if any(is_thin(one.evidence, party_size=wanted.party_size) for one in known.values()):
        low, high = (_chance(mean, variance, deviations) for deviations in (-_BOUND, _BOUND))
        # The probability is a mean. If nearly every venue would have a table, it can be below the lowest likely value.
        bounds = min(low, probability), max(high, probability)
    sightings = sum(len(one.evidence.events) for one in known.values())
    return Odds(probability=probability, sightings=sightings, bounds=bounds)


def _chance(mean: float, variance: float, deviations: float) -> float:
    """Return the probability of at least one opening if their expected number lies so many standard deviations from
    its mean. The number has a gamma distribution (Wilson and Hilferty's approximation of its quantiles)."""
    if mean <= 0.0:
        return 0.0
    spread = variance / (9.0 * mean * mean)
    return 1.0 - exp(-mean * max(0.0, 1.0 - spread + deviations * spread**0.5) ** 3)
