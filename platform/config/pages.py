"""Serves the browser application: its built files and its single page."""

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.html import escape
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from whitenoise.middleware import WhiteNoiseMiddleware

from apps.common.errors import Refusal
from apps.connections.api.platforms import platforms_json
from config import landing, messages, preloads, public_pages
from server.answers import answer

# The element of the built page that loads first-paint.js. That script activates the links to style sheets, so the links
# are inserted before it.
FIRST_PAINT: Final = b'<script src="/assets/first-paint.js"></script>'


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise ships no types
    """WhiteNoise that returns complete responses. WhiteNoise streams its responses synchronously, and Django warns when
    an ASGI handler reads such a response."""

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        """Serve a file unless a part of its path begins with a dot. The build's .vite/manifest.json is not public."""
        if "/." not in url:
            super().add_file_to_dictionary(url, path, stat_cache=stat_cache)

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        return response


# The page contains no secret that its compressed size could reveal.
@gzip_page
@require_safe
def page(request: HttpRequest, path: str = "") -> HttpResponse:
    """Return the application's page, for every path of the browser router. At `/`, visitors get the landing page."""
    if landing.wanted(request, path=path) and (found := landing.page()) is not None:
        return found
    try:
        html = (settings.FRONTEND_DIST / "index.html").read_text()
    except OSError:
        return answer(request, Refusal("not_built", 503, messages.NOT_BUILT))
    status, token = 200, request.GET.get("token", "")
    if landing.is_visitor(request) or public_pages.is_shared_table(path):
        html, status = public_pages.in_page(html, path=path, token=token)
    body = html.encode()
    for name, value in landing.operator().items():
        body = body.replace(b"{" + name.encode() + b"}", escape(value).encode(), 1)
    links = preloads.in_page(settings.FRONTEND_DIST, path)
    script, policy = _first_paint(settings.FRONTEND_DIST)
    body = body.replace(FIRST_PAINT, links.sheets.encode() + script, 1)
    # A block of data, which no content security policy restricts. It saves the page a call for the platforms.
    platforms = f'<script type="application/json" id="platforms">{platforms_json()}</script>'
    body = body.replace(b"</head>", f"{links.code}{platforms}</head>".encode(), 1)
    # The page names hashed files of one build, so it must not be cached.
    headers = {"Cache-Control": "no-cache", "Vary": "Cookie", "Content-Security-Policy": policy}
    return HttpResponse(body, status=status, headers=headers)


def _first_paint(dist: Path) -> tuple[bytes, str]:
    """Return the element for first-paint.js, and the content security policy that allows it.

    The script is inline, because it sends the page's first API calls: loading it as a file would delay them by a round
    trip. If the build has no such file, the element links to it.
    """
    file = dist / "assets" / "first-paint.js"
    try:
        return _inline(file, file.stat().st_mtime_ns)
    except OSError:
        return FIRST_PAINT, settings.CSP_PAGES


@lru_cache(maxsize=2)
def _inline(file: Path, _built: int) -> tuple[bytes, str]:
    """Return the file as an inline script element, and the content security policy that allows it.

    `_built` is the file's modification time, which makes the cache expire with a new build.
    """
    text = file.read_bytes()
    return b"<script>" + text + b"</script>", landing.allow_inline(settings.CSP_PAGES, element="script", text=text)
