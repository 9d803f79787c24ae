from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from apps.accounts.testing import Person
from apps.venues.testing import make_venue

URL = "/api/venues/search/"


@pytest.fixture(autouse=True)
def floor(db: None) -> None:
    make_venue(venue_name="Osteria Storta", neighborhood="West Village", price=3, featured=True)
    make_venue(venue_name="Storto Bar", neighborhood="Williamsburg", locality="Brooklyn", price=2)
    make_venue(venue_name="Hwaro Nine", neighborhood="Midtown East", price=1)
    make_venue(venue_name="Osteria Segreta", neighborhood="West Village", price=3, opted_out=True)


def names(person: Person, **query: Any) -> list[str]:
    return [venue["venue_name"] for venue in person.get(URL, **query).json()["results"]]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["Hwaro Nine", "Osteria Storta", "Storto Bar"]),
        ({"venue_name": "osteria"}, ["Osteria Storta"]),
        ({"venue_name": "wARo"}, ["Hwaro Nine"]),
        ({"venue_name": "Ostaria"}, ["Osteria Storta"]),
        ({"venue_name": "stort"}, ["Osteria Storta", "Storto Bar"]),
        ({"venue_name": "storto"}, ["Storto Bar", "Osteria Storta"]),
        ({"venue_name": "zzz"}, []),
        ({"venue_name": "%"}, []),
        ({"venue_name": "_"}, []),
        ({"venue_name": "'; drop table venue; --"}, []),
        ({"exact_location": "west village"}, ["Osteria Storta"]),
        ({"exact_location": "Brooklyn"}, ["Storto Bar"]),
        ({"exact_location": "West"}, []),
        ({"price": "2"}, ["Storto Bar"]),
        ({"price": "1,2"}, ["Hwaro Nine", "Storto Bar"]),
        ({"price": ""}, ["Hwaro Nine", "Osteria Storta", "Storto Bar"]),
        ({"featured": "true"}, ["Osteria Storta"]),
        ({"venue_name": "stort", "price": "2", "exact_location": "Williamsburg"}, ["Storto Bar"]),
        ({"venue_name": "stort", "featured": "true", "price": "1"}, []),
    ],
)
def test_filters_combine_and_a_slip_of_a_letter_still_finds(
    alice: Person, query: dict[str, str], found: list[str]
) -> None:
    assert names(alice, **query) == found


@pytest.mark.parametrize("parameter", ["location", "location-d"])
@pytest.mark.parametrize(
    ("text", "more", "found"),
    [
        ("w", {}, ["West Village", "Williamsburg", "Midtown East"]),
        ("IL", {}, ["West Village", "Williamsburg"]),
        ("mid", {}, ["Midtown East"]),
        ("w", {"featured": "true"}, ["West Village"]),
        ("zzz", {}, []),
    ],
)
def test_a_typed_location_gets_neighbourhoods(
    alice: Person, parameter: str, text: str, more: dict[str, str], found: list[str]
) -> None:
    assert alice.get(URL, **{parameter: text, **more}).json() == {"locations": found}


def test_it_answers_without_the_slash_too(alice: Person) -> None:
    assert alice.get("/api/venues/search", venue_name="hwaro").json()["count"] == 1


@pytest.mark.parametrize("query", [{"price": "5"}, {"price": "1,"}, {"featured": "maybe"}, {"venue_name": "x" * 101}])
def test_a_filter_that_cannot_be_is_refused(alice: Person, query: dict[str, str]) -> None:
    response = alice.get(URL, **query)
    assert response.status_code == 422
    assert list(response.json()["errors"]) == list(query)


def test_a_search_takes_three_queries(alice: Person, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(3):
        alice.get(URL, venue_name="stort", price="2,3", featured="false")
