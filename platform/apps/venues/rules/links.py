"""Parses links to a restaurant at Resy or OpenTable, and builds the link to a restaurant's page there. Pure functions.

A pasted link is only parsed, never opened. Its parts identify the restaurant in a call to the platform.
"""

import re
from dataclasses import dataclass
from datetime import date, time
from typing import Final
from urllib.parse import SplitResult, parse_qs, urlencode, urlsplit

from apps.venues import messages
from apps.venues.rules.wrapped_links import unwrap

MAX_LINK: Final = 4_000
MOST_WRAPPINGS: Final = 4
RESY: Final = "resy"
OPENTABLE: Final = "opentable"

# OpenTable's sites for North America. Its sites for other countries are separate systems, where we cannot book.
_OPENTABLE_HOSTS: Final = ("opentable.com", "opentable.ca")
_SHORT_HOSTS: Final = (
    "resy.page.link",
    "resy.app.link",
    "opentable.app.link",
    "goo.gl",
    "bit.ly",
    "t.co",
    "tinyurl.com",
)
_OTHER_PLATFORMS: Final = {
    "exploretock.com": "Tock",
    "tockify.com": "Tock",
    "sevenrooms.com": "SevenRooms",
    "yelp.com": "Yelp",
    "toasttab.com": "Toast",
    "google.com": "Google",
    "maps.app.goo.gl": "Google",
    "thefork.com": "TheFork",
    "quandoo.com": "Quandoo",
    "tablein.com": "Tablein",
}
_ADDRESS: Final = re.compile(r"(?:https?|resy)://[^\s<>\"']+|(?:[a-z0-9-]+\.)+[a-z]{2,}/[^\s<>\"']*", re.IGNORECASE)
_SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,119}")
_BIGGEST_ID: Final = 2**31 - 1
# Last parts of a path below /cities/<city>/ at Resy that are not names of restaurants.
_RESY_PAGES: Final = frozenset({"search", "list", "collections", "venues", "map", "events", "new-on-resy", "guides"})
# First parts of a path at OpenTable that are not names of restaurants.
_OPENTABLE_PAGES: Final = frozenset(
    {"s", "start", "landmark", "metro", "user", "my", "gift-cards", "blog", "about", "help", "lists", "nearby", "login"}
)
_ID_NAMES: Final = ("rid", "restref", "restaurantid", "venue_id", "venueid")


class LinkError(ValueError):
    """A pasted text contains no link to a restaurant that can be added. The message is a sentence for the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueLink:
    """The restaurant that a link names, either by the platform's id or by a slug.

    At Resy, a slug is unique within a `location`, which is a city's code or slug. At OpenTable, the slug is the path of
    the restaurant's page, and `location` is "".
    """

    platform: str
    platform_venue_id: int | None = None
    slug: str = ""
    location: str = ""


def parse(text: str) -> VenueLink:
    """Return the restaurant that a pasted or shared text links to.

    The text may contain words around the link, as the text that a phone shares does. Raises LinkError if the text
    contains no link to a restaurant at Resy or OpenTable.
    """
    text = text.strip()
    if not text:
        raise LinkError(messages.LINK_EMPTY)
    if len(text) > MAX_LINK:
        raise LinkError(messages.LINK_TOO_LONG)
    found = _ADDRESS.search(text)
    if found is None:
        raise LinkError(messages.LINK_MISSING)
    # The filters of mail programs wrap a link, sometimes several times, and name the inner address in the outer one.
    addresses = [found.group().rstrip(".,;!?)")]
    for _ in range(MOST_WRAPPINGS):
        if (inner := unwrap(addresses[-1])) is None:
            break
        addresses.append(inner)
    refused: LinkError | None = None
    for address in reversed(addresses):
        try:
            return _parse_address(address)
        except LinkError as error:
            refused = refused or error
    raise refused or LinkError(messages.LINK_MISSING)


def _parse_address(address: str) -> VenueLink:
    """Return the restaurant that an address names. Raises LinkError."""
    try:
        parts = urlsplit(address if "://" in address else f"https://{address}")
        host = (parts.hostname or "").lower().rstrip(".")
        known = _parse_known(parts, host)
    except LinkError:
        raise
    except ValueError:
        raise LinkError(messages.LINK_MISSING) from None
    if known is None:
        raise LinkError(_other_site(host))
    return known


def page_of(*, platform: str, platform_venue_id: int, slug: str, location: str) -> str:
    """Return the URL of the restaurant's own page at its platform, "" if it is not known."""
    if platform == OPENTABLE:
        return f"https://www.opentable.com/restaurant/profile/{platform_venue_id}"
    return f"https://resy.com/cities/{location}/venues/{slug}" if slug and location else ""


