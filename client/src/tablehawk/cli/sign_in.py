"""The sign-in with the browser: OAuth 2.1 with PKCE (RFC 7636), answered at a port of this machine (RFC 8252)."""

import base64
import hashlib
import hmac
import queue
import secrets
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx

from tablehawk.cli import output
from tablehawk.connection import NoConnection, Refused

SCOPES: Final = ("requests:read", "requests:write", "tables:cancel", "venues:read")
# The server describes this program there (client ID metadata document).
CLIENT: Final = "/oauth/clients/cli.json"
METADATA: Final = "/.well-known/oauth-authorization-server"
WAIT_SECONDS: Final = 300.0
DONE: Final = "Go back to your terminal. You can close this page.\n"

Query = dict[str, str]


def ask(server: str) -> dict[str, str]:
    """Ask the user in the browser for access. Return the tokens, and what renews and ends them. Raises Refused."""
    known = _json(_answer(lambda: httpx.get(server + METADATA, timeout=15), server))
    issuer = known.get("issuer")
    if not issuer:
        raise _no_sign_in(server)
    if issuer != server:
        raise _refused(f"This server's address is {issuer}. Log in with: --server {issuer}", "other_address")
    verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(24)
    client_id = f"https://{urlsplit(server).netloc}{CLIENT}"
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    with _listening(state) as (address, returned):
        query = {
            "response_type": "code",
            "client_id": client_id,
            "redirect_uri": address,
            "scope": " ".join(SCOPES),
            "state": state,
            "resource": f"{server}/api",
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        url = f"{_own(server, known, 'authorization_endpoint')}?{urlencode(query)}"
        output.message(f"We're opening your browser. If nothing opens, go to {url}")
        webbrowser.open(url)
        try:
            found = returned.get(timeout=WAIT_SECONDS)
        except queue.Empty:
            raise _refused("No answer came from your browser. Try again, or use --key.", "no_answer") from None
    # An answer of another server must not be exchanged at this one (RFC 9207).
    if found.get("iss") != server:
        raise _refused("The answer came from another server. Try again.", "other_issuer")
    if "code" not in found:
        raise _refused("You didn't allow it, so you aren't logged in.", "denied")
    login = {"client_id": client_id, "token_url": _own(server, known, "token_endpoint")}
    login["revocation_url"] = _own(server, known, "revocation_endpoint")
    exchange = {"grant_type": "authorization_code", "code": found["code"], "redirect_uri": address}
    return login | _tokens(login, {**exchange, "code_verifier": verifier})


def renew(login: dict[str, Any]) -> dict[str, str]:
    """Return new tokens for a sign-in. Its refresh token is used up. Raises Refused, NoConnection."""
    return _tokens(login, {"grant_type": "refresh_token", "refresh_token": login["refresh_token"]})


def end(login: dict[str, Any]) -> None:
    """End a sign-in at the server (RFC 7009). Raises Refused, NoConnection."""
    form = {"client_id": login["client_id"], "token": login["refresh_token"], "token_type_hint": "refresh_token"}
    url = login["revocation_url"]
    if _answer(lambda: httpx.post(url, data=form, timeout=15), url).status_code >= 400:
        raise _refused("The server didn't end the sign-in.", "not_ended")


def _tokens(login: dict[str, Any], form: Query) -> dict[str, str]:
    url, form = login["token_url"], {**form, "client_id": login["client_id"]}
    answer = _answer(lambda: httpx.post(url, data=form, timeout=15), url)
    if answer.status_code in (400, 401):
        raise _refused("You're no longer logged in. Run tablehawk login again.", "login_over")
    found = _json(answer)
    if "access_token" not in found or "refresh_token" not in found:
        raise _refused("The server couldn't sign you in. Try again in a minute.", "unreadable_answer")
    return {"key": found["access_token"], "refresh_token": found["refresh_token"]}


def _own(server: str, known: dict[str, Any], name: str) -> str:
    """Return an address of the server's metadata, which must be the server's own."""
    url = str(known.get(name))
    if not url.startswith(f"{server}/"):
        raise _no_sign_in(server)
    return url


@contextmanager
def _listening(state: str) -> Iterator[tuple[str, "queue.Queue[Query]"]]:
    """Listen at a port of this machine. Yield the address, and where the answer with this state arrives."""
    returned: queue.Queue[Query] = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        timeout = 10

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = dict(parse_qsl(parts.query))
            # Any page or program may call this port, but only the answer to our question has the state.
            is_ours = parts.path == "/callback" and hmac.compare_digest(query.get("state", "").encode(), state.encode())
            self.send_response(200 if is_ours else 404)
            self.send_header("Content-Type", "text/plain; charset=utf-8")
            self.send_header("Referrer-Policy", "no-referrer")
            self.end_headers()
            if is_ours:
                self.wfile.write(DONE.encode())
                returned.put(query)

        def log_message(self, *_: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listener:
        listener.daemon_threads = True
        threading.Thread(target=listener.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{listener.server_port}/callback", returned
        finally:
            listener.shutdown()


def _json(answer: httpx.Response) -> dict[str, Any]:
    try:
        found = answer.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _answer(send: Callable[[], httpx.Response], address: str) -> httpx.Response:
    try:
        return send()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise NoConnection(f"We can't reach {address}. Check the address and your network.") from error


def _no_sign_in(server: str) -> Refused:
    return _refused(
        f"{server} doesn't offer a sign-in with the browser. Check the address, or use --key.", "no_sign_in"
    )


def _refused(text: str, code: str) -> Refused:
    return Refused(text, code=code, status=0)
