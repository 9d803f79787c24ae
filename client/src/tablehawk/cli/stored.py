"""What the command line stores in the user's config folder, readable by that user only: the sign-in, and the keys of
calls without an answer."""

import hashlib
import json
import os
import sys
import uuid
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import typer

from tablehawk.cli import sign_in
from tablehawk.connection import Client, NoConnection

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

SERVER: Final = "TABLEHAWK_SERVER"
KEY: Final = "TABLEHAWK_KEY"
_LOGIN: Final = "login.json"
_LOCK: Final = "login.lock"
_CALLS: Final = "calls.json"


def save_login(**login: str) -> Path:
    """Store a sign-in: the server and the API key or, of a sign-in with the browser, the tokens. Return the file."""
    with _locked():
        return _write(_LOGIN, login)


def forget_login() -> dict[str, str]:
    """Delete the stored sign-in. Return it, empty if there was none."""
    with _locked():
        login = _read(_LOGIN)
        (_folder() / _LOGIN).unlink(missing_ok=True)
    return login


def stored_client() -> Client:
    """Return a client from the environment and the stored sign-in. Raises BadParameter without them."""
    saved = _read(_LOGIN)
    server = os.environ.get(SERVER) or saved.get("server")
    # A stored key belongs to its server and is sent to no other one.
    given, kept = os.environ.get(KEY), saved.get("key") if server == saved.get("server") else None
    if not server or not (given or kept):
        raise typer.BadParameter("Log in first: tablehawk login --server https://…")
    auth = StoredTokens() if not given and "refresh_token" in saved else None
    return Client(check_server(server), given or kept or "", auth=auth)


class StoredTokens(httpx.Auth):
    """Sends the stored access token, and renews it when the server no longer accepts it."""

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        token = str(_read(_LOGIN).get("key", ""))
        request.headers["Authorization"] = f"Bearer {token}"
        if (yield request).status_code == 401:
            request.headers["Authorization"] = f"Bearer {_renewed(token)}"
            yield request


def _renewed(token: str) -> str:
    """Return an access token in place of an ended one. Raises Refused, NoConnection.

    A refresh token works once, and using it twice ends the sign-in. So processes wait for each other, and the one that
    comes later finds the tokens of the earlier one.
    """
    with _locked():
        login = _read(_LOGIN)
        if login.get("key") == token:
            login |= sign_in.renew(login)
            _write(_LOGIN, login)
    return str(login.get("key", ""))


@contextmanager
def _locked() -> Iterator[None]:
    """Exclude other processes of this user. The lock of a process that was killed is gone."""
    _folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    with os.fdopen(os.open(_folder() / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)) as file:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def check_server(text: str) -> str:
    """Return a server's address without a slash at its end. Raises BadParameter if the key would travel unencrypted."""
    parts = urlsplit(text)
    is_local = parts.hostname in ("localhost", "::1") or (parts.hostname or "").startswith("127.")
    if not parts.hostname or not (parts.scheme == "https" or (parts.scheme == "http" and is_local)):
        raise typer.BadParameter(f"{text} isn't an address like https://tablehawk.example.")
    return text.rstrip("/")


@contextmanager
def idempotency_key(call: Any) -> Iterator[tuple[str, bool]]:
    """Yield an Idempotency-Key for a call, and whether it is that of an earlier one whose answer was lost."""
    digest = hashlib.sha256(json.dumps(call, sort_keys=True).encode()).hexdigest()
    keys = _read(_CALLS)
    key = keys.get(digest) or str(uuid.uuid4())
    # Stored before the call, because this process may be ended during it.
    _write(_CALLS, {**keys, digest: key})
    try:
        yield key, digest in keys
    except (NoConnection, KeyboardInterrupt):
        raise
    except BaseException:
        _write(_CALLS, keys)
        raise
    keys.pop(digest, None)
    _write(_CALLS, keys)


def _folder() -> Path:
    return Path(typer.get_app_dir("tablehawk"))


def _read(name: str) -> dict[str, Any]:
    try:
        found = json.loads((_folder() / name).read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(name: str, content: dict[str, Any]) -> Path:
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path, new = folder / name, folder / f".{name}.{os.getpid()}"
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(content, file)
    new.replace(path)
    return path
