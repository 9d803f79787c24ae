"""Finds the restaurant that a pasted link names, and builds the link to a restaurant's page. Pure functions.

A pasted link is only parsed, never opened. Its parts identify the restaurant in a call to the platform. Each platform's
folder has a module links.py, which reads the paths of its pages.
"""

import re
from datetime import date, time
from typing import Final, cast
from urllib.parse import SplitResult, parse_qs, urlencode, urlsplit

from apps.venues import messages
from apps.venues.rules.wrapped_links import unwrap
from snipers.clients import registry
from snipers.clients.links import LinkCalls, VenueLink, parse_id
from snipers.clients.manifest import Manifest

MAX_LINK: Final = 4_000
MOST_WRAPPINGS: Final = 4

_SHORT_HOSTS: Final = ("goo.gl", "bit.ly", "t.co", "tinyurl.com")
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
_SCHEMES: Final = "|".join(["https?", *(one.link_scheme for one in registry.manifests() if one.link_scheme)])
_ADDRESS: Final = re.compile(rf"(?:{_SCHEMES})://[^\s<>\"']+|(?:[a-z0-9-]+\.)+[a-z]{{2,}}/[^\s<>\"']*", re.IGNORECASE)
_ID_NAMES: Final = ("rid", "restref", "restaurantid", "venue_id", "venueid")


class LinkError(ValueError):
    """A pasted text contains no link to a restaurant that can be added. The message is a sentence for the user."""


def parse(text: str) -> VenueLink:
    """Return the restaurant that a pasted or shared text links to.

    The text may contain words around the link, as the text that a phone shares does. Raises LinkError if the text
    contains no link to a restaurant at one of our platforms.
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


def page_of(*, platform: str, platform_venue_id: int, slug: str, location: str) -> str:
    """Return the URL of the restaurant's own page at its platform, "" if it is not known. Raises UnknownPlatform."""
    return _calls(registry.find(platform)).page_of(platform_venue_id=platform_venue_id, slug=slug, location=location)


def page_for(page: str, *, platform: str, day: date, at: time, party_size: int) -> str:
    """Return the URL of a restaurant's page with query parameters that preselect day, time and party size, as far as
    the platform has such parameters.

    `page` is the result of `page_of`. Returns "" if `page` is "".
    """
    if not page:
        return ""
    return f"{page}?{urlencode(_calls(registry.find(platform)).preselect(day=day, at=at, party_size=party_size))}"


def _calls(platform: Manifest) -> LinkCalls:
    return cast(LinkCalls, registry.load(platform.links))


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


def _parse_known(parts: SplitResult, host: str) -> VenueLink | None:
    platforms = registry.manifests()
    if _belongs(host, *_SHORT_HOSTS, *(short for one in platforms for short in one.short_hosts)):
        if host == "maps.app.goo.gl":
            return None
        raise LinkError(messages.LINK_SHORT)
    path = [part for part in parts.path.lower().split("/") if part]
    number = _number(parts)
    for one in platforms:
        if _belongs(host, *one.link_hosts) or (one.link_scheme and parts.scheme.lower() == one.link_scheme):
            found = _calls(one).parse(path) if number is None else VenueLink(platform=one.key, platform_venue_id=number)
            if found is None:
                raise LinkError(messages.link_without_restaurant(platform=one.name))
            return found
    for one in platforms:
        in_host = any(label == one.key for label in host.split(".")[-3:]) and not host.endswith(f".{one.key}")
        if one.region_note and in_host:
            raise LinkError(one.region_note)
    return None


def _number(parts: SplitResult) -> int | None:
    """Return the platform's id of the restaurant from the query of the URL, or from a query in its fragment (after
    `#`), which booking widgets use. None if there is no id."""
    fragment = parts.fragment.partition("?")[2]
    for query in (parts.query, fragment):
        given = {name.lower(): values for name, values in parse_qs(query, max_num_fields=100).items()}
        for name in _ID_NAMES:
            if name in given and (id := parse_id(given[name][0])) is not None:
                return id
    return None


def _belongs(host: str, *domains: str) -> bool:
    return any(host == domain or host.endswith(f".{domain}") for domain in domains)


def _other_site(host: str) -> str:
    name = next((name for domain, name in _OTHER_PLATFORMS.items() if _belongs(host, domain)), "")
    return messages.link_to_other_platform(platform=name) if name else messages.LINK_OTHER_SITE
