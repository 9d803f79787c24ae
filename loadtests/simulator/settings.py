"""The environment variables of the stand-in, read once and checked with a sentence for each mistake."""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


class SettingsError(Exception):
    """One sentence for a person."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Port 0 lets the system choose, which the tests use."""

    host: str = "127.0.0.1"
    control_port: int = 9100
    resy_port: int = 9101
    opentable_port: int = 9102
    seed: int = 1
    state: Path | None = None


def from_env(env: Mapping[str, str]) -> Settings:
    host = env.get("SIM_HOST", "127.0.0.1")
    try:
        loopback = ipaddress.ip_address("127.0.0.1" if host == "localhost" else host).is_loopback
    except ValueError:
        loopback = False
    if not loopback:
        raise SettingsError(f"SIM_HOST is {host}, but the simulator serves this machine only; use 127.0.0.1 or ::1.")
    return Settings(
        host="127.0.0.1" if host == "localhost" else host,
        control_port=_number(env, "SIM_CONTROL_PORT", 9100, 65_535),
        resy_port=_number(env, "SIM_RESY_PORT", 9101, 65_535),
        opentable_port=_number(env, "SIM_OPENTABLE_PORT", 9102, 65_535),
        seed=_number(env, "SIM_SEED", 1, 2**31),
        state=Path(env["SIM_STATE"]) if env.get("SIM_STATE") else None,
    )


def _number(env: Mapping[str, str], name: str, default: int, most: int) -> int:
    text = env.get(name, "") or str(default)
    if not text.isascii() or not text.isdigit() or int(text) > most:
        raise SettingsError(f"{name} is {text!r}, but must be a whole number from 0 to {most}.")
    return int(text)
