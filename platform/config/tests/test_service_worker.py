"""The service worker is served with a policy of its own, and the manifest with its media type."""

from pathlib import Path

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from server.middleware import security_headers

PUBLIC = Path(settings.ROOT) / "frontend" / "public"


@pytest.mark.parametrize(
    ("path", "content_type", "policy"),
    [
        ("/sw.js", "text/javascript", settings.CSP_WORKER),
        ("/assets/landing.js", "text/javascript", settings.CSP_DATA),
        ("/reservations", "text/html", settings.CSP_PAGES),
    ],
)
def test_the_service_worker_may_load_icons_and_nothing_else(path: str, content_type: str, policy: str) -> None:
    def answer(request: HttpRequest) -> HttpResponse:
        return HttpResponse(b"", content_type=content_type)

    response = security_headers(answer)(RequestFactory().get(path))
    assert response["Content-Security-Policy"] == policy


def test_the_service_worker_is_a_file_of_the_root() -> None:
    assert (PUBLIC / settings.SERVICE_WORKER.removeprefix("/")).is_file()


def test_the_manifest_has_its_media_type() -> None:
    assert settings.WHITENOISE_MIMETYPES[".webmanifest"] == "application/manifest+json"
