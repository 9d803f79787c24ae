from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from apps.venues import selectors
from testing.users import Person
from testing.venues import make_venue

URL = "/api/venues/search/"


@pytest.fixture(autouse=True)
def floor(db: None) -> None:
    make_venue(venue_name="Osteria Storta", neighborhood="West Village", price=3, featured=True)
    make_venue(venue_name="Storto Bar", neighborhood="Williamsburg", locality="Brooklyn", price=2)
    make_venue(venue_name="Hwaro Nine", neighborhood="Midtown East", price=1)
    make_venue(venue_name="Osteria Segreta", neighborhood="West Village", price=3, opted_out=True)


@pytest.fixture
def famous(floor: None) -> None:
    for name in (
        "Carbone",
        "Bar Carbone",
        "Carbonara & Co",
        "Ristorante Alcarbone",
        "L'Artusi",
        "Café Boulud",
        "鮨 Noz",
    ):
        make_venue(venue_name=name)


def names(person: Person, **query: Any) -> list[str]:
    return [venue["venue_name"] for venue in person.get(URL, **query).json()["results"]]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["Hwaro Nine", "Osteria Storta", "Storto Bar"]),
        ({"venue_name": "osteria"}, ["Osteria Storta"]),
        ({"venue_name": "wARo"}, ["Hwaro Nine"]),
        ({"venue_name": "Ostaria"}, ["Osteria Storta"]),
        ({"venue_name": "stort"}, ["Storto Bar", "Osteria Storta"]),
        ({"venue_name": "storto"}, ["Storto Bar", "Osteria Storta"]),
        ({"venue_name": "zzz"}, []),
        ({"venue_name": "%"}, []),
        ({"venue_name": "_"}, []),
        ({"venue_name": "'; drop table venue; --"}, []),
        ({"venue_name": "...''"}, []),
        ({"venue_name": "\\"}, []),
        ({"venue_name": "  "}, ["Hwaro Nine", "Osteria Storta", "Storto Bar"]),
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
def test_filters_combine_and_misspelled_names_are_found(alice: Person, query: dict[str, str], found: list[str]) -> None:
    assert names(alice, **query) == found


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("carbone", ["Carbone", "Bar Carbone", "Ristorante Alcarbone", "Carbonara & Co"]),
        ("CARBONE", ["Carbone", "Bar Carbone", "Ristorante Alcarbone", "Carbonara & Co"]),
        ("carbon", ["Carbone", "Carbonara & Co", "Bar Carbone", "Ristorante Alcarbone"]),
        ("cabrone", ["Carbone", "Bar Carbone"]),
        ("carbonne", ["Carbone", "Bar Carbone", "Carbonara & Co"]),
        ("carboen", ["Carbone", "Bar Carbone", "Carbonara & Co"]),
        ("artusi", ["L'Artusi"]),
        ("lartusi", ["L'Artusi"]),
        ("l’artusi", ["L'Artusi"]),
        ("cafe boulud", ["Café Boulud"]),
        ("Câfé", ["Café Boulud"]),
        ("bolud", ["Café Boulud"]),
        ("鮨", ["鮨 Noz"]),
        ("carbonara and co", ["Carbonara & Co"]),
    ],
)
def test_intended_name_comes_first_despite_errors(alice: Person, famous: None, typed: str, found: list[str]) -> None:
    assert names(alice, venue_name=typed)[: len(found)] == found


@pytest.mark.parametrize(("page", "found"), [(1, 2), (2, 1), (3, 0)])
def test_each_page_of_a_search_has_the_number_of_all_matches(page: int, found: int) -> None:
    make_venue(venue_name="Storta")
    for name, count, pages in (("stort", 3, 2), ("zzz", 0, 1)):
        read = selectors.search(venue_name=name, exact_location="", prices=(), featured=False, page=page, page_size=2)
        assert (read.count, read.pages) == (count, pages)
        assert len(read.results) == (found if count else 0)


@pytest.mark.parametrize("parameter", ["venue_name", "exact_location", "location"])
@pytest.mark.parametrize(
    "text",
    [
        "%%%",
        "_" * 100,
        "\\",
        "(" * 50,
        "[a-z]*",
        "'\"`;--",
        "🍝🍷",
        "\u202eenobrac",
        "ﬁ ŉ ǅ",
        "a" * 100,
        "\t\n",
        "%s %d {0}",
        "=1+1",
    ],
)
def test_any_text_can_be_searched(alice: Person, parameter: str, text: str) -> None:
    answer = alice.get(URL, **{parameter: text})
    assert answer.status_code == 200
    # Blanks count as no filter; other text matches no place.
    found = answer.json().get("results", answer.json().get("locations"))
    assert bool(found) == (not text.strip())


def test_link_headers_contain_the_filters(alice: Person) -> None:
    answer = alice.get(URL, venue_name="stort&x", price="2,3", featured="true", page_size=1, nonsense="x" * 500)
    assert answer["X-Total-Count"] == "1"
    query = "venue_name=stort%26x&price=2%2C3&featured=true&page=1&page_size=1"
    assert answer["Link"] == f'<{URL}?{query}>; rel="first", <{URL}?{query}>; rel="last"'


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
def test_typed_location_suggests_neighborhoods(
    alice: Person, parameter: str, text: str, more: dict[str, str], found: list[str]
) -> None:
    assert alice.get(URL, **{parameter: text, **more}).json() == {"locations": found}


def test_search_answers_without_trailing_slash(alice: Person) -> None:
    assert alice.get("/api/venues/search", venue_name="hwaro").json()["count"] == 1


@pytest.mark.parametrize("query", [{"price": "5"}, {"price": "1,"}, {"featured": "maybe"}, {"venue_name": "x" * 101}])
def test_invalid_filter_is_refused(alice: Person, query: dict[str, str]) -> None:
    response = alice.get(URL, **query)
    assert response.status_code == 422
    assert list(response.json()["errors"]) == list(query)


@pytest.mark.parametrize("more", [0, 30])
@pytest.mark.parametrize(
    ("query", "taken"), [({"price": "2,3"}, 3), ({"venue_name": "stort"}, 7), ({"location": "w"}, 2)]
)
def test_query_count_does_not_grow_with_matches(
    alice: Person, django_assert_num_queries: DjangoAssertNumQueries, query: dict[str, str], taken: int, more: int
) -> None:
    for _ in range(more):
        make_venue(venue_name="Storta", price=2, neighborhood="West Village")
    # The session, the normalized text, begin and commit, whether any name contains it, the threshold, the page.
    with django_assert_num_queries(taken):
        alice.get(URL, **query)
