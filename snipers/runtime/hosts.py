"""Who sits in which host, as the fleet knows it: what hosts said, and what they were told and have not said yet.

No I/O; times are monotonic seconds. A host's crashes and silences are its venues' common fate twice at most: the host
that ended a second time within ten minutes is given up, and each of its watchers has a process of its own for an hour.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from snipers.control.base import Shares
from snipers.runtime.mailbox import Seating
from snipers.runtime.names import of_host

OFTEN = 2
WITHIN = 600.0
APART = 3600.0
# A host that was created is not in Ray's list at once.
CREATED_WITHIN = 12.0
# Where two controllers seat one venue in two hosts, the lease has decided by then.
TAKEN_WITHIN = 30.0
# A process that begins again says nothing for some seconds.
BEGINS_AGAIN = 20.0
# An empty host is kept for the next watcher for so long.
KEPT_EMPTY = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A venue that a host was told to watch."""

    host: str
    platform: str
    at: float


class Hosts:
    """`most` watchers sit in one host."""

    def __init__(self, *, most: int) -> None:
        self._most = most
        self._said: dict[str, Seating] = {}
        self._named: frozenset[str] = frozenset()
        self._told: dict[int, Told] = {}
        self._ends: dict[str, list[float]] = {}
        self._replaced: dict[str, float] = {}
        self._apart: dict[int, float] = {}
        self._empty: dict[str, float] = {}
        self._closed: set[str] = set()
        self._leaving: dict[str, float] = {}
        self.known = False

    @property
    def venues(self) -> frozenset[int]:
        """Everybody who sits in a host, or is about to."""
        return frozenset(self._told).union(*(one.venues for one in self._said.values()))

    @property
    def apart(self) -> frozenset[int]:
        """Who is to have a process of its own for a while."""
        return frozenset(self._apart)

    def shares(self) -> Shares:
        """See Fleet."""
        return Shares(together=self.venues, apart=self.apart)

    def of(self, venue_id: int) -> str | None:
        """Return the host in which a venue sits."""
        return next((name for name, said in self._said.items() if venue_id in said.venues), None)

    def host_of(self, venue_id: int) -> str | None:
        """Return the host in which a venue sits, or else is to sit."""
        told = self._told.get(venue_id)
        return self.of(venue_id) or (told.host if told is not None else None)

    def neighbours(self, host: str) -> frozenset[int]:
        """Return who sits in a host."""
        said = self._said.get(host)
        told = frozenset(venue_id for venue_id, told in self._told.items() if told.host == host)
        return told | said.venues if said else told

    def see(self, *, named: Collection[str], said: Mapping[str, Seating], at: float) -> list[str]:
        """Take in which hosts there are and what they said; returns those that said something and are gone.

        A restarted mailbox actor has not heard from all hosts yet: until then the earlier report of a host counts.
        """
        before = self._said
        self._said = {name: one for name in sorted(named) if (one := said.get(name) or before.get(name)) is not None}
        self._named, self.known = frozenset(named), True
        for name, one in self._said.items():
            again = max(0, one.restarts - before[name].restarts) if name in before else 0
            self._ends.setdefault(name, []).extend([at] * again)
            self._part(one.fell - (before[name].fell if name in before else frozenset()), at)
        self._ends = {
            name: [end for end in ends if at - end < WITHIN] for name, ends in self._ends.items() if name in named
        }
        self._told = {venue_id: told for venue_id, told in self._told.items() if self._waits(venue_id, told, at)}
        self._leaving = {
            name: since for name, since in self._leaving.items() if name in named or at - since < CREATED_WITHIN
        }
        self._apart = {venue_id: until for venue_id, until in self._apart.items() if until > at}
        self._empty = {name: self._empty.get(name, at) for name in named if not self.neighbours(name)}
        return sorted(said.keys() - set(named))

    def seat(self, venue_id: int, platform: str, *, at: float) -> str:
        """Choose a host other than the one where the venue sits: the fullest with a place, else a new one.

        None whose node is closed: it is to be left.
        """
        told = self._told.get(venue_id)
        if told is not None and self._open(told.host):
            return told.host
        hosts = self._named | {one.host for one in self._told.values()} | self._leaving.keys()
        open_ones = {name for name in hosts if self._open(name)} - {self.of(venue_id)}
        places = {name: len(self.neighbours(name)) for name in open_ones}
        free = [name for name, taken in places.items() if taken < self._most]
        fullest = min(free, key=lambda name: (-places[name], _number(name)), default=None)
        chosen = fullest or next(name for number in range(10**6) if (name := of_host(number)) not in hosts)
        self._told[venue_id] = Told(host=chosen, platform=platform, at=at)
        self._empty.pop(chosen, None)
        return chosen

    def leave(self, venue_id: int) -> bool:
        """The venue is to sit in no host, and one where it sits lets it go by itself; True if one was told of it."""
        return self._told.pop(venue_id, None) is not None

    def unsent(self) -> dict[str, dict[int, str]]:
        """Return what hosts that have spoken do not do yet: they may not have heard of it."""
        found: dict[str, dict[int, str]] = {}
        for venue_id, told in self._told.items():
            if told.host in self._said:
                found.setdefault(told.host, {})[venue_id] = told.platform
        return found

    def close(self, node: str) -> None:
        """Nobody new sits on this node."""
        self._closed.add(node)

    def empty(self, *, at: float) -> list[str]:
        """Return hosts in which nobody has sat for a while; nobody will from now on."""
        found = sorted(name for name, since in self._empty.items() if name in self._said and at - since > KEPT_EMPTY)
        self._leaving |= {name: self._leaving.get(name, at) for name in found}
        return found

    def worn(self) -> list[str]:
        """Return hosts that have ended too often."""
        return sorted(name for name, ends in self._ends.items() if len(ends) >= OFTEN)

    def give_up(self, host: str, *, at: float) -> None:
        """This host has ended for good; each of its watchers has a process of its own for a while."""
        self._part(self.neighbours(host), at)
        self._told = {venue_id: told for venue_id, told in self._told.items() if told.host != host}
        self._named -= {host}
        self._leaving[host] = at
        self._said.pop(host, None)
        self._ends.pop(host, None)
        self._replaced.pop(host, None)
        self._empty.pop(host, None)

    def silent(self, host: str, *, at: float) -> str:
        """Say what to do with a host that stands still: `wait`, for it begins again just now, `restart`, `give up`."""
        if at - self._replaced.get(host, -BEGINS_AGAIN) < BEGINS_AGAIN:
            return "wait"
        if len([end for end in self._ends.get(host, []) if at - end < WITHIN]) + 1 >= OFTEN:
            return "give up"
        self._replaced[host] = at
        return "restart"

    def _open(self, host: str) -> bool:
        return host not in self._leaving and (host not in self._said or self._said[host].node not in self._closed)

    def _waits(self, venue_id: int, told: Told, at: float) -> bool:
        """Whether what a host was told has still to come true."""
        said = self._said.get(told.host)
        if said is not None and venue_id in said.venues:
            return False
        if at - told.at > TAKEN_WITHIN and self.of(venue_id) is not None:
            return False
        return told.host in self._named or at - told.at < CREATED_WITHIN

    def _part(self, venues: Collection[int], at: float) -> None:
        self._apart |= dict.fromkeys(venues, at + APART)


def _number(host: str) -> int:
    return int(host.rpartition("-")[2])
