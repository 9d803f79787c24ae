"""The interface through which commands read and change the system. It has two implementations: one for the database,
one for the admin API.

A read or a change is called by its name, as in `read("read_watches")`. `database.DatabaseOperations` runs the
statements itself. `remote.RemoteOperations` calls the admin API of the web tower, which runs the statements with
DatabaseOperations.
"""

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from snipers.ops.results import CommandResult, Row
from snipers.store import rows
from snipers.store.records import Desired


class Unavailable(Exception):
    """The database or the admin API does not answer. The text is a sentence without addresses and secrets."""


class Operations(Protocol):
    """The reads and changes of operators. With `dry_run`, each change is rolled back."""

    dry_run: bool

    def read(self, name: str, **params: Any) -> Sequence[Row]:
        """Run one of the named reads (reads.py) and return its rows.

        Raises Unavailable, and CommandRefused for an unknown name or wrong parameters.
        """

    def desired(self) -> list[Desired]:
        """Return the venues that need a watcher, as controllers read them."""
        return [rows.desired(row) for row in self.read("desired")]

    def status_rows(self) -> Mapping[str, Sequence[Row]]:
        """Return, by the name of each read, the rows from which system_status.py computes the status of the whole
        system.
        """

    def change(self, name: str, *, reason: str, **params: Any) -> CommandResult:
        """Make one of the named changes (changes.py), with its audit entries, in one transaction.

        Raises Unavailable, and CommandRefused for an unknown name or wrong parameters.
        """


Command = Callable[[Operations, Namespace], CommandResult]
