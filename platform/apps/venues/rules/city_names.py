"""Finds a city of a platform by what an operator typed. Pure functions."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from rapidfuzz import fuzz, process

from snipers.clients.catalog import City

MOST_SUGGESTIONS: Final = 5
_NO_LETTER: Final = re.compile(r"[\W_]+")


def matching(*, name: str, cities: Sequence[City]) -> list[City]:
    """Return the cities that `name` means: the one with this slug or, without one, the one with this code or, without
    one, all cities with this name. Case, accents and punctuation do not matter."""
    wanted = _plain(name)
    for read in (lambda city: [city.slug], lambda city: [city.code], _names):
        found = [city for city in cities if wanted and wanted in map(_plain, read(city))]
        if found:
            return found
    return []


def nearest(*, name: str, cities: Sequence[City]) -> list[City]:
    """Return the cities whose names or slugs are most similar to `name`, the most similar first."""
    texts = {index: _plain(f"{city.name} {city.slug}") for index, city in enumerate(cities)}
    found = process.extract(_plain(name), texts, scorer=fuzz.WRatio, limit=MOST_SUGGESTIONS)
    return [cities[index] for _, _, index in found]


def labels(cities: Sequence[City]) -> list[str]:
    """Return each city as an operator types it, with its name."""
    return [f"{city.slug} ({city.name})" for city in cities]


def _names(city: City) -> list[str]:
    """Return the name, and the name without what follows a comma, such as "Aberdeen" of "Aberdeen, NJ"."""
    return [city.name, city.name.partition(",")[0]]


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold())
    return _NO_LETTER.sub(" ", "".join(one for one in letters if not unicodedata.combining(one))).strip()
