"""The heads of the pages that visitors and search engines may read: title, description and picture of a restaurant, a
story and the list of restaurants.

The application draws these pages; the server only replaces the title and the description of index.html.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import structlog
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from django.utils.html import escape

from apps.blog import selectors as stories
from apps.common.errors import Refusal, not_found
from apps.common.formatting import DEFAULT_LOCALE
from apps.outcomes import shared_tables
from apps.venues import selectors
from apps.venues.models import Venue
from config import messages

log = structlog.get_logger(__name__)

LISTING: Final = "restaurants"
PICTURE: Final = "/assets/open-graph.png"
RESTAURANT: Final = re.compile(r"restaurant/([1-9][0-9]{0,17})/?", re.ASCII)
STORY: Final = re.compile(r"blogs/([-\w]{1,120})/?", re.ASCII)
TITLE: Final = re.compile(r"<title>[^<]*</title>")
NOT_LISTED: Final = r'\g<0><meta name="robots" content="noindex">'
DESCRIPTION: Final = re.compile(r'<meta\s+name="description"\s+content="[^"]*"\s*/?>')
# A sitemap may have 50,000 addresses.
MOST_ADDRESSES: Final = 40_000
# Search engines show about this much of a description.
DESCRIPTION_LENGTH: Final = 200


class Head(NamedTuple):
    """What search engines and previews of links show of a page. `path` is its one address, "" if it has none."""

    path: str
    title: str
    description: str
    picture: str = PICTURE


def in_page(html: str, *, path: str, token: str = "") -> tuple[str, int]:
    """Return index.html with the head of the page at `path`, and the status. Without a database its head is general.

    For what is not public and for a dead link (`token`) to a shared table the status is 404, and search engines are
    asked not to list the page. They are asked that for each shared table.
    """
    listed, status, head = not is_shared_table(path), 200, None
    try:
        head = _head_of(path, token)
    except Refusal:
        listed, status = False, 404
    except DatabaseError as error:
        log.warning("the head of a public page cannot be read", error=repr(error))
    if head is not None:
        title = f"<title>{escape(head.title)}</title>"
        html = DESCRIPTION.sub(lambda _: "".join(_elements(head)), TITLE.sub(lambda _: title, html, count=1), count=1)
    return html if listed else TITLE.sub(NOT_LISTED, html, count=1), status


def addresses() -> list[str]:
    """Return the paths of all public pages of restaurants and stories, for the sitemap."""
    venues = selectors.listed().order_by("pk").values_list("pk", flat=True)[:MOST_ADDRESSES]
    return [
        f"/{LISTING}",
        *(f"/restaurant/{venue_id}" for venue_id in venues),
        *(story.get_absolute_url() for story in stories.published(now=timezone.now())[:MOST_ADDRESSES]),
    ]


def is_shared_table(path: str) -> bool:
    """Whether the page at `path` shows a shared table. Its head says nothing about the table."""
    return path.strip("/") == shared_tables.PAGE


def _head_of(path: str, token: str) -> Head | None:
    """Return the head of a public page, None for any other page. Raises Refusal for what is not public."""
    if is_shared_table(path):
        shared_tables.read(token=token, now=timezone.now())
        return Head("", messages.SHARED_TABLE_TITLE, messages.SHARED_TABLE_DESCRIPTION)
    if path.strip("/") == LISTING:
        return Head(f"/{LISTING}", messages.LISTING_TITLE, messages.LISTING_DESCRIPTION)
    if found := RESTAURANT.fullmatch(path):
        return _head_of_venue(selectors.get_venue(venue_id=int(found[1])))
    if found := STORY.fullmatch(path):
        story = stories.get_story(slug=found[1], now=timezone.now())
        return Head(
            story.get_absolute_url(), messages.page_title(story.title), story.summary, story.image_url or PICTURE
        )
    if path.startswith(("restaurant/", "blogs/")):
        raise not_found(what="page")
    return None


def _head_of_venue(venue: Venue) -> Head:
    place = ", ".join(part for part in (venue.neighborhood, venue.locality) if part)
    rule = "" if venue.release_days_ahead is None else venue.release_text(locale=DEFAULT_LOCALE).partition(". ")[0]
    return Head(
        f"/restaurant/{venue.pk}",
        messages.page_title(venue.venue_name),
        messages.restaurant_description(name=venue.venue_name, place=place, rule=rule),
        venue.cover_image_url or PICTURE,
    )


def _elements(head: Head) -> Iterator[str]:
    url = escape(f"{settings.PUBLIC_URL}{head.path}")
    picture = escape(f"{settings.PUBLIC_URL}{head.picture}" if head.picture.startswith("/") else head.picture)
    description = escape(" ".join(head.description.split())[:DESCRIPTION_LENGTH])
    yield f'<meta name="description" content="{description}">'
    if head.path:
        yield f'<link rel="canonical" href="{url}">'
        yield f'<meta property="og:url" content="{url}">'
    for name, content in {
        "type": "website",
        "site_name": "Tablehawk",
        "title": escape(head.title),
        "description": description,
        "image": picture,
    }.items():
        yield f'<meta property="og:{name}" content="{content}">'
    yield '<meta name="twitter:card" content="summary_large_image">'
