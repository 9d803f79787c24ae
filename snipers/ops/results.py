"""The result of a command: a table and a message, or JSON, and an exit code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

Row = Mapping[str, Any]


class ExitCode(IntEnum):
    """Exit codes. A repeated command returns DONE, even if there was nothing left to do."""

    DONE = 0
    BAD = 1  # a check failed, or a hand-over was reverted
    USAGE = 2  # argparse's own
    NOT_FOUND = 3
    REFUSED = 4  # the change would do damage now
    NO_DATABASE = 5
    TIMEOUT = 6  # requested, and not finished within --wait


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandResult:
    """The result of a command. `rows` are printed as a table, followed by `message`.

    With --json, `data` is printed; without `data`, the rows and the message.
    """

    message: str = ""
    rows: Sequence[Row] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    code: ExitCode = ExitCode.DONE


class CommandRefused(Exception):
    """The command was not executed. The text is a sentence that states the reason."""

    def __init__(self, sentence: str, *, code: ExitCode = ExitCode.REFUSED) -> None:
        super().__init__(sentence)
        self.code = code
