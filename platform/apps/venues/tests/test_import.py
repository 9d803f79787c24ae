"""Importing a city: the command, its budget, and an import that is killed."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from apps.connections.models import SourceState
from apps.venues.models import CityImport, Venue
from testing.simulator import Simulator
from testing.venues import make_venue

SEARCH = "/3/venuesearch/search"
FIRST_GENERATED = 800_001


@pytest.fixture
def fill_city(catalog: Simulator) -> Iterator[Callable[[int], None]]:
    """Puts this many generated venues in Resy's search of Los Angeles."""

    def fill(venues: int) -> None:
        catalog.http.post("/cities", json={"city": "la", "venues": venues}).raise_for_status()

    yield fill
    fill(0)


def run(city: str = "la", limit: int = 2_000) -> str:
    out = StringIO()
    call_command("import_venues", "resy", city=city, limit=limit, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_import_stores_every_venue_of_the_city(fill_city: Callable[[int], None]) -> None:
    fill_city(160)
    report = run()
    assert report.splitlines() == [
        "page 1 of 3: 75 venues, 75 new, 0 changed",
        "page 2 of 3: 150 venues, 150 new, 0 changed",
        "page 3 of 3: 160 venues, 160 new, 0 changed",
        "Los Angeles: 160 new, 0 changed, 0 unchanged, 0 unreadable, of 160 that Resy lists.",
    ]
    assert Venue.objects.count() == 160
    assert set(Venue.objects.values_list("time_zone", "locality", "read_at")) == {
        ("America/Los_Angeles", "Los Angeles", None)
    }


@pytest.mark.django_db
def test_second_import_changes_only_what_is_different(fill_city: Callable[[int], None]) -> None:
    fill_city(80)
    run()
    Venue.objects.filter(platform_venue_id=FIRST_GENERATED).update(venue_name="Old", cuisine="Old")
    Venue.objects.filter(platform_venue_id=FIRST_GENERATED + 1).update(premium=True, need_to_know="Ours")
    report = run()
    assert "0 new, 1 changed (cuisine 1" in report
    assert "79 unchanged" in report
    kept = Venue.objects.get(platform_venue_id=FIRST_GENERATED + 1)
    assert (kept.premium, kept.need_to_know) == (True, "Ours")
    assert CityImport.objects.count() == 2


@pytest.mark.django_db
def test_limit_is_the_number_of_venues(fill_city: Callable[[int], None]) -> None:
    fill_city(160)
    run(limit=100)
    assert Venue.objects.count() == 100


@pytest.mark.django_db
def test_venue_that_opted_out_stays_so(fill_city: Callable[[int], None]) -> None:
    fill_city(10)
    make_venue(platform_venue_id=FIRST_GENERATED, opted_out=True)
    run()
    assert Venue.objects.get(platform_venue_id=FIRST_GENERATED).opted_out


@pytest.mark.django_db
def test_unknown_city_is_answered_with_the_nearest_names(catalog: Simulator) -> None:
    with pytest.raises(CommandError) as refused:
        run(city="new yrok")
    assert str(refused.value).startswith("Resy has no city 'new yrok'. The nearest names are: new-york-ny (New York), ")
    assert not CityImport.objects.exists()


@pytest.mark.django_db
def test_name_of_two_cities_is_answered_with_both(catalog: Simulator) -> None:
    with pytest.raises(CommandError) as refused:
        run(city="Portland")
    assert str(refused.value) == (
        "Resy has 2 cities named 'Portland'. Choose one with --city: portland-or (Portland), portland-me (Portland)."
    )
    run(city="portland-me")
    run(city="pdx")
    assert list(CityImport.objects.order_by("id").values_list("city_code", flat=True)) == ["pwm", "pdx"]


@pytest.mark.django_db
def test_import_reads_the_gates_and_the_day_of_reopening_of_each_hit(
    catalog: Simulator, fill_city: Callable[[int], None]
) -> None:
    fill_city(3)
    listing = {"source": "resy", "venue_id": FIRST_GENERATED}
    catalog.http.post("/listings", json={**listing, "tock": True, "reopens_on": "2199-01-01"}).raise_for_status()
    run()
    venue = Venue.objects.get(platform_venue_id=FIRST_GENERATED)
    assert (venue.gates, venue.reopens_on) == (["tock"], date(2199, 1, 1))
    assert Venue.objects.exclude(pk=venue.pk).filter(gates=[], reopens_on=None).count() == 2
    # What a hit denies is removed; what it does not mention stays.
    Venue.objects.filter(pk=venue.pk).update(gates=["captcha", "card", "experience"])
    catalog.http.post("/listings", json=listing).raise_for_status()
    run()
    venue.refresh_from_db()
    assert (venue.gates, venue.reopens_on) == (["card", "experience"], date(2199, 1, 1))


@pytest.mark.django_db
def test_import_stops_at_a_failure_and_goes_on_later(catalog: Simulator, fill_city: Callable[[int], None]) -> None:
    fill_city(160)
    catalog.add_fault("429", SEARCH)
    with pytest.raises(CommandError, match="the import goes on where it is"):
        run()
    catalog.clear_faults()
    assert "160 new" in run()
    assert CityImport.objects.count() == 1


@pytest.mark.django_db
def test_paused_platform_is_not_called(catalog: Simulator) -> None:
    SourceState.objects.create(platform="resy", state="stopped", since=timezone.now())
    before = catalog.count_calls("/3/location/config")
    with pytest.raises(CommandError, match="Resy has asked us to pause"):
        run()
    assert catalog.count_calls("/3/location/config") == before


@pytest.mark.django_db
@pytest.mark.parametrize("limit", [0, 20_001])
def test_limit_has_bounds(limit: int) -> None:
    with pytest.raises(CommandError, match="--limit has to be from 1 to 20000"):
        run(limit=limit)


BUDGET = 1


def start_command(catalog: Simulator) -> "subprocess.Popen[bytes]":
    """Start the command in a process of its own, on the test's database."""
    given: dict[str, Any] = connection.settings_dict
    url = f"postgresql://{given['USER']}:{given['PASSWORD']}@/{given['NAME']}?host={given['HOST']}&port={given['PORT']}"
    env = {
        **os.environ,
        "DATABASE_URL": url,
        "RESY_BASE_URL": catalog.resy_url,
        "CATALOG_BUDGET": str(BUDGET),
        "PYTHONPATH": f"{django_settings.ROOT / 'platform'}:{django_settings.ROOT}",
    }
    manage = str(django_settings.ROOT / "platform" / "manage.py")
    command = [sys.executable, manage, "import_venues", "resy", "--city", "la", "--limit", "300", "--skip-checks"]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


@pytest.mark.django_db(transaction=True)
def test_killed_import_goes_on_without_duplicates_and_within_its_budget(
    catalog: Simulator, fill_city: Callable[[int], None]
) -> None:
    fill_city(350)
    since = catalog.http.get("/truth", params={"since": 0, "kind": "request", "limit": 1}).json()["last"]
    with start_command(catalog) as process:
        deadline = time.monotonic() + 120
        while not CityImport.objects.filter(next_page__gte=3).exists():
            assert time.monotonic() < deadline
            assert process.poll() is None, process.stdout and process.stdout.read()
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
    cut = CityImport.objects.get()
    assert cut.finished_at is None
    assert Venue.objects.count() == cut.created == (cut.next_page - 1) * 75

    with start_command(catalog) as process:
        out, _ = process.communicate(timeout=240)
    assert process.returncode == 0, out.decode()
    assert f"going on at page {cut.next_page}" in out.decode()
    done = CityImport.objects.get()
    assert (done.created, done.updated, done.unchanged, done.total) == (300, 0, 0, 350)
    assert Venue.objects.count() == 300

    entries = catalog.http.get("/truth", params={"since": since, "kind": "request"}).json()["entries"]
    sent = sorted(entry["monotonic_ms"] / 1000 for entry in entries if entry["path"] in (SEARCH, "/3/location/config"))
    assert len(sent) >= 6
    in_second = Counter(int(at) for at in sent)
    assert max(in_second.values()) <= BUDGET
    assert all(sum(at <= other < at + 1 for other in sent) <= BUDGET for at in sent)
