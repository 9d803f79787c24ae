"""Answers a search for venues, and sets the headers of a page of venues: their number, and links to other pages."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse

from apps.venues import selectors
from apps.venues.schemas import SearchIn
from apps.venues.selectors import Page

HEADERS: dict[str, Any] = {
    "responses": {
        200: {
            "headers": {
                "X-Total-Count": {"description": "How many venues there are in all.", "schema": {"type": "integer"}},
                "Link": {"description": "The first, prev, next and last page.", "schema": {"type": "string"}},
            }
        }
    }
}


def find(filters: SearchIn, *, response: HttpResponse, path: str) -> Page | dict[str, Any]:
    """Return the page of venues that the filters want, with its headers, or the neighborhoods that they want."""
    typed = filters.location or filters.location_d
    if typed:
        return {"locations": selectors.suggest_locations(text=typed, featured=filters.featured)}
    page = selectors.search(
        venue_name=filters.venue_name,
        exact_location=filters.exact_location,
        prices=filters.prices(),
        featured=filters.featured,
        page=filters.page,
        page_size=filters.page_size,
    )
    set_headers(page, response=response, path=path, query=filters.query())
    return page


def set_headers(page: Page, *, response: HttpResponse, path: str, query: Mapping[str, object]) -> None:
    """Set the headers X-Total-Count and Link. `query` contains the request's query parameters except the page and its
    size."""
    around = {"first": 1, "prev": page.page - 1, "next": page.page + 1, "last": page.pages}
    links = [
        f'<{path}?{urlencode({**query, "page": number, "page_size": page.page_size})}>; rel="{name}"'
        for name, number in around.items()
        if 1 <= number <= page.pages
    ]
    response["X-Total-Count"] = str(page.count)
    response["Link"] = ", ".join(links)
