"""How likely a table opens now, compared with the average hour: what a poll at this time is worth. Pure.

The factors are fitted to the openings of all venues (baseline.py). ASSUMED holds until some were seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from snipers.domain.odds import calendar

# The bounds of each factor, so that no key starves: demand and openings are correlated, and a fit has errors.
LEAST: Final = 0.5
MOST: Final = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RelativeOdds:
    """The factors of the probability that a table opens, by lead and by part of the day (calendar.py). Their mean is
    about 1."""

    leads: Sequence[float]
    parts: Sequence[float]

    def __post_init__(self) -> None:
        if (len(self.leads), len(self.parts)) != (calendar.LEADS, calendar.PARTS):
            raise ValueError("one factor is needed for each lead and for each part of the day")

    def factor(self, *, day: date, at: datetime) -> float:
        """Return the factor for a poll at `at`, on the venue's wall clock, that asks for `day`."""
        return _bounded(self.leads[calendar.lead(day=day, at=at)]) * _bounded(self.parts[calendar.part(at)])


def _bounded(factor: float) -> float:
    return min(max(factor, LEAST), MOST)


# Most tables are canceled in the last two days, when free cancellation ends, and few at night.
ASSUMED: Final = RelativeOdds(leads=(2.0, 2.0, 2.0, 2.0, 1.4, 1.0, 0.7, 0.7, 0.7), parts=(0.5, 1.0, 1.0, 1.0))
