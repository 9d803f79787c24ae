"""Venues with hidden release rules, and what our calls would see of them."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from snipers.domain.calendar_reads import BookEdge, next_read_at, read_observations
from snipers.domain.days_to_ask import day_to_ask
from snipers.domain.release_learning import ReleaseObservation

ZONES = ("America/New_York", "America/Los_Angeles", "America/Chicago", "Europe/London")
START = datetime(2026, 10, 23, 3, 11, tzinfo=UTC)
"""Ten days from here contain the end of daylight saving time in Europe (Oct 25) and in America (Nov 1)."""


@dataclass(frozen=True, kw_only=True)
class HiddenRule:
    """With a `weekday` (0 is Monday), the venue opens seven days at once on that weekday, from `days_ahead` days ahead
    on."""

    days_ahead: int
    local_time: time
    # Each opening is late by up to this many minutes, or early too.
    jitter: float = 0.0
    early_too: bool = False
    weekday: int | None = None

    def last_day(self, opens_on: date) -> date | None:
        """Return the last service date that opens on a day, None if none opens."""
        if self.weekday is None:
            return opens_on + timedelta(days=self.days_ahead)
        return opens_on + timedelta(days=self.days_ahead + 6) if opens_on.weekday() == self.weekday else None


@dataclass(kw_only=True)
class SimulatedBook:
    """A venue's book. `rule_of` returns the rule of the day of an opening; `poll_seconds` is the time between polls for
    each date, None if only the calendar shows openings."""

    zone: str
    rule_of: Callable[[date], HiddenRule]
    poll_seconds: float | None
    rng: random.Random
    seen: dict[date, ReleaseObservation] = field(default_factory=dict)
    opened: dict[date, datetime] = field(default_factory=dict)

    def open_days(self, *, first: date, days: int) -> None:
        """Decide when each service date opens, for the openings of `days` days from `first`."""
        for number in range(days):
            day = first + timedelta(days=number)
            rule = self.rule_of(day)
            last_day = rule.last_day(day)
            if last_day is None:
                continue
            early = rule.jitter if rule.early_too else 0.0
            at = datetime.combine(day, rule.local_time, ZoneInfo(self.zone)).astimezone(UTC)
            at += timedelta(minutes=self.rng.uniform(-early, rule.jitter), seconds=self.rng.uniform(0.05, 0.5))
            for ahead in range((last_day - day).days + 1):
                # A longer horizon opens the days that it skips, too.
                self.opened.setdefault(day + timedelta(days=ahead), at)

    def record(self, observations: Iterable[ReleaseObservation]) -> None:
        """Merge observations, as the database does."""
        for one in observations:
            known = self.seen.get(one.service_date, one)
            closed = max(filter(None, (known.closed_at, one.closed_at)), default=None)
            opened = min(filter(None, (known.open_at, one.open_at)), default=None)
            self.seen[one.service_date] = replace(one, closed_at=closed, open_at=opened)

    def read_calendar(self, *, at: datetime) -> None:
        last_day = max(day for day, opened in self.opened.items() if opened <= at)
        waiting = [day for day, one in self.seen.items() if one.open_at is None]
        edge = BookEdge(open_until=last_day, closed_from=last_day + timedelta(days=1))
        self.record(read_observations(edge=edge, asked_at=at, seen_at=at, waiting=waiting))

    def ask_about_a_day(self, *, at: datetime, first_days_ahead: int) -> None:
        """Ask whether one day can be booked, as at a platform without a calendar."""
        seen = list(self.seen.values())
        day = day_to_ask(observations=seen, zone=self.zone, at=at, first_days_ahead=first_days_ahead)
        is_open = any(opened <= at for other, opened in self.opened.items() if other >= day)
        waiting = [one.service_date for one in seen if one.open_at is None]
        edge = BookEdge(open_until=day) if is_open else BookEdge(closed_from=day)
        self.record(read_observations(edge=edge, asked_at=at, seen_at=at, waiting=waiting))

    def poll_opening(self, *, service_date: date) -> None:
        """Record what polls at a fixed interval see of one opening."""
        if self.poll_seconds is None:
            return
        before = self.rng.uniform(0.02, 0.98) * self.poll_seconds
        opened = self.opened[service_date]
        closed_at = opened - timedelta(seconds=before)
        open_at = closed_at + timedelta(seconds=self.poll_seconds)
        self.record([ReleaseObservation(service_date=service_date, closed_at=closed_at, open_at=open_at)])

    def run_day(self, *, now: datetime) -> datetime:
        """Read the calendar at `now`. Return the time of the next read."""
        self.read_calendar(at=now)
        return next_read_at(observations=self.seen.values(), zone=self.zone, now=now)
