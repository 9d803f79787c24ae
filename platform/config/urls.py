"""The URL patterns of the web tower. The last one serves the browser application's page for its router's paths."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import admin
from django.http import HttpResponse
from django.urls import include, path, re_path

from config import landing, openapi
from config.api import api
from config.pages import page
from server.answers import answer, refusal_for

urlpatterns = [
    path("admin/", admin.site.urls),
    # server.middleware adds the final slash to the API's paths.
    path("api/openapi.json/", openapi.served),
    path("api/", api.urls),
    path("robots.txt", landing.robots),
    path("sitemap.xml", landing.sitemap),
    # A path that begins with a dot is no page: /.vite/manifest.json, /.git/config.
    re_path(r"^(?!api/|admin/|static/|assets/|dev/|socket\.io|\.)(?P<path>.*)$", page),
]
# Pages of the test equipment. Deployments do not have this app.
if "testing" in settings.INSTALLED_APPS:
    urlpatterns.append(path("dev/", include("testing.urls")))


def _handler(status: int) -> Callable[..., HttpResponse]:
    """Return Django's error view for a status. It answers failures outside the API's endpoints; Django logs them."""
    return lambda request, exception=None: answer(request, refusal_for(status))


handler400, handler403, handler404, handler500 = map(_handler, (400, 403, 404, 500))
