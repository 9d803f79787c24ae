"""Serves the landing page (as the build rendered it, with the facts of this deployment filled in), robots.txt and the
sitemap.

Visitors get the landing page at `/` unless their browser has the cookie `signed_in`, which the application sets beside
its session (frontend/src/api/session.ts). The cookie gives no access: it only selects the first page.
"""

import base64
import hashlib
import re
from datetime import timedelta
from email.utils import parseaddr
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.html import escape
from django.views.decorators.http import require_safe

from apps.common.formatting import NEW_YORK
from apps.venues import selectors
from config import messages, public_pages

log = structlog.get_logger(__name__)

COOKIE: Final = "signed_in"
CITIES: Final = 6
CITIES_KEPT: Final = timedelta(minutes=10)
SITEMAP_SECONDS: Final = 3600
PUBLIC_PAGES: Final = ("/", "/signup", "/login", "/terms", "/privacy", "/developers")
SCRIPT: Final = re.compile(r'<script src="/(assets/[\w.-]+\.js)"></script>')
SHEET: Final = re.compile(r'<link rel="stylesheet" crossorigin href="/(assets/[\w.-]+\.css)">')


class Built(NamedTuple):
    """A rendered page of one build, and the content security policy that allows its inline script and style sheet."""

    html: str
    policy: str


def wanted(request: HttpRequest, *, path: str) -> bool:
    """Return whether to serve the landing page: `path` is empty (`/`), and the browser has no cookie `signed_in`."""
    return path == "" and is_visitor(request)


def is_visitor(request: HttpRequest) -> bool:
    """Return whether the browser has no cookie `signed_in`."""
    return COOKIE not in request.COOKIES


def page() -> HttpResponse | None:
    """Return the landing page, or None if it is not built."""
    file: Path = settings.FRONTEND_DIST / "landing.html"
    try:
        built = with_inline_files(file, file.stat().st_mtime_ns)
    except OSError:
        return None
    html, today = built.html, timezone.localdate(timezone=NEW_YORK)
    facts = {
        "public_url": settings.PUBLIC_URL,
        "places": _known_places(),
        "today": str(today),
        "friday": str(today + timedelta(days=(3 - today.weekday()) % 7 + 1)),  # as in first-draft.ts
        **operator(),
    }
    for name, value in facts.items():
        html = html.replace("{" + name + "}", escape(value))
    headers = {"Cache-Control": "no-cache", "Vary": "Cookie", "Content-Security-Policy": built.policy}
    return HttpResponse(html, headers=headers)


@lru_cache(maxsize=2)
def with_inline_files(file: Path, _built: int) -> Built:
    """Put the script and the style sheet of a rendered page into its HTML, so that the first paint needs one response.

    `_built` makes the cache expire with a new build. Raises OSError if a file is missing.
    """
    html, policy = file.read_text(), settings.CSP_PAGES
    for link, element in ((SCRIPT, "script"), (SHEET, "style")):
        for match in list(link.finditer(html)):
            text = (file.parent / match[1]).read_text()
            html = html.replace(match[0], f"<{element}>{text}</{element}>")
            policy = allow_inline(policy, element=element, text=text.encode())
    return Built(html, policy)


def allow_inline(policy: str, *, element: str, text: bytes) -> str:
    """Return the content security policy with the permission for this text of an inline `script` or `style`."""
    digest = base64.b64encode(hashlib.sha256(text).digest()).decode()
    return policy.replace(f"{element}-src 'self'", f"{element}-src 'self' 'sha256-{digest}'")


def operator() -> dict[str, str]:
    """Return the values of two placeholders in the pages: `operator`, the name of the person or company that runs this
    deployment, and `contact`, an e-mail address."""
    host = str(urlsplit(settings.PUBLIC_URL).hostname)
    return {
        # The address of a computer to itself names nobody.
        "operator": settings.OPERATOR_NAME or ("Tablehawk" if host in ("127.0.0.1", "localhost", "::1") else host),
        "contact": settings.CONTACT_EMAIL or parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
    }


def _known_places() -> str:
    """Return the cities and the number of restaurants; without either if the database does not answer."""
    try:
        return _places(int(monotonic() // CITIES_KEPT.total_seconds()))
    except DatabaseError as error:
        log.warning("cities of the landing page cannot be read", error=repr(error))
        return messages.places([], number=0)


@lru_cache(maxsize=1)
def _places(_period: int) -> str:
    """Return the cities with the most venues, and the number of all venues. `_period` makes the cache expire."""
    return messages.places(selectors.largest_cities(limit=CITIES), number=selectors.listed().count())


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return robots.txt, which excludes crawlers from the admin and from the API, except what public pages read."""
    rules = ("Disallow: /api/public/table/", "Allow: /api/public/", "Allow: /api/blog/", "Disallow: /api/")
    sitemap = f"Sitemap: {settings.PUBLIC_URL}/sitemap.xml"
    text = "\n".join(("User-agent: *", *rules, "Disallow: /admin/", sitemap, ""))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """Return sitemap.xml, which lists the addresses of the public pages."""
    paths = (*PUBLIC_PAGES, *public_pages.addresses())
    urls = "".join(f"<url><loc>{escape(settings.PUBLIC_URL)}{path}</loc></url>" for path in paths)
    text = f'<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
    headers = {"Cache-Control": f"public, max-age={SITEMAP_SECONDS}"}
    return HttpResponse(text, content_type="application/xml; charset=utf-8", headers=headers)
