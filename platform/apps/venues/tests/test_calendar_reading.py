"""The calendars of watched venues are read once a day, and show when a book opens."""

import time
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from apps.connections.models import KillSwitch, SourceState
from apps.venues.catalog import calendar_reading, release_knowledge
from apps.venues.models import CalendarRead, Venue
from testing.simulator import Simulator
from testing.venues import make_venue

pytestmark = pytest.mark.django_db
# No other test uses this venue, whose calendar stays longer after a release.
RESY_ID = 1217
CALENDAR = "/4/venue/calendar"
AVAILABILITY = "/api/v3/restaurant/availability"


@pytest.fixture
def venue() -> Venue:
    return make_venue(platform_venue_id=RESY_ID)


def read(venue: Venue) -> bool:
    return calendar_reading.read_next(platform=venue.reservation_source, venue_ids=[venue.pk], now=timezone.now())


def test_calendar_is_read_once_a_day(catalog: Simulator, venue: Venue) -> None:
    before = catalog.count_calls(CALENDAR)
    assert read(venue)
    assert not read(venue)
    assert catalog.count_calls(CALENDAR) == before + 1
    row = CalendarRead.objects.get()
    assert row.read_at < timezone.now() < row.next_at <= row.read_at + timedelta(days=2)


def test_opentable_gets_one_call_for_each_venue_and_day(catalog: Simulator) -> None:
    rows = [row for row in catalog.http.get("/venues").json()["venues"] if row["source"] == "opentable"][:3]
    venues = [
        make_venue(reservation_source="opentable", platform_venue_id=row["id"], time_zone=row["time_zone"])
        for row in rows
    ]
    ids = [venue.pk for venue in venues]
    before = {path: catalog.count_calls(path) for path in (AVAILABILITY, "/oauth/consumer/token", CALENDAR)}
    now = timezone.now()
    days = 3
    for day in range(days):
        for hour in range(0, 24, 4):
            at = now + timedelta(days=day, hours=hour)
            while calendar_reading.read_next(platform="opentable", venue_ids=ids, now=at):
                pass
    local_days = [
        len({(now + timedelta(hours=hour)).astimezone(ZoneInfo(one.time_zone)).date() for hour in range(24 * days - 3)})
        for one in venues
    ]
    calls = {path: catalog.count_calls(path) - count for path, count in before.items()}
    assert 2 * len(venues) <= calls[AVAILABILITY] <= sum(local_days)
    # Our application's token is requested once for all of them.
    assert (calls["/oauth/consumer/token"], calls[CALENDAR]) == (1, 0)
    assert all(release_knowledge.observations(venue_id=one.pk) for one in venues)


def test_read_shows_the_last_day_open_and_the_next_ones_closed(catalog: Simulator, venue: Venue) -> None:
    read(venue)
    first, second, third = release_knowledge.observations(venue_id=venue.pk)
    assert first.open_at is not None
    assert second.closed_at == third.closed_at is not None
    assert (first.closed_at, second.open_at, third.open_at) == (None, None, None)
    assert second.service_date == first.service_date + timedelta(days=1)


def test_second_read_shows_the_day_that_opened_in_between(catalog: Simulator, venue: Venue) -> None:
    read(venue)
    opened = release_knowledge.observations(venue_id=venue.pk)[1].service_date
    slot = {"time": "19:00", "party_size": 2, "seating": "Dining Room"}
    at = timezone.now() + timedelta(seconds=1)
    plan = {
        "source": "resy",
        "venue_id": RESY_ID,
        "date": str(opened),
        "at": f"{at:%Y-%m-%dT%H:%M:%S.}{at.microsecond // 1000:03}Z",
    }
    catalog.http.post("/release", json={**plan, "slots": [slot]}).raise_for_status()
    time.sleep(2)
    CalendarRead.objects.update(next_at=timezone.now())
    assert read(venue)
    seen = {one.service_date: one for one in release_knowledge.observations(venue_id=venue.pk)}[opened]
    assert seen.closed_at is not None
    assert seen.open_at is not None
    rule = release_knowledge.learned_rule(venue=venue)
    assert rule is not None
    assert (rule.seen, rule.observed, rule.confidence) == (1, 1, "low")


@pytest.mark.parametrize("kind", ["429", "503-html", "403-html"])
def test_read_that_fails_is_not_repeated_on_this_day(catalog: Simulator, venue: Venue, kind: str) -> None:
    catalog.add_fault(kind, CALENDAR)
    read(venue)
    catalog.clear_faults()
    assert not read(venue)
    assert release_knowledge.observations(venue_id=venue.pk) == []


def test_venue_that_may_not_be_called_is_not_read(catalog: Simulator) -> None:
    before = catalog.count_calls(CALENDAR)
    switched_off = make_venue(platform_venue_id=1202)
    KillSwitch.objects.create(scope="venue", key=str(switched_off.pk), reason="Asked to.", created_by="stella")
    left_out = [
        switched_off,
        make_venue(platform_venue_id=1203, opted_out=True),
        make_venue(platform_venue_id=1204, closed_at=timezone.now()),
    ]
    assert not any(read(one) for one in left_out)
    SourceState.objects.create(platform="resy", state="stopped", since=timezone.now(), updated_at=timezone.now())
    assert not read(make_venue(platform_venue_id=RESY_ID))
    assert catalog.count_calls(CALENDAR) == before
