"""Finding a city by what an operator typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.venues.rules import city_names
from snipers.clients.catalog import City


def city(code: str, slug: str, name: str) -> City:
    return City(code=code, slug=slug, name=name, latitude=0.0, longitude=0.0, radius_m=1)


CITIES = [
    city("ny", "new-york-ny", "New York"),
    city("pdx", "portland-or", "Portland"),
    city("pwm", "portland-me", "Portland"),
    city("sao", "sao-paulo", "São Paulo"),
    city("abrd", "aberdeen-township-nj", "Aberdeen Township, NJ"),
    city("portland", "port-land-nz", "Port Land"),
]


@pytest.mark.parametrize(
    ("name", "slugs"),
    [
        ("ny", ["new-york-ny"]),
        ("New York", ["new-york-ny"]),
        ("NEW YORK, NY", ["new-york-ny"]),
        ("Portland, ME", ["portland-me"]),
        ("portland_or", ["portland-or"]),
        # A code is more exact than a name.
        ("portland", ["port-land-nz"]),
        ("Sao Paulo", ["sao-paulo"]),
        ("São Paulo", ["sao-paulo"]),
        ("Aberdeen Township", ["aberdeen-township-nj"]),
        ("", []),
        ("--", []),
        ("Atlantis", []),
    ],
)
def test_city_is_found_by_slug_code_or_name(name: str, slugs: list[str]) -> None:
    assert [one.slug for one in city_names.matching(name=name, cities=CITIES)] == slugs


def test_name_of_several_cities_finds_all_of_them() -> None:
    found = city_names.matching(name="Portland", cities=CITIES[:-1])
    assert city_names.labels(found) == ["portland-or (Portland)", "portland-me (Portland)"]


@pytest.mark.parametrize(
    ("name", "first"), [("new yrok", "new-york-ny"), ("portlnd", "portland"), ("abberdeen", "aberdeen")]
)
def test_nearest_names_come_first(name: str, first: str) -> None:
    assert city_names.nearest(name=name, cities=CITIES)[0].slug.startswith(first)


@given(name=st.text(max_size=80), number=st.integers(0, 12))
def test_no_text_finds_more_than_five_near_names(name: str, number: int) -> None:
    cities = [city(f"c{n}", f"city-{n}", f"City {n}") for n in range(number)]
    city_names.matching(name=name, cities=cities)
    assert len(city_names.nearest(name=name, cities=cities)) <= 5
