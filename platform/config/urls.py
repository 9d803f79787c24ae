"""The URL patterns of the web tower, those of OAuth among them. The last one serves the browser application's page for
its router's paths."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import include, path, re_path
from django.views import View
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider import views as oauth

from apps.oauth.documents import command_line
from config import landing, openapi, reference
from config.api import api
from config.pages import page
from server.answers import answer, refusal_for


class ResourceMetadata(oauth.OAuthProtectedResourceMetadataView):  # type: ignore[misc] # the library ships no types
    """What a program has to know to call one of our resources (RFC 9728)."""

    def get_resource(self, request: HttpRequest) -> str:
        return f"{settings.PUBLIC_URL}{self.kwargs['resource']}"


def _for_all_pages(view: type[View]) -> Callable[..., HttpResponseBase]:
    """Return a view that programs in pages of any origin may call. Their calls carry no cookies."""

    def call(request: HttpRequest) -> HttpResponseBase:
        # PostgreSQL refuses NUL in text.
        has_nul = any("\0" in value for value in request.POST.values())
        response = JsonResponse({"error": "invalid_request"}, status=400) if has_nul else view.as_view()(request)
        response["Access-Control-Allow-Origin"] = "*"
        if isinstance(response, HttpResponse) and response.content:
            # The library leaves it out of some refusals.
            response["Content-Type"] = "application/json"
        return response

    return csrf_exempt(call)


# The library finds the addresses by these names.
OAUTH = [
    path(".well-known/oauth-authorization-server", oauth.OAuthServerMetadataView.as_view()),
    *(
        path(f".well-known/oauth-protected-resource{one}", ResourceMetadata.as_view(), {"resource": one})
        for one in ("", "/api", "/mcp")
    ),
    path("oauth/authorize", page, {"path": "oauth/authorize"}, name="authorize"),
    path("oauth/token/", _for_all_pages(oauth.TokenView), name="token"),
    path("oauth/clients/cli.json", lambda request: JsonResponse(command_line())),
    path("oauth/revoke/", _for_all_pages(oauth.RevokeTokenView), name="revoke-token"),
]
urlpatterns = [
    path("", include((OAUTH, "oauth2_provider"))),
    path("admin/", admin.site.urls),
    # server.middleware adds the final slash to the API's paths.
    path("api/openapi.json/", openapi.served),
    path("api/", api.urls),
    path("developers", reference.page),
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
