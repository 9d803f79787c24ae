"""The nightly refresh of stale venues, and venues that have closed."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.connections.models import KillSwitch, SourceState
from apps.venues import tasks
from apps.venues.catalog import refreshing
from apps.venues.models import Venue
from apps.venues.tests.conftest import SetListing
from testing.simulator import Simulator
from testing.venues import make_venue

pytestmark = pytest.mark.django_db
RESY_ID = 1201


def stale(**fields: Any) -> Venue:
    return make_venue(**{"platform_venue_id": RESY_ID, "read_at": timezone.now() - timedelta(days=8), **fields})


def refresh() -> bool:
    return refreshing.refresh_next(now=timezone.now())


def test_stale_venue_is_read_once(catalog: Simulator) -> None:
    venue = stale(venue_name="Old name", premium=True)
    assert refresh()
    assert not refresh()
    venue.refresh_from_db()
    assert (venue.venue_name, venue.premium, venue.closed_at) == ("Hwaro Nine", True, None)


def test_venue_of_a_search_is_read_first(catalog: Simulator) -> None:
    stale()
    unread = make_venue(platform_venue_id=1202, read_at=None)
    refresh()
    unread.refresh_from_db()
    assert unread.read_at is not None


def test_fresh_venues_and_those_that_opted_out_are_not_read(catalog: Simulator) -> None:
    stale(opted_out=True)
    make_venue(platform_venue_id=1202, read_at=timezone.now())
    assert not refresh()


def test_closed_venue_is_listed_no_more_and_its_requests_stop(catalog: Simulator, set_listing: SetListing) -> None:
    venue = stale()
    set_listing(RESY_ID, closed=True)
    assert refresh()
    venue.refresh_from_db()
    assert venue.closed_at is not None
    switch = KillSwitch.objects.get()
    assert (switch.scope, switch.key, switch.created_by) == ("venue", str(venue.pk), refreshing.REFRESH)
    set_listing(RESY_ID, closed=False)
    Venue.objects.update(read_at=None)
    assert refresh()
    venue.refresh_from_db()
    assert venue.closed_at is None
    assert not KillSwitch.objects.exists()


def test_switch_of_staff_stays_when_a_venue_opens_again(catalog: Simulator) -> None:
    venue = stale(closed_at=timezone.now())
    KillSwitch.objects.create(scope="venue", key=str(venue.pk), reason="Asked to.", created_by="stella")
    assert refresh()
    assert KillSwitch.objects.exists()


def test_venue_that_the_platform_does_not_know_is_closed(catalog: Simulator) -> None:
    venue = stale(platform_venue_id=99)
    assert refresh()
    venue.refresh_from_db()
    assert venue.closed_at is not None


def test_refresh_stops_when_too_many_venues_seem_closed(catalog: Simulator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refreshing, "MOST_CLOSED", 1)
    stale(platform_venue_id=98)
    last = stale(platform_venue_id=99)
    assert refresh()
    assert not refresh()
    last.refresh_from_db()
    assert last.closed_at is None


@pytest.mark.parametrize("kind", ["429", "403-html", "503-html"])
def test_failing_platform_ends_the_refresh(catalog: Simulator, kind: str) -> None:
    venue = stale()
    catalog.add_fault(kind, "/3/venue")
    assert not refresh()
    venue.refresh_from_db()
    assert venue.closed_at is None


def test_paused_platform_is_not_called(catalog: Simulator) -> None:
    stale()
    SourceState.objects.create(platform="resy", state="stopped", since=timezone.now())
    before = catalog.count_calls("/3/venue")
    assert not refresh()
    assert catalog.count_calls("/3/venue") == before


def test_task_reads_all_stale_venues(catalog: Simulator) -> None:
    stale()
    stale(platform_venue_id=1202)
    tasks.refresh_venues.func(timestamp=int(timezone.now().timestamp()))
    assert not Venue.objects.filter(read_at__lt=timezone.now() - timedelta(days=1)).exists()
