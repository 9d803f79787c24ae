"""The links to restaurants at OpenTable. Pure functions."""

from datetime import date, time
from typing import Final

from snipers.clients.links import SLUG, VenueLink, parse_id
from snipers.clients.opentable.manifest import MANIFEST

# First parts of a path that are not names of restaurants.
PAGES: Final = frozenset(
    {"s", "start", "landmark", "metro", "user", "my", "gift-cards", "blog", "about", "help", "lists", "nearby", "login"}
)


def parse(path: list[str]) -> VenueLink | None:
    """Return the restaurant of /restaurant/profile/<id>, /r/<name> or /<name>; the slug is the path of the page."""
    match path:
        case ["restaurant", "profile", digits, *_] if (id := parse_id(digits)) is not None:
            return VenueLink(platform=MANIFEST.key, platform_venue_id=id)
        case ["r", name, *_] if SLUG.fullmatch(name):
            return VenueLink(platform=MANIFEST.key, slug=f"r/{name}")
        case [name] if SLUG.fullmatch(name) and name not in PAGES and name != "r":
            return VenueLink(platform=MANIFEST.key, slug=name)
    return None


def page_of(*, platform_venue_id: int, slug: str, location: str) -> str:
    return f"https://www.opentable.com/restaurant/profile/{platform_venue_id}"


def preselect(*, day: date, at: time, party_size: int) -> dict[str, object]:
    return {"covers": party_size, "dateTime": f"{day}T{at:%H:%M}"}
