"""Generates the client if the contract has changed, and fakes a server."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tools.client import generate

generate()

from tablehawk import Client  # noqa: E402  # generated above
from tablehawk.cli import stored  # noqa: E402

Handler = Callable[[httpx.Request], httpx.Response]


class Server:
    """Answers each call with the next of `replies`: a status with a body, headers, or an exception to raise."""

    def __init__(self) -> None:
        self.replies: list[Any] = []
        self.calls: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.calls.append(request)
        reply = self.replies.pop(0)
        if isinstance(reply, BaseException):
            raise reply
        status, body, *headers = reply
        return httpx.Response(status, content=json.dumps(body), headers=dict(headers[0]) if headers else {})


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def client(server: Server) -> Client:
    made = Client("http://127.0.0.1:1", "thk_key")
    headers = {"Authorization": "Bearer thk_key"}
    made.rest.set_httpx_client(
        httpx.Client(transport=httpx.MockTransport(server), base_url=made.server, headers=headers)
    )
    return made


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds of each wait, which are not waited."""
    found: list[float] = []
    monkeypatch.setattr("time.sleep", found.append)
    return found


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty config folder."""
    monkeypatch.setattr("typer.get_app_dir", lambda name: str(tmp_path / name))
    monkeypatch.delenv(stored.KEY, raising=False)
    monkeypatch.delenv(stored.SERVER, raising=False)
    return tmp_path / "tablehawk"
