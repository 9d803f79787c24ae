"""What the command line stores in the user's config folder, readable by that user only: the sign-in, and the keys of
calls without an answer."""

import hashlib
import json
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import typer

from tablehawk.connection import Client, NoConnection

SERVER: Final = "TABLEHAWK_SERVER"
KEY: Final = "TABLEHAWK_KEY"
_LOGIN: Final = "login.json"
_CALLS: Final = "calls.json"


def save_login(*, server: str, key: str) -> Path:
    """Store the server and the API key. Return the file."""
    return _write(_LOGIN, {"server": server, "key": key})


def forget_login() -> bool:
    """Delete the stored sign-in. Return whether there was one."""
    existed = bool(_read(_LOGIN))
    (_folder() / _LOGIN).unlink(missing_ok=True)
    return existed


def stored_client() -> Client:
    """Return a client from the environment and the stored sign-in. Raises BadParameter without them."""
    saved = _read(_LOGIN)
    server = os.environ.get(SERVER) or saved.get("server")
    # A stored key belongs to its server and is sent to no other one.
    key = os.environ.get(KEY) or (saved.get("key") if server == saved.get("server") else None)
    if not server or not key:
        raise typer.BadParameter("Log in first: tablehawk login --server https://…")
    return Client(check_server(server), key)


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
