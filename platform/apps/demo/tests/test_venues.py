from datetime import time
from typing import Any

import pytest

from apps.demo.venues import BARE, FEATURED_OPEN, FEATURED_PREMIUM, OPTED_OUT, PREMIUM, choose_flags, import_venues
from apps.venues.models import Venue


def row(number: int, **changes: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "id": number, "source": "resy" if number % 5 else "opentable", "name": f"Venue {number}",
        "cuisine": f"Cuisine {number % 12}", "neighborhood": "SoHo", "locality": "New York", "region": "NY",
        "postal_code": "10012", "address1": "1 Prince Street", "country": "US", "lat": 40.7, "lon": -74.0,
        "phone_number": "", "website": "https://example.org", "price": 1 + number % 4, "seating_types": ["Bar"],
        "min_party_size": 1, "max_party_size": 8,
        "need_to_know": "Be kind.", "release_rule": {"days_ahead": 7, "local_time": "09:00", "zone": "x"},
        "time_zone": "America/New_York", "rating": 3 + number * 37 % 100 / 50,
    }  # fmt: skip
    return {**values, **changes}


ROWS = [row(number) for number in range(1, 151)]


def test_demo_has_venues_of_each_kind_without_overlap() -> None:
    flags = choose_flags(ROWS)
    assert len(flags.premium) == PREMIUM
    assert len(flags.featured) == FEATURED_PREMIUM + FEATURED_OPEN
    assert (len(flags.opted_out), len(flags.bare)) == (OPTED_OUT, BARE)
    shown = {*flags.premium, *flags.featured}
    assert not shown & {*flags.opted_out, *flags.bare}
    assert not set(flags.opted_out) & set(flags.bare)
    assert all(source == "resy" for source, _ in flags.featured)


@pytest.mark.django_db
def test_release_rules_are_the_simulators_with_varied_sources() -> None:
    import_venues(rows=ROWS)
    rules = set(Venue.objects.values_list("release_days_ahead", "release_local_time", "time_zone"))
    assert rules == {(7, time(9), "America/New_York")}
    assert set(Venue.objects.values_list("release_source", flat=True)) == {"venue_page", "observed", "community"}
    assert not Venue.objects.filter(release_checked_at=None).exists()
    gone = Venue.objects.filter(opted_out=True)
    assert not gone.filter(opt_out_reason="").exists()
    assert not gone.filter(opted_out_at=None).exists()


def test_choice_does_not_depend_on_the_order_of_rows() -> None:
    assert choose_flags(ROWS) == choose_flags(ROWS[::-1])


@pytest.mark.django_db
def test_second_import_updates_facts_and_keeps_decisions_of_staff() -> None:
    assert import_venues(rows=ROWS) == 150
    Venue.objects.filter(platform_venue_id=1).update(premium=True, opted_out=True, release_days_ahead=21)
    changed = [row(number, name="Renamed") if number == 1 else row(number) for number in range(1, 151)]
    assert import_venues(rows=changed) == 0
    venue = Venue.objects.get(platform_venue_id=1)
    assert (venue.venue_name, venue.premium, venue.opted_out) == ("Renamed", True, True)
    assert venue.release_days_ahead == 21
    assert Venue.objects.filter(cuisine="", neighborhood="").count() == BARE
