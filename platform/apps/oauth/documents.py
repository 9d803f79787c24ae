"""Reads the description of a program (its client ID metadata document), whose address is the program's client id.

Only a signed-in user's authorization request causes a call, and never the endpoint of tokens, which anybody can call.
"""

from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from oauth2_provider.cimd import CIMDError, SafeMetadataFetcher
from oauth2_provider.settings import oauth2_settings

from apps.oauth.models import domain_of
from apps.senders import outbound
from apps.senders.rules.hosts import url_fault

ASKING: Final = "/api/oauth/authorization/"
COMMAND_LINE: Final = "/oauth/clients/cli.json"
# A program on the user's computer listens there, at any port (RFC 8252).
THIS_COMPUTER: Final = frozenset({"127.0.0.1", "::1", "localhost"})
ACCEPTED: Final = {"Accept": "application/json, application/*+json", "Accept-Encoding": "identity"}


def command_line() -> dict[str, Any]:
    """Return the description of the command line `tablehawk` (client/), which is at our own address.

    A client id begins with https, also where this server is a demo on the user's computer.
    """
    return {
        "client_id": f"https://{urlsplit(settings.PUBLIC_URL).netloc}{COMMAND_LINE}",
        "client_name": "Tablehawk command line",
        "redirect_uris": ["http://127.0.0.1/callback"],
        "grant_types": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_method": "none",
    }


class FromUsers:
    """Lets authorization requests read descriptions at public addresses, and our own."""

    def has_permission(self, request: Any, client_id: str) -> bool:
        if not str(request.uri).startswith(ASKING):
            return False
        is_ours = client_id == command_line()["client_id"]
        return is_ours or url_fault(client_id, with_loopback=settings.NOTIFY_LOOPBACK) is None


class GuardedFetcher(SafeMetadataFetcher):  # type: ignore[misc] # the library ships no types
    """The library's reader of descriptions with our guarded calls: public hosts only, no redirect, at most 8 s."""

    def fetch(self, client_id: str) -> tuple[dict[str, Any], int]:
        """Return the document and how long it may be kept, in seconds. Raises CIMDError if it is not valid."""
        if client_id == (ours := command_line())["client_id"]:
            # Without a call, because a server may not reach itself at its public address.
            return ours, oauth2_settings.CIMD_METADATA_MAX_AGE_SECONDS
        url = client_id
        if settings.NOTIFY_LOOPBACK and is_this_computer(client_id):
            url = client_id.replace("https", "http", 1)
        try:
            with outbound.exchange():
                most = oauth2_settings.CIMD_MAX_DOCUMENT_SIZE + 1
                reply = outbound.request("GET", url, most=most, headers=ACCEPTED)
        except outbound.GuardedRequests.RequestException as error:
            raise CIMDError(type(error).__name__) from error
        answer = SimpleNamespace(
            status=reply.status_code, headers=reply.headers, read=lambda length: reply.content[:length]
        )
        document, seconds = self._read_document(answer)
        uris = document.get("redirect_uris")
        for uri in map(str, uris if isinstance(uris, list) else []):
            try:
                host = is_this_computer(uri) or (urlsplit(uri).scheme == "https" and domain_of(uri))
            except ValueError:
                host = ""
            if not host:
                raise CIMDError("a redirect URI is neither https nor on the user's computer")
        return document, seconds


def is_this_computer(url: str) -> bool:
    """Whether a URL leads to the computer of the user."""
    return urlsplit(url).hostname in THIS_COMPUTER
