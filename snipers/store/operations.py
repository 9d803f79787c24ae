"""The database access of the operators' command line (snipers/ops): reads, and changes with their audit entries.

The calls block. A change only writes rows that controllers and watchers read, so changes work while Ray is down.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self

import psycopg
from psycopg.rows import DictRow, dict_row
from psycopg.types.json import Jsonb

from snipers.store.statements import statements

CONNECT_SECONDS = 5
MOST_CHARACTERS = 200
# Acts of the audit log (apps/accounts/security/audit.py).
KILL_SWITCH = "kill_switch"
OPERATION = "operation"


class Operations:
    """One operator's connection to the database. With `dry_run`, every transaction is rolled back.

    `by` is the operator's name in audit entries. For a change through the admin API, `by_id` is the operator's user id
    and `address` the network address.
    """

    def __init__(
        self, *, url: str, by: str, dry_run: bool = False, by_id: int | None = None, address: str = ""
    ) -> None:
        self._url = url
        self._connection = self._connect()
        self.by = by
        self.dry_run = dry_run
        self._user: Mapping[str, Any] = {"by_id": by_id, "address": address[:64]}

    def _connect(self) -> psycopg.Connection[DictRow]:
        return psycopg.connect(self._url, autocommit=True, row_factory=dict_row, connect_timeout=CONNECT_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def read(self, name: str, **params: Any) -> list[DictRow]:
        """Run a named statement that only reads, and return its rows. Connect again if the connection was lost."""
        if self._connection.closed:
            self._connection = self._connect()
        return self._connection.execute(statements()[name], params).fetchall()

    @contextmanager
    def transaction(self) -> Iterator["Transaction"]:
        """Run the statements of the block in one transaction, which is rolled back with `dry_run`."""
        with self._connection.transaction(force_rollback=self.dry_run):
            yield Transaction(connection=self._connection, by=self.by, user=self._user)


class Transaction:
    """One transaction of an operator: runs named statements and writes audit entries."""

    def __init__(self, *, connection: psycopg.Connection[DictRow], by: str, user: Mapping[str, Any]) -> None:
        self._connection = connection
        self._by = by
        self._user = user

    def run(self, name: str, **params: Any) -> list[DictRow]:
        """Run one named statement and return its rows. No row means that the statement has changed nothing."""
        return self._connection.execute(statements()[name], params).fetchall()

    def audit(self, *, did: str, reason: str, act: str = OPERATION, **facts: str | int | float | None) -> None:
        """Write an audit entry: `did` says what was done, `reason` is the operator's, `facts` are further fields."""
        all_facts: Mapping[str, Any] = {"did": did, "reason": reason, "by": self._by, **facts}
        short = {name: fact[:MOST_CHARACTERS] if isinstance(fact, str) else fact for name, fact in all_facts.items()}
        self._connection.execute(statements()["audit"], {"act": act, "facts": Jsonb(short), **self._user})
