"""The links to restaurants at Resy. Pure functions."""

from datetime import date, time
from typing import Final

from snipers.clients.links import SLUG, VenueLink
from snipers.clients.resy.manifest import MANIFEST

# Last parts of a path below /cities/<city>/ that are not names of restaurants.
PAGES: Final = frozenset({"search", "list", "collections", "venues", "map", "events", "new-on-resy", "guides"})


def parse(path: list[str]) -> VenueLink | None:
    """Return the restaurant of /cities/<city>/venues/<name> or /cities/<city>/<name>; the city is a code or a slug."""
    if len(path) < 3 or path[0] != "cities":
        return None
    _, location, *rest = path
    name = rest[1] if rest[0] == "venues" and len(rest) > 1 else rest[0]
    if name in PAGES or not SLUG.fullmatch(location) or not SLUG.fullmatch(name):
        return None
    return VenueLink(platform=MANIFEST.key, slug=name, location=location)


def page_of(*, platform_venue_id: int, slug: str, location: str) -> str:
    return f"https://resy.com/cities/{location}/venues/{slug}" if slug and location else ""


def preselect(*, day: date, at: time, party_size: int) -> dict[str, object]:
    """Return day and party size: Resy has no parameter for the time."""
    return {"date": day, "seats": party_size}
