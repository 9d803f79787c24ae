import pytest
from pytest_django import DjangoAssertNumQueries

from apps.venues.selectors import PAGE_SIZE
from testing.users import Anyone, Person
from testing.venues import make_venue

URL = "/api/venues/"


def test_venue_has_the_fields_of_lists(alice: Person) -> None:
    venue = make_venue(venue_name="Hwaro Nine", latitude=40.7, longitude=-74.0)
    assert alice.get(URL).json() == {
        "results": [
            {
                "id": venue.pk,
                "venue_id": venue.platform_venue_id,
                "venue_name": "Hwaro Nine",
                "cuisine": "Italian",
                "neighborhood": "West Village",
                "locality": "New York",
                "region": "NY",
                "price": 3,
                "cover_image_url": None,
                "cover_art": {"seed": venue.platform_venue_id, "cuisine": "Italian"},
                "reservation_source": "resy",
                "premium": False,
                "featured": False,
                "seating_types": '["Dining Room", "Bar"]',
                "address1": "214 Bleecker Street",
                "country": "US",
                "postal_code": "10014",
                "latitude": 40.7,
                "longitude": -74.0,
            }
        ],
        "count": 1,
        "page": 1,
        "pages": 1,
        "page_size": PAGE_SIZE,
    }


def test_venue_without_cuisine_and_neighborhood_has_no_art(alice: Person) -> None:
    make_venue(cuisine="", neighborhood="")
    assert alice.get(URL).json()["results"][0]["cover_art"] is None


def test_pages_contain_every_venue_once_by_name(alice: Person) -> None:
    for number in range(PAGE_SIZE + 2):
        make_venue(venue_name=f"Venue {number:02}")
    first, second, third = (alice.get(URL, page=page).json() for page in (1, 2, 3))
    names = [venue["venue_name"] for venue in first["results"] + second["results"]]
    assert names == [f"Venue {number:02}" for number in range(PAGE_SIZE + 2)]
    assert (first["count"], first["pages"], second["page"]) == (PAGE_SIZE + 2, 2, 2)
    assert third["results"] == []


def test_page_size_is_configurable_and_headers_link_pages(alice: Person) -> None:
    for number in range(5):
        make_venue(venue_name=f"Venue {number}")
    answer = alice.get(URL, page=2, page_size=2)
    assert [venue["venue_name"] for venue in answer.json()["results"]] == ["Venue 2", "Venue 3"]
    assert (answer.json()["pages"], answer.json()["page_size"], answer["X-Total-Count"]) == (3, 2, "5")
    assert answer["Link"] == (
        '</api/venues/?page=1&page_size=2>; rel="first", </api/venues/?page=1&page_size=2>; rel="prev", '
        '</api/venues/?page=3&page_size=2>; rel="next", </api/venues/?page=3&page_size=2>; rel="last"'
    )


def test_first_and_last_page_link_no_missing_page(alice: Person) -> None:
    make_venue()
    ends = '</api/venues/?page=1&page_size=24>; rel="first", </api/venues/?page=1&page_size=24>; rel="last"'
    assert alice.get(URL)["Link"] == ends
    assert alice.get(URL, page=7)["Link"] == ends


@pytest.mark.parametrize("size", ["0", "101", "x", "-1"])
def test_invalid_page_size_is_refused(alice: Person, size: str) -> None:
    response = alice.get(URL, page_size=size)
    assert (response.status_code, list(response.json()["errors"])) == (422, ["page_size"])


def test_opted_out_venue_is_not_listed(alice: Person) -> None:
    make_venue(opted_out=True)
    assert alice.get(URL).json()["count"] == 0


def test_page_takes_three_queries(alice: Person, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(5):
        make_venue()
    with django_assert_num_queries(3):
        alice.get(URL)


@pytest.mark.parametrize("page", ["0", "-1", "x", "1.5", "9" * 30, ""])
def test_invalid_page_is_refused(alice: Person, page: str) -> None:
    assert alice.get(URL, page=page).status_code == 422


@pytest.mark.parametrize("path", ["", "search/", "featured/", "premium/", "locations/", "resy-ids/", "1/"])
def test_list_requires_sign_in(anyone: Anyone, db: None, path: str) -> None:
    assert anyone.get(URL + path).status_code == 401
