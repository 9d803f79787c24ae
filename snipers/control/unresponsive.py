"""Selects unresponsive watchers for replacement, and venues for quarantine. Pure.

A frozen process does not end, so Ray does not restart it. In each cycle the controller requests reports. A watcher's
unresponsive time is the total duration of the cycles in which it did not answer. A cycle counts as LONGEST_CYCLE at
most, because a controller that was suspended has received no report of any watcher.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from snipers.control.plan import MOST_FAILURES, Quarantine, make_quarantine
from snipers.store.records import Desired

# To kill a watcher takes 0.5 s, and to start the next one 2 to 3 s. So the venue is watched again within 20 s.
UNRESPONSIVE_AFTER = timedelta(seconds=13)
LONGEST_CYCLE = timedelta(seconds=3)
# MOST_FAILURES replacements within this time put the venue into quarantine.
REPLACEMENT_WINDOW = timedelta(minutes=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unresponsive:
    """Watchers to replace, and venues to put into quarantine."""

    replace: Sequence[int]
    quarantine: Sequence[Quarantine]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Watcher:
    asked_at: datetime
    unanswered: timedelta = timedelta()


class ResponseTracker:
    """Tracks how long each watcher has not answered, and how often it was replaced."""

    def __init__(self) -> None:
        self._watchers: dict[int, _Watcher] = {}
        self._replaced_at: dict[int, list[datetime]] = {}

    def record_responses(
        self, *, asked: Collection[int], answered: Collection[int], running: Collection[int], now: datetime
    ) -> None:
        """Record which watchers answered. Starting watchers are not in `asked` and do not count as unresponsive."""
        before = {one: self._watchers[one] for one in self._watchers.keys() & set(running).difference(answered)}
        self._watchers = before | dict.fromkeys(answered, _Watcher(asked_at=now))
        for venue_id in set(asked).difference(answered):
            one = before.get(venue_id, _Watcher(asked_at=now))
            unanswered = one.unanswered + min(now - one.asked_at, LONGEST_CYCLE)
            self._watchers[venue_id] = _Watcher(asked_at=now, unanswered=unanswered)

    def overdue(self) -> list[int]:
        """Return the venues whose watchers have not answered for half the time after which they are unresponsive."""
        return [venue_id for venue_id, one in self._watchers.items() if 2 * one.unanswered >= UNRESPONSIVE_AFTER]

    def select_unresponsive(self, *, desired: Mapping[int, Desired], at_most: int, now: datetime) -> Unresponsive:
        """Select at most `at_most` unresponsive watchers of desired venues, the longest
        unresponsive first.

        A venue that is selected at least MOST_FAILURES times within REPLACEMENT_WINDOW is put into
        quarantine; the watchers of the others are replaced. The unresponsive time of a selected
        watcher starts again at zero.
        """
        over = [
            (-one.unanswered, venue_id)
            for venue_id, one in self._watchers.items()
            if one.unanswered >= UNRESPONSIVE_AFTER and venue_id in desired
        ]
        chosen = [venue_id for _, venue_id in sorted(over)[: max(0, at_most)]]
        recent = {
            venue_id: [at for at in times if now - at < REPLACEMENT_WINDOW]
            for venue_id, times in self._replaced_at.items()
        }
        self._replaced_at = {venue_id: times for venue_id, times in recent.items() if times}
        for venue_id in chosen:
            del self._watchers[venue_id]
            self._replaced_at.setdefault(venue_id, []).append(now)
        faulty = {one: len(self._replaced_at[one]) for one in chosen if len(self._replaced_at[one]) >= MOST_FAILURES}
        return Unresponsive(
            replace=[venue_id for venue_id in chosen if venue_id not in faulty],
            quarantine=[
                make_quarantine(desired[one], failures=times, reason=f"unresponsive {times} times in 10 min", now=now)
                for one, times in faulty.items()
            ],
        )
