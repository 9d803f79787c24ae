"""Finds the running `make up` of this machine: its addresses, its database, and the pids of its parts."""

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
    """One running copy, read from its state folder (TABLEHAWK_STATE, default .tablehawk)."""

    state: Path
    env: dict[str, str] = field(repr=False)

    @classmethod
    def find(cls) -> "RunningStack":
        """Read the state folder or stop with a sentence."""
        state = Path(os.environ.get("TABLEHAWK_STATE", ROOT / ".tablehawk")).resolve()
        try:
            env = json.loads((state / "run" / "env.json").read_text())
        except FileNotFoundError:
            raise SystemExit("No running copy found: start one with `make up` first.") from None
        return cls(state=state, env=env)

    @property
    def base_url(self) -> str:
        """Tablehawk itself."""
        return self.env["PUBLIC_URL"]

    @property
    def control_url(self) -> str:
        """The simulator's control face."""
        return self.env["SIM_CONTROL_URL"]

    def pid(self, child: str) -> int:
        """Return the present pid of one of its parts, 0 while it is being started again."""
        return self._children().get(child, 0)

    def web_pids(self) -> list[int]:
        """Return the present pids of all web processes."""
        return list(self.web_processes().values())

    def web_processes(self) -> dict[str, int]:
        """Return the web processes by name, with their present pids."""
        return {name: pid for name, pid in self._children().items() if name == "web" or name.startswith("web-")}

    def parts(self) -> dict[str, int]:
        """Return the present pid of each of its parts."""
        return self._children()

    def _children(self) -> dict[str, int]:
        children: dict[str, int] = json.loads((self.state / "run" / "children.json").read_text())
        return children

    def query(self, statement: str, *params: Any, **named: Any) -> list[dict[str, Any]]:
        """Run one statement on a short connection; parameters are either positional or named."""
        with psycopg.connect(self.env["DATABASE_URL"], autocommit=True, row_factory=dict_row) as connection:
            return connection.execute(statement.encode(), named or params).fetchall()

    def query_or_none(self, statement: str, *params: Any) -> list[dict[str, Any]] | None:
        """As query(); None while the database is unavailable."""
        try:
            return self.query(statement, *params)
        except psycopg.OperationalError:
            return None
