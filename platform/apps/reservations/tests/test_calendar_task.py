"""The background worker reads the calendars of venues with active requests."""

import pytest

from apps.requests.models import Reservation, Status
from apps.requests.tests import factories
from apps.reservations import tasks
from apps.venues.models import CalendarRead
from testing.simulator import Simulator
from testing.users import make_user
from testing.venues import make_venue

pytestmark = pytest.mark.django_db


def test_calendars_of_venues_with_active_requests_are_read(simulator: Simulator) -> None:
    watched, paused, unwatched = (make_venue(platform_venue_id=number) for number in (1201, 1202, 1203))
    for number, venue in enumerate((watched, paused)):
        factories.group(make_user(f"diner{number}@example.com"), venues=[venue])
    Reservation.objects.filter(venue=paused).update(status=Status.PAUSED)
    tasks.read_calendars.func(timestamp=0)
    assert list(CalendarRead.objects.values_list("venue_id", flat=True)) == [watched.pk]
    assert unwatched.release_observations.count() == paused.release_observations.count() == 0
