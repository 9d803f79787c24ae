"""The simulator's settings, read from environment variables."""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .guard import DEFAULT_HOURS, DEFAULT_PER_MINUTE, GuardRule


class SettingsError(Exception):
    """A setting is invalid. The message is a sentence for the person who starts the simulator."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Ports and addresses. Port 0 lets the system choose.

    Stripe's webhooks go to `stripe_webhook_url`, signed with `stripe_webhook_secret`. `seed` selects the venues.
    `guard` locks addresses out that call too often. `state` is the journal file; if it is None, no state survives a
    restart. `names` are host names, besides loopback addresses, under which other containers reach the control API and
    Stripe's pages.
    """

    host: str = "127.0.0.1"
    names: frozenset[str] = frozenset()
    control_port: int = 9100
    resy_port: int = 9101
    opentable_port: int = 9102
    stripe_port: int = 9103
    seed: int = 1
    state: Path | None = None
    stripe_webhook_url: str = ""
    guard: GuardRule | None = None
    stripe_webhook_secret: str = field(default="", repr=False)


def from_env(env: Mapping[str, str]) -> Settings:
    """Return the settings in these environment variables. Raises SettingsError if one is invalid."""
    host = env.get("SIM_HOST", "127.0.0.1")
    host = "127.0.0.1" if host == "localhost" else host
    try:
        loopback = ipaddress.ip_address(host).is_loopback
    except ValueError:
        loopback = False
    if not loopback:
        raise SettingsError(f"SIM_HOST is {host}, but the simulator serves this machine only; use 127.0.0.1 or ::1.")
    url = env.get("SIM_STRIPE_WEBHOOK_URL", "")
    if url and not url.startswith(("http://", "https://")):
        raise SettingsError(
            f"SIM_STRIPE_WEBHOOK_URL is {url!r}, but must be an address that begins with http:// or https://."
        )
    return Settings(
        host=host,
        names=frozenset(env.get("SIM_NAMES", "").split()),
        control_port=_number(env, "SIM_CONTROL_PORT", 9100, 65_535),
        resy_port=_number(env, "SIM_RESY_PORT", 9101, 65_535),
        opentable_port=_number(env, "SIM_OPENTABLE_PORT", 9102, 65_535),
        stripe_port=_number(env, "SIM_STRIPE_PORT", 9103, 65_535),
        seed=_number(env, "SIM_SEED", 1, 2**31),
        state=Path(env["SIM_STATE"]) if env.get("SIM_STATE") else None,
        stripe_webhook_url=url,
        guard=_guard(env),
        stripe_webhook_secret=env.get("SIM_STRIPE_WEBHOOK_SECRET", ""),
    )


def _guard(env: Mapping[str, str]) -> GuardRule | None:
    """Return the guard of both platforms, None without SIM_GUARD_FINDS."""
    finds = _number(env, "SIM_GUARD_FINDS", 0, 100_000)
    per_minute = _number(env, "SIM_GUARD_PER_MINUTE", int(DEFAULT_PER_MINUTE), 100_000)
    hours = _number(env, "SIM_GUARD_HOURS", int(DEFAULT_HOURS), 168)
    return GuardRule(finds, float(per_minute), float(hours)) if finds else None


def _number(env: Mapping[str, str], name: str, default: int, most: int) -> int:
    text = env.get(name, "") or str(default)
    if not text.isascii() or not text.isdigit() or int(text) > most:
        raise SettingsError(f"{name} is {text!r}, but must be a whole number from 0 to {most}.")
    return int(text)
