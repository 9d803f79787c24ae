"""The links to restaurants at the test platform: https://bistro.example/at/<id>."""

from datetime import date, time

from snipers.clients.links import VenueLink, parse_id
from testing.bistro.manifest import MANIFEST


def parse(path: list[str]) -> VenueLink | None:
    match path:
        case ["at", digits] if (id := parse_id(digits)) is not None:
            return VenueLink(platform=MANIFEST.key, platform_venue_id=id)
    return None


def page_of(*, platform_venue_id: int, slug: str, location: str) -> str:
    return f"{MANIFEST.home_url}/at/{platform_venue_id}"


def preselect(*, day: date, at: time, party_size: int) -> dict[str, object]:
    return {"day": day, "time": f"{at:%H:%M}", "people": party_size}
