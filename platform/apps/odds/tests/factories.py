"""Evidence of a venue in the database: openings and watched time, as watchers record them."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from apps.odds import fitting
from apps.odds.models import SeenOpening, WatchedTime
from apps.venues.models import Venue
from snipers.domain.odds import calendar


def see_openings(venue: Venue, *, days: int = 30, a_day: int = 2, hour: int = 19, party_size: int = 2) -> None:
    """Record openings of the last days, each seen one day ahead, and the time in which these days were watched."""
    today = timezone.now().date()
    openings, watched = [], []
    for ago in range(days):
        day = today - timedelta(days=ago + 1)
        noon = datetime.combine(day - timedelta(days=1), time(13), ZoneInfo(venue.time_zone))
        local = noon.replace(tzinfo=None)
        classes = {"lead": calendar.lead(day=day, at=local), "part": calendar.part(local)}
        key = {"venue": venue, "service_date": day, "party_size": party_size, **classes}
        openings += [
            SeenOpening(**key, seen_at=noon + timedelta(minutes=n), slots=[[f"{hour}:{n:02}", "Bar"]])
            for n in range(a_day)
        ]
        watched.append(WatchedTime(**key, seconds=48 * 3600.0))
    SeenOpening.objects.bulk_create(openings)
    WatchedTime.objects.bulk_create(watched)


def fit() -> None:
    """Fit the baseline now."""
    fitting.fit_baseline(now=timezone.now())


def weekday_ahead(weekday: int) -> date:
    """Return a date with this weekday, 4 to 10 days ahead, that is no holiday."""
    first = timezone.now().date() + timedelta(days=4)
    days = (first + timedelta(days=n) for n in range(28))
    return next(day for day in days if day.weekday() == weekday and not calendar.is_holiday(day))
