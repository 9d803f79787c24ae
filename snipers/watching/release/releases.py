"""The drops of one venue: who waits for which instant, what each drop needs now, and who is held back until then.

Before the instant of its release a snipe takes part in nothing (floor.py holds it back); after the burst it is watched
like any other. One instant itself is drop.py. A watcher that dies on the way leaves nothing behind that
the next one would miss: it finds the drop in whatever phase it is in and goes on there.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from snipers.background.tasks import BackgroundTasks
from snipers.clients.base import BookingClient, PlatformError
from snipers.domain import release
from snipers.domain.clock import possibly_reached
from snipers.domain.release import Phase
from snipers.domain.snipe import Snipe
from snipers.store.base import SnipeStore
from snipers.watching.booking.account_checks import AccountCare
from snipers.watching.matching.allocator import Floor
from snipers.watching.matching.orders import Key
from snipers.watching.matching.sightings import Sightings
from snipers.watching.metrics import Figures
from snipers.watching.release.burst import DropRun, Leave, PlatformClock
from snipers.watching.release.platform_state import platform_stopped

# The bookings of the first answers leave undisturbed.
STILL_SECONDS = 1.0
# What is done beside the platform's connections before the instant has as long: less than release.WARM_SECONDS.
READY_SECONDS = 0.3
BEFORE = (Phase.ARM, Phase.LEARN, Phase.WARM)
AFTERWARDS = (Phase.WATCH, Phase.OVER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """What the watcher lets its drops do (see drop.Leave); `wake` has it look again at what is due."""

    ask: Callable[[Key], Coroutine[None, None, None]]
    may_ask: Callable[[], bool]
    opens_at: Callable[[], float]
    trouble: Callable[[PlatformError], None]
    wake: Callable[[], None]


class Releases:
    """Times `at` are monotonic seconds."""

    def __init__(
        self,
        *,
        store: SnipeStore,
        client: BookingClient,
        floor: Floor,
        tasks: BackgroundTasks,
        sightings: Sightings,
        rights: Rights,
        accounts: AccountCare,
        figures: Figures,
        spacing: float,
        now: Callable[[], datetime],
        monotonic: Callable[[], float],
    ) -> None:
        self._store = store
        self._client = client
        self._floor = floor
        self._tasks = tasks
        self._sightings = sightings
        self._rights = rights
        self._accounts = accounts
        self._figures = figures
        self._spacing = spacing
        self._now = now
        self._monotonic = monotonic
        self._clock = PlatformClock(client=client, learned=rights.wake, now=now, monotonic=monotonic)
        self._runs: dict[datetime, DropRun] = {}
        self._hurried: set[tuple[datetime, str]] = set()

    def step(self, *, at: float) -> None:
        """Begin what the drops need now."""
        drops = self._drops()
        self._runs = {release_at: run for release_at, run in self._runs.items() if release_at in drops}
        self._hurried = {call for call in self._hurried if call[0] in drops}
        for release_at, snipes in drops.items():
            stage = self._phase(release_at, snipes, at=at)
            able = [snipe for snipe in snipes if self._floor.connected(snipe)]
            if stage in BEFORE:
                self._sightings.armed(able, now=self._now())
            self._hurry(release_at, snipes, at=at)
            if stage in (Phase.LEARN, Phase.WARM, Phase.BURST) and release_at not in self._runs:
                self._start(release_at, snipes)
            run = self._runs.get(release_at)
            if stage in AFTERWARDS or (run is not None and run.opened is not None):
                self._floor.release(snipes)
                if run is None or run.over:
                    self._sightings.watched(able, now=self._now())

    def phases(self, *, at: float) -> Mapping[int, Phase]:
        """Return the phase of every snipe whose burst is not over, by its id."""
        found: dict[int, Phase] = {}
        for release_at, snipes in self._drops().items():
            stage, run = self._phase(release_at, snipes, at=at), self._runs.get(release_at)
            if stage not in AFTERWARDS and (run is None or not run.over):
                found.update(dict.fromkeys((snipe.reservation_id for snipe in snipes), stage))
        return found

    def bursting(self, key: Key) -> Mapping[int, bool]:
        """Return the snipes for a key whose book opens at this moment, and whether their baseline is fresh."""
        return {
            snipe.reservation_id: self._baseline_fresh(snipe, run.opened)
            for run, snipes in self._bursts()
            for snipe in snipes
            if (snipe.date, snipe.party_size) == key
        }

    @property
    def keys(self) -> frozenset[Key]:
        """The keys that a burst asks for now, so that nobody else does."""
        return frozenset((snipe.date, snipe.party_size) for _, snipes in self._bursts() for snipe in snipes)

    def quiet_until(self, *, at: float) -> float | None:
        """Return until when nothing else of this venue may begin, None when it may."""
        for release_at, run in self._runs.items():
            soonest, fires_at = self._bounds(release_at)
            if not run.over and soonest - release.QUIET_SECONDS <= at < fires_at + STILL_SECONDS:
                return fires_at + STILL_SECONDS
        return None

    def wakes_at(self, *, at: float) -> float | None:
        """Return when step() has something to do next, as far as the clock decides it."""
        befores = (release.ARM_SECONDS, release.READ_SECONDS, release.LEARN_SECONDS, release.QUIET_SECONDS)
        times: list[float] = []
        for release_at in self._drops():
            soonest, fires_at = self._bounds(release_at)
            times += [soonest - before for before in befores]
            times += [fires_at + STILL_SECONDS, fires_at + release.BURST_SECONDS]
        return min((time for time in times if time > at), default=None)

    # inside

    def _start(self, release_at: datetime, snipes: Sequence[Snipe]) -> None:
        rights = self._rights
        leave = Leave(
            snipes=partial(self._waiting_for, release_at),
            ask=rights.ask,
            may_ask=rights.may_ask,
            opens_at=rights.opens_at,
            stopped=partial(platform_stopped, store=self._store, platform=snipes[0].platform),
            free=lambda key: bool(self._floor.waiting(now=self._now(), key=key)),
            trouble=rights.trouble,
            stand_ready=lambda: self._tasks.start("warm the store", self._stand_ready),
            open_books=lambda: self._floor.release(self._waiting_for(release_at)),
            fired=partial(self._fired, release_at),
        )
        run = self._runs[release_at] = DropRun(
            release_at=release_at,
            clock=self._clock,
            client=self._client,
            leave=leave,
            spacing=self._spacing,
            monotonic=self._monotonic,
        )
        self._tasks.start(("drop", release_at), run.run)
        self._tasks.start("warm the store", self._store.warm)

    async def _stand_ready(self) -> None:
        """Have the plan for a claim fresh in every connection. Whatever holds one of them up, all are free again at the
        instant."""
        with suppress(TimeoutError):
            async with asyncio.timeout(READY_SECONDS):
                await self._store.warm()

    def _hurry(self, release_at: datetime, snipes: Sequence[Snipe], *, at: float) -> None:
        """Have each account read once more shortly before the instant: what it holds, and whether its token is good."""
        if at < self._bounds(release_at)[0] - release.READ_SECONDS:
            return
        for snipe in snipes:
            call = release_at, snipe.account.sealed_token
            if call not in self._hurried:
                self._hurried.add(call)
                self._accounts.hurry(snipe.account)

    def _fired(self, release_at: datetime, key: Key, late: float) -> None:
        snipes = [snipe for snipe in self._waiting_for(release_at) if (snipe.date, snipe.party_size) == key]
        self._figures.fired(late=late)
        self._sightings.fired(filter(self._floor.connected, snipes), now=self._now(), late=late)

    def _phase(self, release_at: datetime, snipes: Sequence[Snipe], *, at: float) -> Phase:
        left = max(snipe.ends_at for snipe in snipes) - self._now()
        return release.phase(
            instant=release_at.timestamp(), offset=self._clock.offset, now=at, ends_at=at + left.total_seconds()
        )

    def _bounds(self, release_at: datetime) -> tuple[float, float]:
        """Return from when the instant is possible and from when it is certain, by our clock."""
        offset, instant = self._clock.offset, release_at.timestamp()
        return possibly_reached(offset, instant=instant), release.fires(offset, instant=instant)

    def _baseline_fresh(self, snipe: Snipe, opened: float | None) -> bool:
        """Whether the account was read while the day was not on sale: nothing of that day in it can be the diner's."""
        read = self._accounts.read_at(snipe.account)
        return opened is not None and read is not None and opened - release.ARM_SECONDS <= read < opened

    def _bursts(self) -> list[tuple[DropRun, Sequence[Snipe]]]:
        return [(run, self._waiting_for(release_at)) for release_at, run in self._runs.items() if run.bursting]

    def _waiting_for(self, release_at: datetime) -> list[Snipe]:
        return self._drops().get(release_at, [])

    def _drops(self) -> dict[datetime, list[Snipe]]:
        drops: dict[datetime, list[Snipe]] = {}
        for snipe in self._floor.snipes.values():
            if snipe.snipe_type == "release" and snipe.release_at is not None:
                drops.setdefault(snipe.release_at, []).append(snipe)
        return drops
