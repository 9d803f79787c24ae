"""Finds the stack that runs on this machine: its addresses, its database and the pids of its parts."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import dict_row

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class RunningStack:
    """One running stack, read from its state folder."""

    state: Path
    env: dict[str, str] = field(repr=False)

    @classmethod
    def find(cls) -> "RunningStack":
        """Read the state folder (TABLEHAWK_STATE, default .tablehawk). Exit if no stack runs."""
        state = Path(os.environ.get("TABLEHAWK_STATE", ROOT / ".tablehawk")).resolve()
        try:
            env = json.loads((state / "run" / "env.json").read_text())
        except FileNotFoundError:
            raise SystemExit("No running stack found: start one with `make up` first.") from None
        return cls(state=state, env=env)

    @property
    def base_url(self) -> str:
        """Address of Tablehawk's pages, API and sockets."""
        return self.env["PUBLIC_URL"]

    @property
    def control_url(self) -> str:
        """Address of the simulator's control API."""
        return self.env["SIM_CONTROL_URL"]

    def pid(self, part: str) -> int:
        """Return the current pid of a part, or 0 while the supervisor restarts it."""
        return self.parts().get(part, 0)

    def parts(self) -> dict[str, int]:
        """Return the current pid of each part."""
        parts: dict[str, int] = json.loads((self.state / "run" / "children.json").read_text())
        return parts

    def web_processes(self) -> dict[str, int]:
        """Return the current pid of each web process."""
        return {name: pid for name, pid in self.parts().items() if name == "web" or name.startswith("web-")}

    def query(self, statement: str, *params: Any, **named: Any) -> list[dict[str, Any]]:
        """Run one statement on a short-lived connection and return its rows. Parameters are positional or named."""
        with psycopg.connect(self.env["DATABASE_URL"], autocommit=True, row_factory=dict_row) as connection:
            return connection.execute(statement.encode(), named or params).fetchall()

    def query_or_none(self, statement: str, *params: Any) -> list[dict[str, Any]] | None:
        """Return the result of query(), or None while the database is unavailable."""
        try:
            return self.query(statement, *params)
        except psycopg.OperationalError:
            return None
