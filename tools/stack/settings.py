"""Settings of one stack: folders, ports and the environment variables of its parts, derived from the environment.

Variables that the user has set take precedence. A service whose address the user has set is not started.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tools.stack.errors import StackError

ROOT = Path(__file__).resolve().parents[2]
_SERVICES = ("DATABASE_URL", "REDIS_URL", "RAY_ADDRESS", "RESY_BASE_URL", "SECRET_KEY", "SEAL_KEYS")
# Variables that let a program send something to an outside service. Programs of a running stack use only the values of
# this stack, so `stack run` does not take them from its own terminal.
OUTSIDE_SERVICES = frozenset(
    {
        *("RESY_BASE_URL", "OPENTABLE_BASE_URL", "STRIPE_API_BASE", "TWILIO_API_BASE", "EMAIL_HOST", "SIM_CONTROL_URL"),
        *("RESY_API_KEY", "OPENTABLE_APP_ID", "OPENTABLE_APP_SECRET", "STRIPE_SECRET_KEY", "TWILIO_ACCOUNT_SID"),
    }
)
# Variables that describe the terminal in which a program was started.
_TERMINAL = frozenset(
    {
        *("TERM", "COLORTERM", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "SHELL", "SHLVL", "PWD", "OLDPWD", "_"),
        *("MAKEFLAGS", "MAKELEVEL", "MAKE_TERMOUT", "MAKE_TERMERR", "MFLAGS"),
    }
)
# Defaults of the polling settings: (value for the real platforms, value for the simulator). For each platform: the
# shortest poll period in seconds (POLL_SECONDS), the budget in polls per second (POLL_BUDGET), and the polls per second
# to one venue while the budget is not used up (IDLE_POLLS).
_POLL_DEFAULTS = {
    "POLL_SECONDS": ("10", "1"),
    "POLL_BUDGET": ("50", "50"),
    "OPENTABLE_POLL_SECONDS": ("30", "2"),
    "OPENTABLE_POLL_BUDGET": ("5", "25"),
    "IDLE_POLLS": ("0", "2"),
    "OPENTABLE_IDLE_POLLS": ("0", "2"),
    "POLL_CEILING": ("60", "60"),
    "RELEASE_SPACING": ("0.25", "0.25"),
}

MAX_WEB_PROCESSES = 16

# How to connect accounts at the simulated platforms.
SIMULATED_SIGN_INS = {
    "Connect Resy": "with any e-mail and the password table-for-two",
    "OpenTable": "with any phone number and the code 123456",
}

PORT_VARIABLES = {
    "PORT": ("web", 8000),
    "SIM_CONTROL_PORT": ("control", 9100),
    "SIM_RESY_PORT": ("resy", 9101),
    "SIM_OPENTABLE_PORT": ("opentable", 9102),
    "SIM_STRIPE_PORT": ("stripe", 9103),
}


@dataclass(frozen=True, kw_only=True)
class Ports:
    """The TCP ports of one stack on 127.0.0.1: the web port, and the ports of the simulator."""

    web: int
    control: int
    resy: int
    opentable: int
    stripe: int


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of one stack. `state` is the state folder, `environ` the user's environment, `root` the project."""

    state: Path
    ports: Ports
    environ: Mapping[str, str]
    root: Path = ROOT

    @property
    def logs(self) -> Path:
        return self.state / "logs"

    @property
    def run(self) -> Path:
        return self.state / "run"

    @property
    def public_url(self) -> str:
        return self.environ.get("PUBLIC_URL") or f"http://127.0.0.1:{self.ports.web}"

    @property
    def control_url(self) -> str:
        return self.environ.get("SIM_CONTROL_URL") or f"http://127.0.0.1:{self.ports.control}"

    @property
    def web_processes(self) -> int:
        """The number of processes that serve pages and WebSockets (WEB_PROCESSES), by default two, or one on a single
        core.

        Raises StackError for an invalid number.
        """
        text = self.environ.get("WEB_PROCESSES") or str(min(2, os.cpu_count() or 1))
        if not text.isascii() or not text.isdigit() or not 0 < int(text) <= MAX_WEB_PROCESSES:
            raise StackError(f"WEB_PROCESSES is {text!r} but must be a number from 1 to {MAX_WEB_PROCESSES}.")
        return int(text)

    def simulator_ports(self) -> dict[str, int]:
        """Return the simulator's ports by the names of their variables."""
        return {
            name: getattr(self.ports, field) for name, (field, _) in PORT_VARIABLES.items() if name.startswith("SIM_")
        }

    @property
    def uses_simulator(self) -> bool:
        """Whether the stack starts the simulator: RESY_BASE_URL is unset, or it is the simulator's own address."""
        own = f"http://127.0.0.1:{self.ports.resy}"
        return (self.environ.get("RESY_BASE_URL") or own) == own

    def shared_environment(self, **generated: str) -> dict[str, str]:
        """Return the environment variables by which programs find the services of this stack.

        `generated` are addresses and keys of this run. They override the defaults, and the user's environment overrides
        both.
        """
        defaults = {
            "TABLEHAWK_ENV": "development",
            "PUBLIC_URL": self.public_url,
            "SIM_CONTROL_URL": self.control_url,
            "SIM_STATE": str(self.state / "simulator.journal"),
            "RAY_USAGE_STATS_ENABLED": "0",
            # Without this limit, glibc keeps an arena for each thread, which is a tenth of an actor's memory.
            "MALLOC_ARENA_MAX": "1",
            # Tracebacks show no columns: the table of columns takes memory in every process.
            "PYTHONNODEBUGRANGES": "1",
            "PYTHONUNBUFFERED": "1",
        }
        defaults |= {name: values[self.uses_simulator] for name, values in _POLL_DEFAULTS.items()}
        defaults |= {name: str(getattr(self.ports, field)) for name, (field, _) in PORT_VARIABLES.items()}
        if self.uses_simulator:
            defaults |= {
                "RESY_BASE_URL": f"http://127.0.0.1:{self.ports.resy}",
                "OPENTABLE_BASE_URL": f"http://127.0.0.1:{self.ports.opentable}",
                "STRIPE_API_BASE": f"http://127.0.0.1:{self.ports.stripe}",
            }
        values = defaults | {name: self.environ[name] for name in _SERVICES if self.environ.get(name)} | generated
        values = {name: self.environ.get(name) or value for name, value in values.items()}
        roots = (str(self.root / "platform"), str(self.root), self.environ.get("PYTHONPATH", ""))
        return values | {"PYTHONPATH": ":".join(filter(None, roots)), "TABLEHAWK_STATE": str(self.state)}


def without_terminal(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables without those of the terminal in which the stack was started."""
    return {name: value for name, value in environment.items() if name not in _TERMINAL}


def read_settings(environ: Mapping[str, str], *, root: Path = ROOT) -> Settings:
    """Read the settings from an environment. Raises StackError for an invalid port."""
    folder = Path(environ.get("TABLEHAWK_STATE") or root / ".tablehawk")
    ports = Ports(**{field: _port(environ, name, default) for name, (field, default) in PORT_VARIABLES.items()})
    return Settings(state=folder.absolute(), ports=ports, environ=dict(environ), root=root)


def _port(environ: Mapping[str, str], name: str, default: int) -> int:
    text = environ.get(name) or str(default)
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 65536:
        raise StackError(f"{name} is {text!r} but must be a port number from 1 to 65535.")
    return int(text)
