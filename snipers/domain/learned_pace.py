"""The pace that a platform bears from one egress address: learned from its answers, not configured. Pure.

Nobody publishes the rate at which a platform refuses an address. Public measurements: refused after 38 to 101 finds at
one a second, or after 35 at 2.5 a second, and let in again after eight hours or more. So the pace begins at
START_PACE, rises by a small step after each WINDOW without a refusal in which it was used, falls to half at a refusal,
and stays for a week below a safe share of the pace that was refused. An operator's setting is only a ceiling.

Release bursts and bookings are never delayed. What they call beyond the pace is `owed`: regular polls wait until the
pace has paid it back.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

START_PACE = 6.0
LEAST_PACE = 1.0
STEP = 1.15
WINDOW = timedelta(hours=1)
# A pace was in use if at least this share of its finds was sent. Slots use 0.9 of it (control/allocation.USED).
USED_SHARE = 0.6
# A refusal shows that the pace was too high, but a window may be too short to show that the pace before it was too.
SAFE_SHARE = 0.8
MEMORY = timedelta(days=7)
# A refusal within this time after the platform has let us in again belongs to the same lockout.
SETTLED = timedelta(minutes=10)
# Booking a table calls for its terms, the account's list and the booking.
CALLS_PER_BOOKING = 3
# Regular polls wait from this number of owed calls until nothing is owed. With fewer, a single booking would stop them.
WAIT_FROM = 6.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedPace:
    """The pace of one platform for the egress address of one cell.

    `window_finds` counts the answered finds since `window_at`. `owed` is the number of calls beyond the pace until
    `counted_at`. `refused_pace` is the lowest pace that was refused within MEMORY before `refused_at`, the time of the
    last refusal. `locked` says whether that refusal still lasts: since `let_in_at` the platform answers again, None
    while it does not. `waits` says whether regular polls wait because of `owed`.
    """

    platform: str
    cell: str
    finds_per_minute: float
    window_at: datetime
    counted_at: datetime
    window_finds: float = 0.0
    owed: float = 0.0
    waits: bool = False
    refused_pace: float | None = None
    refused_at: datetime | None = None
    locked: bool = False
    let_in_at: datetime | None = None

    def remembered(self, *, now: datetime) -> float | None:
        """Return the refused pace, None if none was refused within MEMORY."""
        recent = self.refused_at is not None and now - self.refused_at < MEMORY
        return self.refused_pace if recent else None

    def most(self, *, ceiling: float, now: datetime) -> float:
        """Return the highest pace that may be used now. `ceiling` is the operator's, in finds per minute."""
        refused = self.remembered(now=now)
        return ceiling if refused is None else max(LEAST_PACE, min(ceiling, SAFE_SHARE * refused))


def first_pace(*, platform: str, cell: str, now: datetime) -> LearnedPace:
    """Return the pace of an address of which nothing is known."""
    return LearnedPace(platform=platform, cell=cell, finds_per_minute=START_PACE, window_at=now, counted_at=now)


def update_pace(
    before: LearnedPace,
    *,
    finds: int,
    bookings: int,
    refused_at: datetime | None,
    stopped: bool,
    ceiling: float,
    now: datetime,
) -> LearnedPace:
    """Return the pace after what has happened since `before.counted_at`.

    `finds` counts the answered finds and `bookings` the booking attempts. `refused_at` is the time of the platform's
    last refusal, None if there was none. `stopped` says whether the breaker lets at most one canary poll.
    """
    pace = _count(before, finds=finds, bookings=bookings, ceiling=ceiling, now=now)
    if refused_at is not None and (before.refused_at is None or refused_at > before.refused_at):
        return _refuse(pace, at=refused_at, ceiling=ceiling, now=now)
    if pace.locked:
        return _let_in(pace, stopped=stopped, now=now)
    return pace if now - pace.window_at < WINDOW else _end_window(pace, ceiling=ceiling, now=now)


def _count(pace: LearnedPace, *, finds: int, bookings: int, ceiling: float, now: datetime) -> LearnedPace:
    """Add the calls, and pay back what the pace allowed meanwhile."""
    minutes = max(0.0, (now - pace.counted_at).total_seconds() / 60)
    paid = min(pace.finds_per_minute, ceiling) * minutes
    owed = max(0.0, pace.owed + finds + CALLS_PER_BOOKING * bookings - paid)
    waits = owed > 0 if pace.waits else owed >= WAIT_FROM
    return replace(pace, counted_at=now, window_finds=pace.window_finds + finds, owed=owed, waits=waits)


def _refuse(pace: LearnedPace, *, at: datetime, ceiling: float, now: datetime) -> LearnedPace:
    """Halve the pace at the first refusal of a lockout. A canary's refusal only prolongs the lockout."""
    if pace.locked:
        return replace(pace, refused_at=at, let_in_at=None)
    used = min(pace.finds_per_minute, ceiling)
    known = pace.remembered(now=now)
    return replace(
        pace,
        finds_per_minute=max(LEAST_PACE, used / 2),
        refused_pace=used if known is None else min(known, used),
        refused_at=at,
        locked=True,
        let_in_at=None,
    )


def _let_in(pace: LearnedPace, *, stopped: bool, now: datetime) -> LearnedPace:
    """End the lockout when the platform has answered for SETTLED. Time before that is in no window."""
    since = None if stopped else pace.let_in_at or now
    locked = since is None or now - since < SETTLED
    return replace(pace, locked=locked, let_in_at=since if locked else None, window_at=now, window_finds=0.0)


def _end_window(pace: LearnedPace, *, ceiling: float, now: datetime) -> LearnedPace:
    """Begin a new window, with a higher pace if the present one was used."""
    minutes = (now - pace.window_at).total_seconds() / 60
    used = pace.window_finds >= USED_SHARE * pace.finds_per_minute * minutes
    raised = min(pace.finds_per_minute * STEP, pace.most(ceiling=ceiling, now=now)) if used else 0.0
    return replace(pace, finds_per_minute=max(pace.finds_per_minute, raised), window_at=now, window_finds=0.0)
