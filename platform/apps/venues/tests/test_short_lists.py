import pytest
from pytest_django import DjangoAssertNumQueries

from testing.users import Person
from testing.venues import make_venue


def test_featured_and_premium_lists_contain_only_flagged_venues(alice: Person) -> None:
    make_venue(venue_name="Plain")
    make_venue(venue_name="Pick", featured=True)
    make_venue(venue_name="Dear", premium=True)
    make_venue(venue_name="Gone", featured=True, premium=True, opted_out=True)
    assert [venue["venue_name"] for venue in alice.get("/api/venues/featured/").json()] == ["Pick"]
    assert [venue["venue_name"] for venue in alice.get("/api/venues/premium/").json()] == ["Dear"]


@pytest.mark.parametrize("path", ["featured/", "premium/", "locations/", "resy-ids/"])
def test_each_list_takes_two_queries(
    alice: Person, django_assert_num_queries: DjangoAssertNumQueries, path: str
) -> None:
    for _ in range(10):
        make_venue(featured=True, premium=True)
    with django_assert_num_queries(2):
        assert alice.get(f"/api/venues/{path}").status_code == 200


def test_locations_count_the_listed_venues_of_each_neighborhood(alice: Person) -> None:
    make_venue(neighborhood="SoHo")
    make_venue(neighborhood="SoHo")
    make_venue(neighborhood="Astoria", locality="Queens")
    make_venue(neighborhood="")
    make_venue(neighborhood="SoHo", opted_out=True)
    assert alice.get("/api/venues/locations/").json() == {
        "locations": [
            {"neighborhood": "Astoria", "locality": "Queens", "count": 1},
            {"neighborhood": "SoHo", "locality": "New York", "count": 2},
        ]
    }


def test_resy_ids_are_the_platforms_ids(alice: Person) -> None:
    make_venue(platform_venue_id=1202)
    make_venue(platform_venue_id=1201)
    make_venue(platform_venue_id=50_101, reservation_source="opentable")
    make_venue(platform_venue_id=1203, opted_out=True)
    assert alice.get("/api/venues/resy-ids/").json() == [1201, 1202]
