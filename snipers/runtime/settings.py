"""The settings of the sniper processes, read from the environment.

Programs beside the controller and the watchers, such as snipers/ops/cli.py, also read variables
themselves. Each actor reads the settings in its own process, so that no secret travels through Ray.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import urlsplit

from snipers.clients import registry
from snipers.clients.factories import access_from
from snipers.clients.manifest import Manifest, PollDefaults
from snipers.control.cadence_classes import PollLimits
from snipers.domain.access import Access
from snipers.environment import checks, database, version
from snipers.environment.checks import BadEnvironment
from snipers.store.base import MAIN_CELL

MOST_SECONDS = 3600.0
MOST_RATE = 1000.0
MOST_SPACING = 5.0
# The polls per second that a release burst sends.
MOST_IDLE_POLLS = 4.0
MOST_PORT = 65_535
MOST_MEGABYTES = 4096.0
LEVEL = r"(?i)DEBUG|INFO|WARNING|ERROR"
CELL = r"[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?"

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Addresses, keys and limits.

    `base_urls`, `accesses` and `poll_limits` are by platform. `learned` has the platforms whose pace is learned;
    `poll_limits` then has only ceilings. `release_spacing` is the least number of seconds between two finds of a burst
    for one key. `watch_memory` is the number of bytes that a watcher requests of its node. `cell` is the Ray cluster of
    this process. `metrics_port` 0 serves no metrics.
    """

    database_url: str = field(repr=False)
    seal_keys: tuple[str, ...] = field(repr=False)
    base_urls: Mapping[str, str]
    accesses: Mapping[str, Access]
    public_url: str
    ray_address: str
    poll_limits: Mapping[str, PollLimits]
    learned: frozenset[str]
    release_spacing: float
    cell: str
    watch_memory: int
    log_level: str
    metrics_port: int


def read(*, process: str = "") -> Settings:
    """Read the settings from the environment. `process` names this process in pg_stat_activity.

    Raises BadEnvironment (a SystemExit with one sentence) if a variable is missing or invalid.
    """
    deployed = _read("TABLEHAWK_ENV", "", checks.environment) in checks.DEPLOYMENTS
    platforms = registry.manifests()
    given = {one.key: _platform_values(one, deployed=deployed) for one in platforms}
    addresses = {one.key: given[one.key][one.variable("BASE_URL")] for one in platforms}
    public_url = _read("PUBLIC_URL", "http://127.0.0.1:8000", str)
    user_agent = version.user_agent(public_url=public_url)
    return Settings(
        database_url=database_url(process=process),
        seal_keys=seal_keys(),
        base_urls=addresses,
        accesses={key: access_from(values, platform=key, user_agent=user_agent) for key, values in given.items()},
        public_url=public_url,
        ray_address=_read("RAY_ADDRESS", "auto", str),
        poll_limits={one.key: _poll_limits(one.polls) for one in platforms},
        learned=_learned(addresses),
        release_spacing=_read("RELEASE_SPACING", "0.25", _positive(MOST_SPACING)),
        cell=_read("CELL", MAIN_CELL, _matching(CELL, "has to be a short name of small letters, digits and hyphens.")),
        watch_memory=round(_read("WATCH_MEMORY_MB", "85", _positive(MOST_MEGABYTES)) * 1e6),
        log_level=_read("LOG_LEVEL", "INFO", _matching(LEVEL, "has to be DEBUG, INFO, WARNING or ERROR.")).upper(),
        metrics_port=_read("METRICS_PORT", "0", _check_port),
    )


def seal_keys() -> tuple[str, ...]:
    """Return the keys that seal tokens, the newest first. Raises BadEnvironment if SEAL_KEYS is not set."""
    return tuple(key.strip() for key in _read("SEAL_KEYS", None, str).split(",") if key.strip())


def database_url(*, process: str) -> str:
    """Return DATABASE_URL with the process's name as application name. Raises BadEnvironment if it is missing or
    invalid.
    """
    return _read("DATABASE_URL", None, lambda url: database.conninfo(url, process=process))


def _learned(addresses: Mapping[str, str]) -> frozenset[str]:
    """Return the platforms whose pace is learned: all real ones, with `auto` not the simulator's, with `fixed` none."""
    pace = _read("POLL_PACE", "auto", _matching("auto|learned|fixed", "has to be auto, learned or fixed."))
    real = {one for one, address in addresses.items() if not checks.is_local(urlsplit(address).hostname or "")}
    if pace == "fixed" and real:
        raise BadEnvironment(
            f"POLL_PACE is fixed, but {', '.join(sorted(real))} is a real platform, which refuses an address for hours"
            " if it calls too often. Leave POLL_PACE out: the pace is learned, and POLL_BUDGET is its ceiling."
        )
    return frozenset(addresses) if pace == "learned" else frozenset(real)


def _platform_values(platform: Manifest, *, deployed: bool) -> dict[str, str]:
    """Return the platform's environment variables. A deployment refuses the simulator's address and API key."""
    checked = {platform.variable("BASE_URL"): checks.real_service, platform.variable("API_KEY"): checks.api_key}
    return {
        name: _read(name, default, checked.get(name, str) if deployed else str)
        for name, default in platform.defaults().items()
    }


def _poll_limits(defaults: PollDefaults) -> PollLimits:
    prefix = defaults.prefix
    return PollLimits(
        rate=_read(f"{prefix}POLL_BUDGET", f"{defaults.rate:g}", _positive(MOST_RATE)),
        shortest_period=_read(f"{prefix}POLL_SECONDS", f"{defaults.shortest_period:g}", _positive(MOST_SECONDS)),
        longest_period=_read("POLL_CEILING", "60", _positive(MOST_SECONDS)),
        idle_polls=_read(f"{prefix}IDLE_POLLS", f"{defaults.idle_polls:g}", _from_zero(MOST_IDLE_POLLS)),
    )


def _read(name: str, default: str | None, check: Callable[[str], T]) -> T:
    """Return the checked value of a variable, or of `default` if the variable is empty. Raises BadEnvironment.

    `check` converts the value, or raises ValueError with a text that continues a sentence after the variable's name.
    """
    value = os.environ.get(name, "") or default
    if value is None:
        raise BadEnvironment(f"{name} is not set; the snipers need it. `make up` sets it, see README.md.")
    try:
        return check(value)
    except ValueError as error:
        raise BadEnvironment(f"{name} {error}") from None


def _positive(most: float) -> Callable[[str], float]:
    def check(value: str) -> float:
        number = _number(value)
        if not 0 < number <= most:
            raise ValueError(f"has to be greater than 0 and at most {most:.0f}.")
        return number

    return check


def _from_zero(most: float) -> Callable[[str], float]:
    def check(value: str) -> float:
        number = _number(value)
        if not 0 <= number <= most:
            raise ValueError(f"has to be at least 0 and at most {most:.0f}.")
        return number

    return check


def _number(value: str) -> float:
    try:
        return float(value)
    except ValueError:
        raise ValueError("has to be a number.") from None


def _matching(pattern: str, sentence: str) -> Callable[[str], str]:
    def check(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise ValueError(sentence)
        return value

    return check


def _check_port(value: str) -> int:
    if not (value.isascii() and value.isdigit() and int(value) <= MOST_PORT):
        raise ValueError("has to be a port, or 0 for none.")
    return int(value)
