"""The parameters that all venues have in common: the prior of the odds of each venue.

The rate of openings at a venue is modeled as rate of the venue x type of day x party size x lead x part of the day, in
openings an hour (a multiplicative Poisson model). The factors are fitted by iterative proportional fitting: each factor
is multiplied by observed / expected openings, with PRIOR_EVENTS added to both numbers.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import time
from typing import Final

from snipers.domain.odds.calendar import DAY_TYPES, LEADS, PARTS
from snipers.domain.odds.records import Event, Evidence

PARTIES: Final = 20
BINS: Final = 48
PRIOR_EVENTS: Final = 10.0
# The smallest share of a time window: no window counts as impossible because no table in it was seen yet.
LEAST_SHARE: Final = 0.002
ROUNDS: Final = 12
# Shapes of gamma distributions with mean 1, of which the likeliest is chosen. 64 means nearly no variation.
SHAPES: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
# The shape that is used without enough data. With it, a venue differs from the average by a factor of about 2.
DEFAULT_SHAPE: Final = 2.0
# The bounds between meals, by which cells are divided when their variation is estimated: half hours of the first table.
MEAL_BINS: Final = (32, 38, 42)
# The weight of the prior for the share of tries that get a table: as certain as four tries.
PRIOR_TRIES: Final = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """The parameters of an average venue: its rate in openings an hour, and factors with mean about 1 for each type of
    day, party size (index 0 is unused), lead and part of the day.

    `first_after[b]` is the share of openings whose earliest table is in half hour b of the day or later,
    `last_before[b]` the share whose latest table is in a half hour before b (b from 0 to 48). `venue_shape` is the
    shape of the gamma distribution of the rates of venues around the average; `cell_shape` is that of the rates of
    cells (type of day, party size, times) around the product of the factors. `obtained` is the share of tries that got
    a table.
    """

    rate: float
    day_types: Sequence[float]
    parties: Sequence[float]
    leads: Sequence[float]
    parts: Sequence[float]
    first_after: Sequence[float]
    last_before: Sequence[float]
    venue_shape: float = DEFAULT_SHAPE
    cell_shape: float = DEFAULT_SHAPE
    obtained: float = 0.5

    def window_share(self, start: time, end: time) -> float:
        """Return the share of openings that have a table from `start` to `end`, both included.

        An opening misses the window if all its tables are later or all are earlier. Openings with tables on both sides
        of the window and none in it are counted as inside; they are rare.
        """
        return max(LEAST_SHARE, 1.0 - self.first_after[_bin(end) + 1] - self.last_before[_bin(start)])


def fit(venues: Iterable[Evidence]) -> Baseline | None:
    """Fit the baseline to the evidence of all venues. Return None if no opening was seen."""
    known = [one for one in venues if one.watched]
    events = [event for one in known for event in one.events]
    if not events:
        return None
    factors = _Factors(known)
    for _ in range(ROUNDS):
        factors.improve()
    weights = sum(event.weight for event in events)
    firsts, lasts = [0.0] * BINS, [0.0] * BINS
    for event in events:
        firsts[_bin(event.slots[0][0])] += event.weight / weights
        lasts[_bin(event.slots[-1][0])] += event.weight / weights
    tries = sum(one.tries for one in known)
    return Baseline(
        rate=factors.rate,
        day_types=factors.day_types,
        parties=factors.parties,
        leads=factors.leads,
        parts=factors.parts,
        first_after=[sum(firsts[b:]) for b in range(BINS + 1)],
        last_before=[sum(lasts[:b]) for b in range(BINS + 1)],
        venue_shape=likeliest_shape([(one.observed, one.expected * factors.rate) for one in factors.venues]),
        cell_shape=likeliest_shape(factors.cells()),
        obtained=(sum(one.obtained for one in known) + PRIOR_TRIES / 2) / (tries + PRIOR_TRIES),
    )


def likeliest_shape(counts: Collection[tuple[float, float]]) -> float:
    """Return the shape (one of SHAPES) with the largest likelihood for pairs of (observed, expected) numbers of
    openings.

    The true rate is assumed to be the expected one times a gamma variable of mean 1, so the observed numbers have
    negative binomial distributions.
    """
    useful = [(n, mean) for n, mean in counts if mean > 0]
    if len(useful) < 5:
        return DEFAULT_SHAPE
    return max(SHAPES, key=lambda shape: sum(_log_likelihood(n, mean, shape) for n, mean in useful))


def _log_likelihood(n: float, mean: float, shape: float) -> float:
    total = shape + mean
    return math.lgamma(shape + n) - math.lgamma(shape) + shape * math.log(shape / total) + n * math.log(mean / total)


class _Venue:
    """One venue during the fit.

    `observed` is its weighted number of openings. `expected` is the number that the factors predict
    for its watched hours, if its rate were one opening an hour. `rate` is its fitted rate.
    """

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.observed = sum(event.weight for event in evidence.events)
        self.expected = 0.0
        self.rate = 0.0


class _Factors:
    def __init__(self, known: Sequence[Evidence]) -> None:
        self.venues = [_Venue(one) for one in known]
        self.rate = 0.0
        self.day_types, self.parties = [1.0] * DAY_TYPES, [1.0] * (PARTIES + 1)
        self.leads, self.parts = [1.0] * LEADS, [1.0] * PARTS
        self._observed = [_observed(known, index, size) for index, size in enumerate(self._sizes)]

    @property
    def _sizes(self) -> tuple[int, ...]:
        return DAY_TYPES, PARTIES + 1, LEADS, PARTS

    def product(self, cell: tuple[int, int, int, int]) -> float:
        day, party, lead, part = cell
        return self.day_types[day] * self.parties[party] * self.leads[lead] * self.parts[part]

    def improve(self) -> None:
        """Run one round of the fit: update the rates of the venues, then each group of factors in turn."""
        for venue in self.venues:
            watched = venue.evidence.watched
            venue.expected = sum(hours * self.product(cell) for cell, hours in watched.items())
        self.rate = sum(v.observed for v in self.venues) / max(1e-9, sum(v.expected for v in self.venues))
        for venue in self.venues:
            shape = DEFAULT_SHAPE
            venue.rate = (shape + venue.observed) / (shape / self.rate + venue.expected) if self.rate else 0.0
        for index, factors in enumerate((self.day_types, self.parties, self.leads, self.parts)):
            expected = [0.0] * len(factors)
            for venue in self.venues:
                for cell, hours in venue.evidence.watched.items():
                    expected[cell[index]] += venue.rate * hours * self.product(cell)
            for place, factor in enumerate(factors):
                observed = self._observed[index][place]
                factors[place] = factor * (PRIOR_EVENTS + observed) / (PRIOR_EVENTS + expected[place])

    def cells(self) -> list[tuple[float, float]]:
        """Return (observed, expected) openings for each venue, type of day, party size and meal."""
        shares = [0.0] * (len(MEAL_BINS) + 1)
        for venue in self.venues:
            for event in venue.evidence.events:
                shares[_meal(event)] += event.weight
        total = sum(shares)
        counts: list[tuple[float, float]] = []
        for venue in self.venues:
            expected: dict[tuple[int, int], float] = {}
            for cell, hours in venue.evidence.watched.items():
                expected[cell[:2]] = expected.get(cell[:2], 0.0) + venue.rate * hours * self.product(cell)
            observed: dict[tuple[int, int, int], float] = {}
            for event in venue.evidence.events:
                key = event.day_type, event.party_size, _meal(event)
                observed[key] = observed.get(key, 0.0) + event.weight
            for (day, party), mean in expected.items():
                counts += [
                    (observed.get((day, party, meal), 0.0), mean * share / total) for meal, share in enumerate(shares)
                ]
        return counts


def _observed(known: Sequence[Evidence], index: int, size: int) -> list[float]:
    counts = [0.0] * size
    for one in known:
        for event in one.events:
            counts[(event.day_type, event.party_size, event.lead, event.part)[index]] += event.weight
    return counts


def _meal(event: Event) -> int:
    return sum(_bin(event.slots[0][0]) >= bound for bound in MEAL_BINS)


def _bin(at: time) -> int:
    return at.hour * 2 + at.minute // 30
