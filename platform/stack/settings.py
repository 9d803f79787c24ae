"""What the person chose and what follows from it: folders, ports and the environment of every part.

A value that the person set always wins; a service whose address they gave is not started here.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from stack.errors import StackError

ROOT = Path(__file__).resolve().parents[2]
_SERVICES = ("DATABASE_URL", "REDIS_URL", "RAY_ADDRESS", "RESY_BASE_URL", "SECRET_KEY", "SEAL_KEYS")
# Platform by platform: seconds between two looks at the same table at the least, and looks per second in all. The
# second values are for the simulator, which no guest is kept waiting by.
_PACE = {
    "POLL_SECONDS": ("10", "1"),
    "POLL_BUDGET": ("50", "50"),
    "OPENTABLE_POLL_SECONDS": ("30", "2"),
    "OPENTABLE_POLL_BUDGET": ("5", "25"),
    "POLL_CEILING": ("60", "60"),
    "RELEASE_SPACING": ("0.25", "0.25"),
}

MOST_WEB_PROCESSES = 16

PORT_VARIABLES = {
    "PORT": ("web", 8000),
    "SIM_CONTROL_PORT": ("control", 9100),
    "SIM_RESY_PORT": ("resy", 9101),
    "SIM_OPENTABLE_PORT": ("opentable", 9102),
    "SIM_STRIPE_PORT": ("stripe", 9103),
}


@dataclass(frozen=True, kw_only=True)
class Ports:
    """TCP ports on 127.0.0.1."""

    web: int
    control: int
    resy: int
    opentable: int
    stripe: int


@dataclass(frozen=True, kw_only=True)
class Settings:
    """One stack. `chosen` is the environment that the person started it with."""

    state: Path
    ports: Ports
    chosen: Mapping[str, str]
    root: Path = ROOT

    @property
    def logs(self) -> Path:
        return self.state / "logs"

    @property
    def run(self) -> Path:
        return self.state / "run"

    @property
    def public_url(self) -> str:
        return self.chosen.get("PUBLIC_URL") or f"http://127.0.0.1:{self.ports.web}"

    @property
    def control_url(self) -> str:
        return self.chosen.get("SIM_CONTROL_URL") or f"http://127.0.0.1:{self.ports.control}"

    @property
    def web_processes(self) -> int:
        """How many processes serve pages and sockets: two where there are cores for them."""
        text = self.chosen.get("WEB_PROCESSES") or str(min(2, os.cpu_count() or 1))
        if not text.isascii() or not text.isdigit() or not 0 < int(text) <= MOST_WEB_PROCESSES:
            raise StackError(f"WEB_PROCESSES is {text!r} but has to be a number from 1 to {MOST_WEB_PROCESSES}.")
        return int(text)

    @property
    def simulated(self) -> bool:
        """Whether the simulator stands in for the platforms: not when RESY_BASE_URL points somewhere else."""
        own = f"http://127.0.0.1:{self.ports.resy}"
        return (self.chosen.get("RESY_BASE_URL") or own) == own

    def shared(self, **made: str) -> dict[str, str]:
        """The variables that make this stack: defaults, then what this start made (addresses, keys), then the
        person's own values. Enough for another program to find the stack; also written to run/env.json."""
        defaults = {
            "TABLEHAWK_ENV": "development",
            "PUBLIC_URL": self.public_url,
            "SIM_CONTROL_URL": self.control_url,
            "SIM_STATE": str(self.state / "simulator.journal"),
            "RAY_USAGE_STATS_ENABLED": "0",
            # glibc otherwise keeps an arena for each of a process's many threads: a tenth of an actor's memory.
            "MALLOC_ARENA_MAX": "1",
            "PYTHONUNBUFFERED": "1",
        }
        defaults |= {name: values[self.simulated] for name, values in _PACE.items()}
        defaults |= {name: str(getattr(self.ports, field)) for name, (field, _) in PORT_VARIABLES.items()}
        if self.simulated:
            defaults |= {
                "RESY_BASE_URL": f"http://127.0.0.1:{self.ports.resy}",
                "OPENTABLE_BASE_URL": f"http://127.0.0.1:{self.ports.opentable}",
                "STRIPE_API_BASE": f"http://127.0.0.1:{self.ports.stripe}",
            }
        values = defaults | {name: self.chosen[name] for name in _SERVICES if self.chosen.get(name)} | made
        values = {name: self.chosen.get(name) or value for name, value in values.items()}
        roots = (str(self.root / "platform"), str(self.root), self.chosen.get("PYTHONPATH", ""))
        return values | {"PYTHONPATH": ":".join(filter(None, roots)), "TABLEHAWK_STATE": str(self.state)}


def read(environ: Mapping[str, str], *, root: Path = ROOT) -> Settings:
    """Settings from an environment. A wrong port is a StackError."""
    folder = Path(environ.get("TABLEHAWK_STATE") or root / ".tablehawk")
    ports = Ports(**{field: _port(environ, name, default) for name, (field, default) in PORT_VARIABLES.items()})
    return Settings(state=folder.absolute(), ports=ports, chosen=dict(environ), root=root)


def _port(environ: Mapping[str, str], name: str, default: int) -> int:
    text = environ.get(name) or str(default)
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 65536:
        raise StackError(f"{name} is {text!r} but has to be a port number from 1 to 65535.")
    return int(text)
