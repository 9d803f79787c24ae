"""The port to the links of a platform: what its module links.py does, and the parts that all of them use. Pure."""

import re
from dataclasses import dataclass
from datetime import date, time
from typing import Final, Protocol

SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,119}")
BIGGEST_ID: Final = 2**31 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueLink:
    """The restaurant that a link names, either by the platform's id or by a slug.

    At a platform with cities, a slug is unique within a `location`. Elsewhere, `location` is "".
    """

    platform: str
    platform_venue_id: int | None = None
    slug: str = ""
    location: str = ""


class LinkCalls(Protocol):
    """The module links.py of a platform."""

    def parse(self, path: list[str]) -> VenueLink | None:
        """Return the restaurant that a path names (its parts in lower case), None if it names none."""

    def page_of(self, *, platform_venue_id: int, slug: str, location: str) -> str:
        """Return the URL of the restaurant's own page, "" if it is not known."""

    def preselect(self, *, day: date, at: time, party_size: int) -> dict[str, object]:
        """Return the query parameters of a restaurant's page that preselect day, time and party size."""


def parse_id(text: str) -> int | None:
    """Return the platform's id of a restaurant that a text is, None for any other text."""
    if not text.isascii() or not text.isdigit() or len(text) > 10:
        return None
    return int(text) if 0 < int(text) <= BIGGEST_ID else None
