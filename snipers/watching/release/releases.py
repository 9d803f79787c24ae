"""The releases of one venue: the snipes of each instant, and the phase of each release.

Before its instant, a release snipe is not polled for and gets no slot. After the burst it is treated like a cancel
snipe. burst.py runs one release. If a watcher dies, the next one continues each release in its current phase.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from snipers.domain import release
from snipers.domain.clock import possibly_reached
from snipers.domain.release import Phase
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import EntryKind
from snipers.watching.booking.account_checks import AccountChecks
from snipers.watching.context import VenueContext
from snipers.watching.lease.permission import Permission
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.sightings import Sightings
from snipers.watching.polling.poller import Poller
from snipers.watching.polling.schedule import PollSchedule
from snipers.watching.release.burst import ReleaseBurst
from snipers.watching.release.burst_pace import BurstPace
from snipers.watching.release.platform_clock import PlatformClock

# For this long after the start of a burst, the venue starts no other work, so that nothing delays the first bookings.
STILL_SECONDS = 1.0
BEFORE = (Phase.ARM, Phase.LEARN, Phase.WARM)
AFTERWARDS = (Phase.WATCH, Phase.OVER)


class Releases:
    """The releases of one venue.

    Times `at` are monotonic seconds; `spacing` is the least number of seconds between two polls of a key in a burst.
    """

    def __init__(
        self,
        context: VenueContext,
        permission: Permission,
        schedule: PollSchedule,
        poller: Poller,
        allocator: Allocator,
        sightings: Sightings,
        accounts: AccountChecks,
        spacing: float,
    ) -> None:
        self._context = context
        self._now = context.clock.now
        self._allocator = allocator
        self._sightings = sightings
        self._accounts = accounts
        self._clock = PlatformClock(context, permission)
        self._schedule = schedule
        self._make_burst = partial(ReleaseBurst, context, permission, poller, allocator, sightings, self._clock)
        self._bursts: dict[datetime, ReleaseBurst] = {}
        self._hurried: set[tuple[datetime, str]] = set()
        self.spacing = spacing

    def start_due(self, *, at: float) -> None:
        """For each release, start the work that its current phase requires."""
        releases = self._allocator.snipes.release_snipes()
        self._bursts = {release_at: burst for release_at, burst in self._bursts.items() if release_at in releases}
        self._hurried = {one for one in self._hurried if one[0] in releases}
        for release_at, snipes in releases.items():
            phase = self._phase(release_at, snipes, at=at)
            usable = [snipe for snipe in snipes if self._allocator.snipes.account_usable(snipe)]
            if phase in BEFORE:
                self._sightings.report_once(usable, EntryKind.ARMED, now=self._now())
            self._check_accounts_again(release_at, snipes, at=at)
            if phase in (Phase.LEARN, Phase.WARM, Phase.BURST) and release_at not in self._bursts:
                self._start(release_at)
            burst = self._bursts.get(release_at)
            if phase in AFTERWARDS or (burst is not None and burst.opened is not None):
                self._allocator.snipes.books.open(snipes)
                if burst is None or burst.over:
                    self._sightings.report_burst_end(usable, now=self._now())

    def phases(self, *, at: float) -> Mapping[int, Phase]:
        """Return, by reservation id, the phase of every release snipe whose burst is not over."""
        found: dict[int, Phase] = {}
        for release_at, snipes in self._allocator.snipes.release_snipes().items():
            phase, burst = self._phase(release_at, snipes, at=at), self._bursts.get(release_at)
            if phase not in AFTERWARDS and (burst is None or not burst.over):
                found.update(dict.fromkeys((snipe.reservation_id for snipe in snipes), phase))
        return found

    def quiet_until(self, *, at: float) -> float | None:
        """Return when work of this venue other than releases may start again. None if it may start now."""
        for release_at, burst in self._bursts.items():
            soonest, starts_at = self._bounds(release_at)
            if not burst.over and soonest - release.QUIET_SECONDS <= at < starts_at + STILL_SECONDS:
                return starts_at + STILL_SECONDS
        return None

    def next_due(self, *, at: float) -> float | None:
        """Return the next time at which a release needs a call of start_due(). None if no release needs one."""
        before = (release.ARM_SECONDS, release.READ_SECONDS, release.LEARN_SECONDS, release.QUIET_SECONDS)
        times: list[float] = []
        for release_at in self._allocator.snipes.release_snipes():
            soonest, starts_at = self._bounds(release_at)
            times += [soonest - seconds for seconds in before]
            times += [starts_at + STILL_SECONDS, starts_at + release.BURST_SECONDS]
        return min((time for time in times if time > at), default=None)

    def _start(self, release_at: datetime) -> None:
        pace = BurstPace(self._schedule, spacing=self.spacing)
        burst = self._bursts[release_at] = self._make_burst(release_at=release_at, pace=pace)
        self._context.background.start(("release", release_at), burst.run)
        self._context.background.start("warm the store", self._context.store.warm)

    def _check_accounts_again(self, release_at: datetime, snipes: Sequence[Snipe], *, at: float) -> None:
        """Read each account's list again shortly before the instant. This also shows whether its token is still
        valid."""
        if at < self._bounds(release_at)[0] - release.READ_SECONDS:
            return
        for snipe in snipes:
            account = release_at, snipe.account.sealed_token
            if account not in self._hurried:
                self._hurried.add(account)
                self._accounts.hurry(snipe.account)

    def _phase(self, release_at: datetime, snipes: Sequence[Snipe], *, at: float) -> Phase:
        left = max(snipe.ends_at for snipe in snipes) - self._now()
        return release.phase(
            instant=release_at.timestamp(), offset=self._clock.offset, now=at, ends_at=at + left.total_seconds()
        )

    def _bounds(self, release_at: datetime) -> tuple[float, float]:
        """Return two times on our monotonic clock: at the first, the platform's clock may have reached the instant; at
        the second, it has certainly reached it."""
        offset, instant = self._clock.offset, release_at.timestamp()
        return possibly_reached(offset, instant=instant), release.burst_starts_at(offset, instant=instant)
