"""The operations of operators on the database. The command line uses them directly, and the web tower for its admin
API.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self

import psycopg

from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken
from snipers.ops.changes import Author, build_change
from snipers.ops.parameters import check_parameters
from snipers.ops.port import Operations, Unavailable
from snipers.ops.reads import FIXED, READS
from snipers.ops.results import CommandRefused, CommandResult, ExitCode, Row
from snipers.ops.system_status import collect_rows
from snipers.store import operations as store


class DatabaseOperations(Operations):
    """One operator's connection to the database. `seal_keys` returns the keys that seal the platforms' secrets.

    The other arguments are those of snipers.store.operations.Operations. Raises Unavailable if the database does not
    answer.
    """

    def __init__(
        self,
        *,
        url: str,
        by: str,
        seal_keys: Callable[[], Sequence[str]],
        dry_run: bool = False,
        by_id: int | None = None,
        address: str = "",
    ) -> None:
        self._by, self._by_id, self._address, self._seal_keys = by, by_id, address, seal_keys
        self.dry_run = dry_run
        with _failures_translated():
            self._store = store.Operations(url=url, by=by, dry_run=dry_run, by_id=by_id, address=address)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._store.__exit__()

    def read(self, name: str, **params: Any) -> Sequence[Row]:
        """Run the read of READS that is called `name`, and return its rows."""
        checks = READS.get(name)
        if checks is None:
            raise CommandRefused(f"There is no read {name!r}.", code=ExitCode.NOT_FOUND)
        checked = check_parameters(params, checks, name=name)
        with _failures_translated():
            return self._store.read(name, **checked, **FIXED.get(name, {}))

    def status_rows(self) -> Mapping[str, Sequence[Row]]:
        """Return the rows of the system's status."""
        return collect_rows(self.read)

    def change(self, name: str, *, reason: str, **params: Any) -> CommandResult:
        """Make the change of CHANGES called `name`, and write its audit entries (Change)."""
        author = Author(by=self._by, reason=reason, seal=self._seal, by_id=self._by_id, address=self._address)
        with _failures_translated():
            change = build_change(name, params, author=author)
            with self._store.transaction() as transaction:
                changed = [transaction.run(statement, **given) for statement, given in change.statements]
                found = next((rows for rows in changed if rows), [])
                facts = [change.audit(row) for row in found] if change.audit_once is None else [change.audit_once]
                for one in facts:
                    transaction.audit(act=change.act, did=change.did, reason=reason, **one)
        message = change.done(found[0]) if found else change.already
        if found and self.dry_run:
            message = f"would be: {message}"
        return CommandResult(message=message, data={"changed": bool(found), "dry_run": self.dry_run, "says": message})

    def sealed_access(self, platform: str) -> Row | None:
        """Return the stored access to a platform, with its sealed secret; None if none is stored.

        The admin API does not offer this.
        """
        return next((row for row in self._store.read("read_access") if row["platform"] == platform), None)

    def _seal(self, platform: str, secret: str) -> str | None:
        """Return the sealed secret. Return None if it equals the stored one, so that a repeated command changes
        nothing.
        """
        box = SealedBox(self._seal_keys())
        stored = self.sealed_access(platform)
        try:
            if stored and stored["sealed_secret"] and box.open(SealedToken(stored["sealed_secret"])) == secret:
                return None
        except BrokenSeal:
            pass
        return box.seal(secret).text


@contextmanager
def _failures_translated() -> Iterator[None]:
    """Raise the database's failures as Unavailable, without their texts, which may contain the address with the
    password.
    """
    try:
        yield
    except psycopg.errors.UndefinedTable:
        raise Unavailable("The database has older tables than this program: migrate first.") from None
    except psycopg.OperationalError as error:
        raise Unavailable(f"The database does not answer ({type(error).__name__}).") from None
