"""The database access of the operators' command line (snipers/ops): reads, and changes with their audit entries.

The calls block. A change only writes rows that controllers and watchers read, so changes work while Ray is down.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self

import psycopg
from psycopg.rows import DictRow, dict_row
from psycopg.types.json import Jsonb

from snipers.store import rows
from snipers.store.base import WATCH_AFTER_RELEASE_SECONDS, WATCH_BEFORE_RELEASE_SECONDS
from snipers.store.records import Desired
from snipers.store.statements import statements

CONNECT_SECONDS = 5
MOST_CHARACTERS = 200
# Acts of the audit log (apps/accounts/audit.py).
KILL_SWITCH = "kill_switch"
OPERATION = "operation"


class Operations:
    """One operator's connection. With `dry_run`, every transaction is rolled back."""

    def __init__(self, *, url: str, by: str, dry_run: bool = False) -> None:
        self._connection = psycopg.connect(url, autocommit=True, row_factory=dict_row, connect_timeout=CONNECT_SECONDS)
        self.by = by
        self.dry_run = dry_run

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def read(self, name: str, **params: Any) -> list[DictRow]:
        """Run a named statement that only reads, and return its rows."""
        return self._connection.execute(statements()[name], params).fetchall()

    def desired(self) -> list[Desired]:
        """Return the venues that need a watcher, as controllers read them."""
        horizon = {"before_seconds": WATCH_BEFORE_RELEASE_SECONDS, "after_seconds": WATCH_AFTER_RELEASE_SECONDS}
        return [rows.desired(row) for row in self.read("desired", **horizon)]

    @contextmanager
    def transaction(self) -> Iterator["Transaction"]:
        """Run the statements of the block in one transaction, which is rolled back with `dry_run`."""
        with self._connection.transaction(force_rollback=self.dry_run):
            yield Transaction(connection=self._connection, by=self.by)


class Transaction:
    """The statements of one transaction."""

    def __init__(self, *, connection: psycopg.Connection[DictRow], by: str) -> None:
        self._connection = connection
        self._by = by

    def run(self, name: str, **params: Any) -> list[DictRow]:
        """Run one named statement and return its rows. No row means that the statement has changed nothing."""
        return self._connection.execute(statements()[name], params).fetchall()

    def audit(self, *, did: str, reason: str, act: str = OPERATION, **facts: str | int | float | None) -> None:
        """Write an audit entry: `did` says what was done, `reason` is the operator's, `facts` are further fields."""
        all_facts: Mapping[str, Any] = {"did": did, "reason": reason, "by": self._by, **facts}
        short = {name: fact[:MOST_CHARACTERS] if isinstance(fact, str) else fact for name, fact in all_facts.items()}
        self._connection.execute(statements()["audit"], {"act": act, "facts": Jsonb(short)})
