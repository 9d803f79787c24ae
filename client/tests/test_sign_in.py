"""The sign-in with the browser, at a server and a browser that use real sockets."""

import json
import os
import subprocess
import sys
import threading
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import httpx
import pytest

from tablehawk import NoConnection, Refused
from tablehawk.cli import sign_in, stored

EVENTS = "/api/events/"


class Site:
    """A server with OAuth. A refresh token works once; the API accepts the newest access token only."""

    def __init__(self) -> None:
        self.address = ""
        self.metadata: dict[str, str] = {}
        self.challenge = ""
        self.forms: list[tuple[str, dict[str, str]]] = []
        self.issued = 0
        self.token_status = 200

    def answer(self, path: str, form: dict[str, str], bearer: str) -> tuple[int, Any]:
        """Return the status and the body of an answer."""
        if path == sign_in.METADATA:
            return 200, self.metadata
        if path == EVENTS:
            return (200, {"last_seq": 3}) if bearer == f"Bearer tho_{self.issued}" else (401, {})
        self.forms.append((path, form))
        if path == "/revoke/":
            return 200, {}
        if self.token_status != 200:
            return self.token_status, {}
        if form["grant_type"] == "refresh_token":
            known = form["refresh_token"] == f"thr_{self.issued}"
        else:
            digest = urlsafe_b64encode(sha256(form["code_verifier"].encode()).digest()).rstrip(b"=").decode()
            known = form["code"] == "code" and digest == self.challenge
        if not known:
            return 400, {"error": "invalid_grant"}
        self.issued += 1
        return 200, {"access_token": f"tho_{self.issued}", "refresh_token": f"thr_{self.issued}"}


@pytest.fixture
def site() -> Iterator[Site]:
    found = Site()
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            form = dict(parse_qsl(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()))
            with lock:
                status, body = found.answer(urlsplit(self.path).path, form, self.headers.get("Authorization", ""))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        do_POST = do_GET

        def log_message(self, *_: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found.address = f"http://127.0.0.1:{server.server_port}"
        names = {"authorization_endpoint": "/ask", "token_endpoint": "/token/", "revocation_endpoint": "/revoke/"}
        found.metadata = {"issuer": found.address, **{name: found.address + path for name, path in names.items()}}
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield found
        server.shutdown()


@pytest.fixture
def browser(site: Site, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[httpx.Response]]:
    """Return a function that says what the browser brings back, each in turn. It returns the answers that it got."""
    monkeypatch.setattr(sign_in, "WAIT_SECONDS", 2.0)

    def bring(*answers: dict[str, str]) -> list[httpx.Response]:
        got: list[httpx.Response] = []

        def visit(url: str) -> bool:
            asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
            assert url.startswith(f"{site.address}/ask?")
            assert asked["client_id"] == f"https://{urlsplit(site.address).netloc}/oauth/clients/cli.json"
            assert asked["code_challenge_method"] == "S256"
            site.challenge = asked["code_challenge"]
            for answer in answers:
                query = urlencode({"state": asked["state"], "iss": site.address, **answer})
                got.append(httpx.get(f"{asked['redirect_uri']}?{query}"))
            return True

        monkeypatch.setattr("webbrowser.open", visit)
        return got

    return bring


def log_in(site: Site, browser: Callable[..., Any]) -> None:
    browser({"code": "code"})
    stored.save_login(server=site.address, **sign_in.ask(site.address))


def test_the_browsers_answer_becomes_a_stored_sign_in(home: Path, site: Site, browser: Callable[..., Any]) -> None:
    got = browser({"code": "code"})
    path = stored.save_login(server=site.address, **sign_in.ask(site.address))
    assert (got[0].status_code, got[0].text) == (200, sign_in.DONE)
    assert path.stat().st_mode & 0o777 == 0o600
    assert stored.stored_client().request("GET", EVENTS) == {"last_seq": 3}


def test_answers_without_the_state_are_ignored(site: Site, browser: Callable[..., Any]) -> None:
    got = browser({"code": "stolen", "state": "guessed"}, {"code": "code"})
    assert sign_in.ask(site.address)["key"] == "tho_1"
    assert [answer.status_code for answer in got] == [404, 200]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"code": "code", "iss": "https://other.example"}, "other_issuer"),
        ({"error": "access_denied"}, "denied"),
        ({"code": "wrong"}, "login_over"),
        ({"code": "code", "state": "guessed"}, "no_answer"),
    ],
)
def test_another_answer_is_refused(site: Site, browser: Callable[..., Any], answer: dict[str, str], code: str) -> None:
    browser(answer)
    with pytest.raises(Refused) as refused:
        sign_in.ask(site.address)
    assert refused.value.code == code
    assert site.issued == 0


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("issuer", "https://tables.example", "other_address"),
        ("issuer", "", "no_sign_in"),
        ("token_endpoint", "https://other.example/token/", "no_sign_in"),
    ],
)
def test_another_server_gets_no_code(site: Site, browser: Callable[..., Any], name: str, value: str, code: str) -> None:
    browser({"code": "code"})
    site.metadata[name] = value
    with pytest.raises(Refused) as refused:
        sign_in.ask(site.address)
    assert refused.value.code == code
    assert site.forms == []


