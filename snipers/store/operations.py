"""The operators' door to the database: what they look at, and their orders, each with its entry in the audit log.

Plain blocking calls for a command line. Orders are rows that controllers and watchers obey, so they work while Ray is
away. Owns no judgement; snipers/ops has it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self

import psycopg
from psycopg.rows import DictRow, dict_row
from psycopg.types.json import Jsonb

from snipers.store import rows
from snipers.store.base import ARM_SECONDS, BURST_SECONDS, Desired
from snipers.store.statements import statements

CONNECT_SECONDS = 5
LONGEST_FACT = 200
# The words of the audit log (apps/accounts/audit.py).
KILL_SWITCH = "kill_switch"
OPERATION = "operation"


class Operations:
    """One operator's connection. With `dry_run` every order is carried out and taken back before anybody sees it."""

    def __init__(self, *, url: str, by: str, dry_run: bool = False) -> None:
        self._connection = psycopg.connect(url, autocommit=True, row_factory=dict_row, connect_timeout=CONNECT_SECONDS)
        self.by = by
        self.dry_run = dry_run

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def look(self, name: str, **params: Any) -> list[DictRow]:
        """Run a statement that changes nothing."""
        return self._connection.execute(statements()[name], params).fetchall()

    def desired(self) -> list[Desired]:
        """Return every venue that wants a watcher, as the controllers see it."""
        horizon = {"arm_seconds": ARM_SECONDS, "burst_seconds": BURST_SECONDS}
        return [rows.desired(row) for row in self.look("desired", **horizon)]

    @contextmanager
    def order(self) -> Iterator["Order"]:
        """One order of one or more statements, all or none of them; nothing at all in a dry run."""
        with self._connection.transaction(force_rollback=self.dry_run):
            yield Order(connection=self._connection, by=self.by)


class Order:
    """What may be done inside an order."""

    def __init__(self, *, connection: psycopg.Connection[DictRow], by: str) -> None:
        self._connection = connection
        self._by = by

    def run(self, name: str, **params: Any) -> list[DictRow]:
        """Run one statement; no row means that it changed nothing."""
        return self._connection.execute(statements()[name], params).fetchall()

    def note(self, *, did: str, reason: str, act: str = OPERATION, **facts: str | int | float | None) -> None:
        """Add the order's entry to the audit log."""
        told: Mapping[str, Any] = {"did": did, "reason": reason, "by": self._by, **facts}
        short = {name: fact[:LONGEST_FACT] if isinstance(fact, str) else fact for name, fact in told.items()}
        self._connection.execute(statements()["audit"], {"act": act, "facts": Jsonb(short)})
