"""What the person chose and what follows from it: folders, ports and the environment of every part.

A value that the person set always wins; a service whose address they gave is not started here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from stack.errors import StackError

ROOT = Path(__file__).resolve().parents[2]


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
    def simulated(self) -> bool:
        """Whether the simulator stands in for the platforms: not when RESY_BASE_URL points somewhere else."""
        own = f"http://127.0.0.1:{self.ports.resy}"
        return (self.chosen.get("RESY_BASE_URL") or own) == own

    def environment(self, **made: str) -> dict[str, str]:
        """The environment of every part: defaults, then what this start made (addresses, keys), then the person's."""
        roots = [str(self.root / "platform"), str(self.root), self.chosen.get("PYTHONPATH", "")]
        defaults = {
            "TABLEHAWK_ENV": "development",
            "TABLEHAWK_STATE": str(self.state),
            "PORT": str(self.ports.web),
            "PUBLIC_URL": self.public_url,
            "SIM_CONTROL_URL": self.control_url,
            "SIM_CONTROL_PORT": str(self.ports.control),
            "SIM_RESY_PORT": str(self.ports.resy),
            "SIM_OPENTABLE_PORT": str(self.ports.opentable),
            "SIM_STRIPE_PORT": str(self.ports.stripe),
            "SIM_STATE": str(self.state / "simulator.journal"),
            "POLL_SECONDS": "1" if self.simulated else "10",
            "POLL_BUDGET": "50",
            "RAY_USAGE_STATS_ENABLED": "0",
            # glibc otherwise keeps an arena for each of a process's many threads: a tenth of an actor's memory.
            "MALLOC_ARENA_MAX": "1",
            "PYTHONUNBUFFERED": "1",
        }
        if self.simulated:
            defaults |= {
                "RESY_BASE_URL": f"http://127.0.0.1:{self.ports.resy}",
                "OPENTABLE_BASE_URL": f"http://127.0.0.1:{self.ports.opentable}",
                "STRIPE_API_BASE": f"http://127.0.0.1:{self.ports.stripe}",
            }
        chosen = {name: value for name, value in self.chosen.items() if value}
        path = ":".join(root for root in roots if root)
        return defaults | made | chosen | {"PYTHONPATH": path, "TABLEHAWK_STATE": str(self.state)}


def read(environ: Mapping[str, str], *, state: Path | None = None, root: Path = ROOT) -> Settings:
    """Settings from an environment; `state` overrides TABLEHAWK_STATE. A wrong port is a StackError."""
    folder = state or Path(environ.get("TABLEHAWK_STATE") or root / ".tablehawk")
    ports = Ports(
        web=_port(environ, "PORT", 8000),
        control=_port(environ, "SIM_CONTROL_PORT", 9100),
        resy=_port(environ, "SIM_RESY_PORT", 9101),
        opentable=_port(environ, "SIM_OPENTABLE_PORT", 9102),
        stripe=_port(environ, "SIM_STRIPE_PORT", 9103),
    )
    return Settings(state=folder.absolute(), ports=ports, chosen=dict(environ), root=root)


def _port(environ: Mapping[str, str], name: str, default: int) -> int:
    text = environ.get(name) or str(default)
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 65536:
        raise StackError(f"{name} is {text!r} but has to be a port number from 1 to 65535.")
    return int(text)