def test_an_ended_access_token_is_renewed_and_stored(home: Path, site: Site, browser: Callable[..., Any]) -> None:
    log_in(site, browser)
    client = stored.stored_client()
    (home / "login.json").write_text((home / "login.json").read_text().replace("tho_1", "tho_0"))
    assert client.request("GET", EVENTS) == {"last_seq": 3}
    saved = json.loads((home / "login.json").read_text())
    assert (saved["key"], saved["refresh_token"], saved["server"]) == ("tho_2", "thr_2", site.address)
    assert (home / "login.json").stat().st_mode & 0o777 == 0o600
    assert site.forms[-1][1]["grant_type"] == "refresh_token"


def test_a_fault_of_the_server_keeps_the_sign_in_and_its_end_says_what_to_do(
    home: Path, site: Site, browser: Callable[..., Any]
) -> None:
    log_in(site, browser)
    site.issued = 7
    site.token_status = 503
    with pytest.raises(Refused) as refused:
        stored.stored_client().request("GET", EVENTS)
    assert refused.value.code == "unreadable_answer"
    site.token_status = 200
    with pytest.raises(Refused, match="Run tablehawk login again"):
        stored.stored_client().request("GET", EVENTS)


def test_processes_at_the_same_time_use_a_refresh_token_once(
    home: Path, site: Site, browser: Callable[..., Any]
) -> None:
    log_in(site, browser)
    (home / "login.json").write_text((home / "login.json").read_text().replace("tho_1", "tho_0"))
    program = (
        "import typer, sys; typer.get_app_dir = lambda name: sys.argv[1]\n"
        "from tablehawk.cli import stored\n"
        f"print(stored.stored_client().request('GET', '{EVENTS}'))"
    )
    # Not installed here: the package is imported from its source.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", program, str(home)]
    running = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)
    ]
    ended = [one.communicate(timeout=60) for one in running]
    assert [out for out, _ in ended] == [b"{'last_seq': 3}\n"] * 4, ended
    assert site.issued == 2


def test_the_end_of_a_sign_in_is_told_to_the_server(home: Path, site: Site, browser: Callable[..., Any]) -> None:
    log_in(site, browser)
    sign_in.end(stored.forget_login())
    path, form = site.forms[-1]
    assert (path, form["token"], form["client_id"][:8]) == ("/revoke/", "thr_1", "https://")
    assert not (home / "login.json").exists()


def test_a_server_that_does_not_answer_is_no_connection() -> None:
    with pytest.raises(NoConnection):
        sign_in.ask("http://127.0.0.1:1")
