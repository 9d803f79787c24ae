"""Every path of the web tower. What is none of ours belongs to the browser application's own router."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import path, re_path

from apps.notices import mailbox
from config import openapi
from config.api import answer, api, refusal_for
from config.pages import page

urlpatterns = [
    path("dev/mailbox", mailbox.page),
    path("admin/", admin.site.urls),
    # The API's addresses all get their slash before they are looked up.
    path("api/openapi.json/", openapi.served),
    path("api/", api.urls),
    # A name that begins with a dot is no page: /.vite/manifest.json, /.git/config.
    re_path(r"^(?!api/|admin/|static/|assets/|socket\.io|\.)(?P<path>.*)$", page),
]


def handler400(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django refused the request before any view."""
    return answer(request, refusal_for(400))


def handler403(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A view outside the API said no."""
    return answer(request, refusal_for(403))


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    """No such path."""
    return answer(request, refusal_for(404))


def handler500(request: HttpRequest) -> HttpResponse:
    """A fault outside the API's endpoints; Django has logged it."""
    return answer(request, refusal_for(500))
