"""What a command answers: for people a sentence or a table, for programs JSON, for scripts an exit code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any


class Code(IntEnum):
    """Exit codes. DONE also when there was nothing left to do: every order may be repeated."""

    DONE = 0
    BAD = 1  # looked at, and something is wrong; or begun, and taken back
    USAGE = 2  # argparse's own
    NOT_FOUND = 3
    REFUSED = 4  # would do harm as things stand
    NO_DATABASE = 5
    TIMEOUT = 6  # ordered, and not done in the time given to wait


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """`rows` become a table, `says` stands below it. `data` is for --json, else the rows are."""

    says: Sequence[str] = ()
    rows: Sequence[Mapping[str, Any]] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    code: Code = Code.DONE


class Refused(Exception):
    """An order that is not carried out; the sentence says why."""

    def __init__(self, sentence: str, *, code: Code = Code.REFUSED) -> None:
        super().__init__(sentence)
        self.code = code


def changed(rows: Sequence[Mapping[str, Any]], *, done: str, already: str, dry_run: bool) -> Answer:
    """Return the answer to an order that may have been carried out before."""
    says = (f"would be: {done}" if dry_run else done) if rows else already
    return Answer(says=[says], data={"changed": bool(rows), "dry_run": dry_run, "says": says})
