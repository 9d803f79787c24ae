"""What the sniper processes read from their environment. The only module of the tower that does.

Actors read it in their own process, so that no secret travels through Ray.
"""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from snipers.domain.vocabulary import Platform
from snipers.environment import checks, database
from snipers.environment.checks import BadEnvironment
from snipers.store.base import MAIN_CELL

MOST_SECONDS = 3600.0
MOST_BUDGET = 1000.0
MOST_SPACING = 5.0
MOST_PORT = 65_535
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
MOST_MEGABYTES = 4096.0
CELL_NAME = re.compile(r"[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Addresses, keys and limits.

    By platform: `poll_seconds`, the shortest time between two polls of a key, and `poll_budget`, polls a second.
    `poll_ceiling`: the longest seconds between two polls, as far as the budget allows. `release_spacing`: seconds
    between two finds of a burst. `cell` is the Ray cluster that this process belongs to; `watch_memory` the bytes that
    a watcher asks its node for. `metrics_port`: where the controller shows its figures, 0 for nowhere.
    """

    database_url: str = field(repr=False)
    seal_keys: tuple[str, ...] = field(repr=False)
    resy_base_url: str
    resy_api_key: str = field(repr=False)
    opentable_base_url: str
    public_url: str
    ray_address: str
    poll_seconds: dict[Platform, float]
    poll_budget: dict[Platform, float]
    poll_ceiling: float
    release_spacing: float
    cell: str
    watch_memory: int
    log_level: str
    metrics_port: int


def read(*, process: str = "") -> Settings:
    """Read the settings or stop with one sentence. `process` names this one in pg_stat_activity."""
    deployed = _checked("TABLEHAWK_ENV", checks.environment, os.environ.get("TABLEHAWK_ENV", "")) in checks.DEPLOYMENTS
    return Settings(
        database_url=database_url(process=process),
        seal_keys=tuple(key.strip() for key in _text("SEAL_KEYS").split(",") if key.strip()),
        resy_base_url=_safe("RESY_BASE_URL", "https://api.resy.com", checks.real_service, deployed=deployed),
        resy_api_key=_safe("RESY_API_KEY", checks.DEMO_API_KEY, checks.api_key, deployed=deployed),
        opentable_base_url=_safe(
            "OPENTABLE_BASE_URL", "https://mobile-api.opentable.com", checks.real_service, deployed=deployed
        ),
        public_url=_text("PUBLIC_URL", "http://127.0.0.1:8000"),
        ray_address=_text("RAY_ADDRESS", "auto"),
        poll_seconds={
            Platform.RESY: _positive("POLL_SECONDS", 10.0, most=MOST_SECONDS),
            Platform.OPENTABLE: _positive("OPENTABLE_POLL_SECONDS", 30.0, most=MOST_SECONDS),
        },
        poll_budget={
            Platform.RESY: _positive("POLL_BUDGET", 50.0, most=MOST_BUDGET),
            Platform.OPENTABLE: _positive("OPENTABLE_POLL_BUDGET", 5.0, most=MOST_BUDGET),
        },
        poll_ceiling=_positive("POLL_CEILING", 60.0, most=MOST_SECONDS),
        release_spacing=_positive("RELEASE_SPACING", 0.25, most=MOST_SPACING),
        cell=_cell(),
        watch_memory=round(_positive("WATCH_MEMORY_MB", 85.0, most=MOST_MEGABYTES) * 1e6),
        log_level=_level(),
        metrics_port=_port("METRICS_PORT"),
    )


def database_url(*, process: str) -> str:
    """Return the address of the database with the name of this process, or stop with one sentence."""
    return _checked("DATABASE_URL", lambda url: database.conninfo(url, process=process), _text("DATABASE_URL"))


def _safe(name: str, default: str, check: Callable[[str], str], *, deployed: bool) -> str:
    value = _text(name, default)
    return _checked(name, check, value) if deployed else value


def _checked(name: str, check: Callable[[str], str], value: str) -> str:
    try:
        return check(value)
    except ValueError as error:
        raise BadEnvironment(f"{name} {error}") from None


def _cell() -> str:
    name = _text("CELL", MAIN_CELL)
    if not CELL_NAME.fullmatch(name):
        raise BadEnvironment("CELL has to be a short name of small letters, digits and hyphens.")
    return name


def _level() -> str:
    level = _text("LOG_LEVEL", "INFO").upper()
    if level not in LEVELS:
        raise BadEnvironment(f"LOG_LEVEL has to be one of {', '.join(LEVELS)}.")
    return level


def _port(name: str) -> int:
    port = _text(name, "0")
    if not (port.isascii() and port.isdigit() and int(port) <= MOST_PORT):
        raise BadEnvironment(f"{name} has to be a port, or 0 for none.")
    return int(port)


def _text(name: str, default: str | None = None) -> str:
    value = os.environ.get(name, "") or default
    if value is None:
        raise BadEnvironment(f"{name} is not set; the snipers need it. `make up` sets it, see README.md.")
    return value


def _positive(name: str, default: float, *, most: float) -> float:
    try:
        value = float(os.environ.get(name, "") or default)
    except ValueError:
        raise BadEnvironment(f"{name} has to be a number.") from None
    if not 0 < value <= most:
        raise BadEnvironment(f"{name} has to be greater than 0 and at most {most:.0f}.")
    return value
