"""What the sniper processes read from their environment. The only module of the tower that does.

Actors read it in their own process, so that no secret travels through Ray.
"""

import os
from dataclasses import dataclass, field


class BadEnvironment(SystemExit):
    """A variable is missing or wrong; the message names it, never its value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Addresses, keys and limits.

    `poll_seconds`: shortest time between two polls of a key; `poll_budget`: polls a second for a platform.
    """

    database_url: str = field(repr=False)
    seal_keys: tuple[str, ...] = field(repr=False)
    resy_base_url: str
    resy_api_key: str = field(repr=False)
    public_url: str
    ray_address: str
    poll_seconds: float
    poll_budget: float


def read() -> Settings:
    """Read the settings or stop with one sentence."""
    return Settings(
        database_url=_text("DATABASE_URL"),
        seal_keys=tuple(key.strip() for key in _text("SEAL_KEYS").split(",") if key.strip()),
        resy_base_url=_text("RESY_BASE_URL", "https://api.resy.com"),
        resy_api_key=_text("RESY_API_KEY", "tablehawk-demo"),
        public_url=_text("PUBLIC_URL", "http://127.0.0.1:8000"),
        ray_address=_text("RAY_ADDRESS", "auto"),
        poll_seconds=_positive("POLL_SECONDS", 10.0),
        poll_budget=_positive("POLL_BUDGET", 50.0),
    )


def _text(name: str, default: str | None = None) -> str:
    value = os.environ.get(name, "") or default
    if value is None:
        raise BadEnvironment(f"{name} is not set; the snipers need it. `make up` sets it, see README.md.")
    return value


def _positive(name: str, default: float) -> float:
    try:
        value = float(os.environ.get(name, "") or default)
    except ValueError:
        raise BadEnvironment(f"{name} has to be a number.") from None
    if value <= 0:
        raise BadEnvironment(f"{name} has to be greater than 0.")
    return value
