"""A venue as a platform describes it, and its release rule."""

from dataclasses import asdict, dataclass, fields
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class ReleaseRule:
    """The rule by which a venue opens each day for booking: `days_ahead` days before it, at `local_time` in `zone`.

    With a `weekday` (0 is Monday), the venue opens a whole week at once on that weekday: seven days, the first of which
    is `days_ahead` days later.
    """

    days_ahead: int
    local_time: str
    zone: str
    weekday: int | None = None

    def last_day(self, now: datetime) -> date:
        """Return the last day that can be booked at `now` (aware)."""
        local = now.astimezone(ZoneInfo(self.zone))
        opened_today = local.time() >= time.fromisoformat(self.local_time)
        latest = local.date() if opened_today else local.date() - timedelta(days=1)
        if self.weekday is None:
            return latest + timedelta(days=self.days_ahead)
        return self._weekday_until(latest) + timedelta(days=self.days_ahead + 6)

    def opens_at(self, day: date) -> datetime:
        """Return the instant at which `day` opens for booking (aware)."""
        opens_on = day - timedelta(days=self.days_ahead)
        if self.weekday is not None:
            opens_on = self._weekday_until(opens_on)
        local = datetime.combine(opens_on, time.fromisoformat(self.local_time))
        return local.replace(tzinfo=ZoneInfo(self.zone))

    def _weekday_until(self, day: date) -> date:
        """Return the latest day with the rule's weekday that is not after `day`."""
        return day - timedelta(days=(day.weekday() - (self.weekday or 0)) % 7)


@dataclass(frozen=True, slots=True)
class Venue:
    """One venue. `id` is the platform's own id. The fields have the names of `GET /venues`."""

    id: int
    source: str
    name: str
    url_slug: str
    cuisine: str
    neighborhood: str
    locality: str
    region: str
    postal_code: str
    address1: str
    country: str
    lat: float
    lon: float
    phone_number: str
    website: str
    price: int
    seating_types: tuple[str, ...]
    need_to_know: str
    release_rule: ReleaseRule
    time_zone: str
    min_party_size: int
    max_party_size: int
    rating: float
    total_ratings: int
    cancel_hours: int

    def as_row(self) -> dict[str, Any]:
        # asdict() would copy each value deeply, which takes ten times as long.
        row = {field.name: getattr(self, field.name) for field in fields(self)}
        return row | {"release_rule": asdict(self.release_rule)}

    def today(self, now: datetime) -> date:
        """Return the current day at the venue."""
        return now.astimezone(ZoneInfo(self.time_zone)).date()

    def on_sale(self, day: date, now: datetime) -> bool:
        """Return whether the release rule has opened `day` for booking at `now`."""
        return self.today(now) <= day <= self.release_rule.last_day(now)

    def is_past(self, day: date, at: time, now: datetime) -> bool:
        """Return whether the local time `at` on `day` has passed at the venue."""
        return datetime.combine(day, at).replace(tzinfo=ZoneInfo(self.time_zone)) <= now
