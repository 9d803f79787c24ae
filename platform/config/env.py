"""Typed readers of the environment that fail loudly. The only module that reads it for the web tower."""

import ipaddress
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path


class BadEnvironment(SystemExit):
    """A variable is missing or wrong; the message is one sentence and names the variable, never its value."""


def _missing(name: str) -> BadEnvironment:
    return BadEnvironment(f"{name} is not set. It is needed to start; see the table in platform/README.md.")


def text(name: str, default: str | None = None) -> str:
    """Return the variable, the default, or stop with a sentence."""
    value = os.environ.get(name, "")
    if value:
        return value
    if default is None:
        raise _missing(name)
    return default


def integer(name: str, default: int) -> int:
    """Return the variable as a whole number."""
    value = os.environ.get(name, "")
    if not value:
        return default
    try:
        return int(value)
    except ValueError:
        raise BadEnvironment(f"{name} has to be a whole number.") from None


def flag(name: str, default: bool = False) -> bool:
    """Return the variable as yes or no: 1, true, yes, on or 0, false, no, off."""
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise BadEnvironment(f"{name} has to be 1 or 0.")


def words(name: str, default: Sequence[str] | None = ()) -> list[str]:
    """Return a comma-separated list without empty parts; without a default, an empty one stops with a sentence."""
    found = [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]
    if not found and default is None:
        raise _missing(name)
    return found or list(default or ())


def networks(name: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Return a comma-separated list of networks (10.0.0.0/8, 2001:db8::/32) or single addresses."""
    try:
        return [ipaddress.ip_network(part) for part in words(name)]
    except ValueError:
        raise BadEnvironment(f"{name} has to be a comma-separated list of networks like 10.0.0.0/8.") from None


def seconds(name: str, default: float) -> float:
    """Return the variable as a time in seconds, 0 or more."""
    value = os.environ.get(name, "")
    if not value:
        return default
    try:
        found = float(value)
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        raise BadEnvironment(f"{name} has to be a number of seconds, 0 or more.")
    return found


def secret(name: str, *, kept_in: Path | None, make: Callable[[], str]) -> str:
    """Return a secret variable; unset, one made for this machine and kept in a private file, or stop with a sentence.

    `kept_in` is the folder of such files; None (production) means that the variable has to be set. So no secret is ever
    written in the code, and all processes of one development machine share the same.
    """
    value = os.environ.get(name, "")
    if value:
        return value
    if kept_in is None:
        raise _missing(name)
    file = kept_in / name.lower()
    try:
        kept_in.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            return file.read_text()
        except FileNotFoundError:
            return _first_to_write(file, make())
    except OSError as error:
        raise BadEnvironment(f"{name} is not set and {kept_in} cannot be used ({error.strerror}).") from error


def _first_to_write(file: Path, value: str) -> str:
    """Keep `value` in `file` unless another process or thread was first; returns what is kept."""
    handle, name = tempfile.mkstemp(prefix=f"{file.name}.", dir=file.parent)
    draft = Path(name)
    with os.fdopen(handle, "w") as writing:
        writing.write(value)
    try:
        # A link appears whole or not at all, so nobody ever reads half a secret.
        os.link(draft, file)
    except FileExistsError:
        return file.read_text()
    finally:
        draft.unlink()
    return value
