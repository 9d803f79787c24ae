"""The registry of the relay: what other apps do in its runs.

The apps register in AppConfig.ready. The relay imports none of them.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from apps.notices.content.kinds import Notice
from apps.requests.models import Opening


class Step(Protocol):
    """A function that handles a batch of pending work and returns the number of handled rows."""

    def __call__(self, *, now: datetime) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeStep:
    """A step after new outcomes. It is repeated until it handles less than `batch` rows."""

    name: str
    run: Step
    batch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """What the user is offered because of an opening. `notice` makes its message from the fields of the table."""

    swap_id: int
    notice: Callable[..., Notice]


class OnOpening(Protocol):
    """Handles the openings that searches of booked tables saw."""

    def lock(self, openings: Collection[Opening], /) -> None:
        """Lock the rows that `offer` changes. Runs before the event cursors are locked."""

    def offer(self, opening: Opening, /, *, now: datetime) -> Offered | None:
        """Store an offer in the caller's transaction. Return None if nothing is to be offered."""


on_outcome: Final[list[OutcomeStep]] = []
# Steps of each poll, between those that end requests and those that report tables.
on_poll: Final[list[Step]] = []
on_opening: Final[list[OnOpening]] = []
