"""Tracks which release snipes of one venue have an open book, and which releases a burst is polling. In memory, no I/O.

The package release/ decides when a book opens.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from snipers.domain.cadence import PollKey
from snipers.domain.release import ARM_SECONDS
from snipers.domain.snipe import Account, Snipe


class Books:
    """The open books and the running bursts of one venue's release snipes. Times `at` and `asked` are monotonic
    seconds.
    """

    def __init__(self) -> None:
        self._opened: set[tuple[int, datetime | None]] = set()
        self._bursts: dict[datetime, float] = {}
        self._ended_keys: set[tuple[datetime, PollKey]] = set()
        self._baseline_read_at: dict[str, float] = {}

    def keep(self, snipes: Collection[Snipe]) -> None:
        """Forget everything about snipes that are not among these, and about the lists of accounts that these cannot
        use.
        """
        reservation_ids = {snipe.reservation_id for snipe in snipes}
        self._opened = {one for one in self._opened if one[0] in reservation_ids}
        usable = {snipe.account.sealed_token for snipe in snipes if snipe.account.usable}
        self._baseline_read_at = {token: at for token, at in self._baseline_read_at.items() if token in usable}

    def open(self, snipes: Iterable[Snipe]) -> None:
        """Record that the books of these release snipes are open. From now on they get slots like cancel snipes."""
        self._opened |= {(snipe.reservation_id, snipe.release_at) for snipe in snipes}

    def is_open(self, snipe: Snipe) -> bool:
        """Whether slots may be assigned to the snipe: it is a cancel snipe, or its book has opened."""
        return snipe.snipe_type == "cancel" or (snipe.reservation_id, snipe.release_at) in self._opened

    def begin_burst(self, release_at: datetime, snipes: Iterable[Snipe], *, at: float) -> None:
        """Open the books of a release's snipes. Until end_burst(), the burst and not the schedule polls their keys."""
        self._bursts[release_at] = at
        self.open(snipes)

    def end_burst(self, release_at: datetime) -> None:
        """Let the schedule poll the keys of a release again."""
        self._bursts.pop(release_at, None)
        self._ended_keys = {one for one in self._ended_keys if one[0] != release_at}

    def end_key(self, release_at: datetime, key: PollKey) -> None:
        """Let the schedule poll one key of a release again, while the burst polls the others."""
        self._ended_keys.add((release_at, key))

    def in_burst(self, snipe: Snipe) -> bool:
        """Whether a burst polls the snipe's key now."""
        return self._burst_began_at(snipe) is not None

    def record_baseline(self, account: Account, *, asked: float) -> None:
        """Record that the account's list was read. `asked` is when that call was sent."""
        self._baseline_read_at[account.sealed_token] = asked

    def baseline_fresh(self, snipe: Snipe) -> bool | None:
        """Return whether the account's list was read just before the date became bookable; None outside a burst.

        A list that was read then cannot contain a booking for the date, so the booker need not read it again.
        """
        if (began_at := self._burst_began_at(snipe)) is None:
            return None
        read_at = self._baseline_read_at.get(snipe.account.sealed_token)
        return read_at is not None and began_at - ARM_SECONDS <= read_at < began_at

    def _burst_began_at(self, snipe: Snipe) -> float | None:
        if snipe.snipe_type != "release" or snipe.release_at is None:
            return None
        if (snipe.release_at, snipe.poll_key) in self._ended_keys:
            return None
        return self._bursts.get(snipe.release_at)
