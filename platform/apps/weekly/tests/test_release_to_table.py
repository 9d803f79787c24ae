"""A weekly rule of release requests, from its filing to a table: the background worker files the week's request on the
day before the release, and a watcher books the table that the simulator opens at the release."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from apps.requests.models import Attempt, Reservation, ReservationGroup
from apps.requests.tests import factories
from apps.requests.tests.booked_table import connect
from apps.requests.tests.watcher import watcher_thread
from apps.reservations import tasks
from apps.venues.models import Venue
from apps.weekly.models import WeeklyRule
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue
from testing.worker import until, worker_thread

pytestmark = pytest.mark.django_db(transaction=True)

DAYS_AHEAD = 30
# So long before the release, the rule is filed. The watcher reads its requests every 3 s. A machine that takes longer
# books the table after the release.
SECONDS_AHEAD = 8


class WorkerClock:
    """The clock of the background tasks. It stands still until it is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shows = timezone.now()
        monkeypatch.setattr(tasks, "timezone", SimpleNamespace(now=lambda: self.shows))

    def run_filing(self, at: datetime) -> None:
        """Let the worker run the task that files weekly requests, as at this time."""
        self.shows = at
        job = tasks.file_weekly_requests.configure(queueing_lock=f"at {at}").defer(timestamp=0)
        until(lambda: not ProcrastinateJob.objects.filter(pk=job).exists())


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> WorkerClock:
    return WorkerClock(monkeypatch)


@pytest.fixture
def venue(simulator: Simulator) -> Iterator[Venue]:
    """A venue of the simulator. The simulator forgets the bookings and releases of other tests, and then this test's:
    a release extends the venue's calendar, which other tests read."""
    simulator.http.post("/reset", json={}).raise_for_status()
    place = simulator.http.get("/venues", params={"source": "resy"}).json()["venues"][0]
    yield make_venue(platform_venue_id=place["id"], time_zone=place["time_zone"])
    simulator.http.post("/reset", json={}).raise_for_status()


def bookings(simulator: Simulator) -> list[dict[str, object]]:
    """Return the tables that the platform holds."""
    found = simulator.http.get("/bookings").json()["bookings"]
    return [one for one in found if one["status"] == "booked"]


def plan_release(simulator: Simulator, venue: Venue, *, day: str, at: datetime) -> None:
    """Let the simulator open two tables of a day at an instant of the platform's clock, or in a second if that is over.

    Two tables, so that a second booking would succeed.
    """
    instant = max(at, timezone.now() + timedelta(seconds=1)).astimezone(UTC)
    slots = [{"time": time, "party_size": 2} for time in ("19:00", "19:30")]
    planned = {"source": "resy", "venue_id": venue.platform_venue_id, "date": day, "slots": slots}
    simulator.http.post("/release", json={**planned, "at": instant.isoformat()}).raise_for_status()


def test_a_release_rule_files_on_the_day_before_the_release_and_gets_one_table(
    simulator: Simulator, venue: Venue, bob: Person, clock: WorkerClock
) -> None:
    account = connect(bob, "resy")
    zone = ZoneInfo(venue.time_zone)
    opens = timezone.now().replace(microsecond=0) + timedelta(seconds=SECONDS_AHEAD)
    opens_on = opens.astimezone(zone).date()
    wanted = opens_on + timedelta(days=DAYS_AHEAD)
    # Staff know when the restaurant opens its dates. The first request, for the week before, states another release.
    Venue.objects.update(
        release_days_ahead=DAYS_AHEAD, release_local_time=opens.astimezone(zone).time(), release_confidence="high"
    )
    first = {
        "snipe_type": "release",
        "dates": [f"{wanted - timedelta(weeks=1)}"],
        "release_date": f"{factories.day(3)}",
        "release_time": "10:00",
        "repeat_until": f"{wanted + timedelta(weeks=1)}",
    }
    assert bob.post("/api/reservations/", factories.body(at=[venue], account=account, **first)).status_code == 201
    rule = WeeklyRule.objects.get()
    day_before = datetime.combine(opens_on - timedelta(days=1), datetime.min.time(), zone)
    assert rule.due_at == day_before

    # Set before the worker starts, because it runs the task by itself, too.
    clock.shows = day_before - timedelta(minutes=1)
    with worker_thread(sweep=1), watcher_thread(venue):
        clock.run_filing(clock.shows)
        assert not factories.later_weeks().exists()
        clock.run_filing(day_before)
        group = factories.later_weeks().get().group
        assert group is not None
        assert (group.snipe_type, group.release_at, group.reservations.get().date) == ("release", opens, wanted)
        assert not Attempt.objects.exists()

        plan_release(simulator, venue, day=f"{wanted}", at=opens)
        until(lambda: group.reservations.get().status != "active")
        # The rule files nothing further until the day before the next release.
        clock.run_filing(opens)

    assert group.reservations.get().status == "confirmed"
    assert list(Attempt.objects.filter(state="booked").values_list("reservation__group", flat=True)) == [group.pk]
    (table,) = bookings(simulator)
    assert (table["date"], table["party_size"]) == (f"{wanted}", 2)
    assert float(str(table["booked_ms"])) >= opens.timestamp() * 1000
    assert (factories.later_weeks().count(), ReservationGroup.objects.count()) == (1, 2)
    assert Reservation.objects.exclude(group=group).get().status == "active"