def page_for(page: str, *, platform: str, day: date, at: time, party_size: int) -> str:
    """Return the URL of a restaurant's page with query parameters that preselect day, time and party size.

    Resy has no parameter for the time. `page` is the result of `page_of`. Returns "" if `page` is "".
    """
    if not page:
        return ""
    if platform == OPENTABLE:
        chosen: dict[str, object] = {"covers": party_size, "dateTime": f"{day}T{at:%H:%M}"}
    else:
        chosen = {"date": day, "seats": party_size}
    return f"{page}?{urlencode(chosen)}"


def _parse_known(parts: SplitResult, host: str) -> VenueLink | None:
    if _belongs(host, *_SHORT_HOSTS):
        if host == "maps.app.goo.gl":
            return None
        raise LinkError(messages.LINK_SHORT)
    path = [part for part in parts.path.lower().split("/") if part]
    numbers = _numbers(parts)
    if parts.scheme.lower() == RESY or _belongs(host, "resy.com"):
        return _resy(path, numbers)
    if _belongs(host, *_OPENTABLE_HOSTS):
        return _opentable(path, numbers)
    if any(label == OPENTABLE for label in host.split(".")[-3:]) and not host.endswith(".opentable"):
        raise LinkError(messages.LINK_OTHER_REGION)
    return None


def _resy(path: list[str], number: int | None) -> VenueLink:
    if number is not None:
        return VenueLink(platform=RESY, platform_venue_id=number)
    if len(path) >= 3 and path[0] == "cities":
        _, location, *rest = path
        name = rest[1] if rest[0] == "venues" and len(rest) > 1 else rest[0]
        if name not in _RESY_PAGES and _SLUG.fullmatch(location) and _SLUG.fullmatch(name):
            return VenueLink(platform=RESY, slug=name, location=location)
    raise LinkError(messages.link_without_restaurant(platform="Resy"))


def _opentable(path: list[str], number: int | None) -> VenueLink:
    if number is not None:
        return VenueLink(platform=OPENTABLE, platform_venue_id=number)
    match path:
        case ["restaurant", "profile", digits, *_] if (id := _number(digits)) is not None:
            return VenueLink(platform=OPENTABLE, platform_venue_id=id)
        case ["r", name, *_] if _SLUG.fullmatch(name):
            return VenueLink(platform=OPENTABLE, slug=f"r/{name}")
        case [name] if _SLUG.fullmatch(name) and name not in _OPENTABLE_PAGES and name != "r":
            return VenueLink(platform=OPENTABLE, slug=name)
    raise LinkError(messages.link_without_restaurant(platform="OpenTable"))


def _numbers(parts: SplitResult) -> int | None:
    """Return the platform's id of the restaurant from the query of the URL, or from a query in its fragment (after
    `#`), which booking widgets use. None if there is no id."""
    fragment = parts.fragment.partition("?")[2]
    for query in (parts.query, fragment):
        given = {name.lower(): values for name, values in parse_qs(query, max_num_fields=100).items()}
        for name in _ID_NAMES:
            if name in given and (id := _number(given[name][0])) is not None:
                return id
    return None


def _number(text: str) -> int | None:
    if not text.isascii() or not text.isdigit() or len(text) > 10:
        return None
    return int(text) if 0 < int(text) <= _BIGGEST_ID else None


def _belongs(host: str, *domains: str) -> bool:
    return any(host == domain or host.endswith(f".{domain}") for domain in domains)


def _other_site(host: str) -> str:
    name = next((name for domain, name in _OTHER_PLATFORMS.items() if _belongs(host, domain)), "")
    return messages.link_to_other_platform(platform=name) if name else messages.LINK_OTHER_SITE
