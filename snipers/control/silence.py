"""Watchers that are there by name and say nothing: who is replaced, and who is silent so often that its venue rests.

A process can stand still without ending, and then nothing brings it back by itself. Pure: the loop says who was asked
and who answered. Time counts as silence only between two questions that we put ourselves, and never more of it than a
step takes: a controller that was stopped, slept or waited for Ray has heard nothing of anybody.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from snipers.control.plan import Quarantine, rest
from snipers.store.base import Desired

# With half a second for the kill and two or three for the start, a venue is watched again within 20 s.
SILENT = timedelta(seconds=13)
LONGEST_STEP = timedelta(seconds=3)
# So many silences within so long are no accident of the machine.
OFTEN = 3
WITHIN = timedelta(minutes=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Silenced:
    """What to do now: watchers to end so that new ones start in their places, and venues that get none for a while."""

    replace: Sequence[int]
    quarantine: Sequence[Quarantine]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ear:
    """One watcher: when it was asked last, and how long it had said nothing by then."""

    asked_at: datetime
    silent: timedelta = timedelta()


class Silence:
    """Who has said nothing for how long, and how often that came to an end by force."""

    def __init__(self) -> None:
        self._ears: dict[int, _Ear] = {}
        self._ends: dict[int, list[datetime]] = {}

    def hear(self, *, asked: Collection[int], spoke: Collection[int], running: Collection[int], now: datetime) -> None:
        """Take in who answered. Leave those out of `asked` that are still starting: they start again afterwards."""
        before = {venue_id: ear for venue_id, ear in self._ears.items() if venue_id in running}
        self._ears = before | {venue_id: _Ear(asked_at=now) for venue_id in spoke}
        for venue_id in set(asked) - set(spoke):
            ear = before.get(venue_id, _Ear(asked_at=now))
            silent = ear.silent + min(now - ear.asked_at, LONGEST_STEP)
            self._ears[venue_id] = _Ear(asked_at=now, silent=silent)

    def judge(self, *, desired: Mapping[int, Desired], at_most: int, now: datetime) -> Silenced:
        """Return whom to replace, at most so many at once and the longest silent first; those are forgiven by it."""
        over = [venue_id for venue_id, ear in self._ears.items() if ear.silent >= SILENT and venue_id in desired]
        chosen = sorted(over, key=lambda venue_id: (-self._ears[venue_id].silent, venue_id))[: max(0, at_most)]
        late = {venue_id: [end for end in ends if now - end < WITHIN] for venue_id, ends in self._ends.items()}
        self._ends = {venue_id: ends for venue_id, ends in late.items() if ends}
        for venue_id in chosen:
            del self._ears[venue_id]
            self._ends.setdefault(venue_id, []).append(now)
        often = {venue_id: len(self._ends[venue_id]) for venue_id in chosen if len(self._ends[venue_id]) >= OFTEN}
        return Silenced(
            replace=[venue_id for venue_id in chosen if venue_id not in often],
            quarantine=[_quarantine(desired[venue_id], times, now) for venue_id, times in often.items()],
        )


def _quarantine(venue: Desired, times: int, now: datetime) -> Quarantine:
    length = rest(times=times - OFTEN, open_attempts=venue.open_attempts)
    return Quarantine(venue_id=venue.venue_id, until=now + length, reason=f"silent {times} times in 10 min")
