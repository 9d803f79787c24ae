"""Decides the result of stated odds: whether the request got a table, or why the odds are not scored."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

Void = Literal["", "open_at_once", "edited", "stopped", "deleted"]
# A table that is found this soon after the filing was open already; the odds are about tables that open later.
OPEN_AT_ONCE: Final = timedelta(minutes=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestFacts:
    """The progress of a request so far.

    `got_at` is when its first table was booked or, for a notify-only request, seen open; None if there is none.
    `paused` means that the request was ever paused, `stopped` that a part of it was canceled, and `open` that a part of
    it is still active or paused.
    """

    filed_at: datetime
    got_at: datetime | None
    edited: bool
    paused: bool
    stopped: bool
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result of stated odds. `obtained` is None if the odds are not scored; `void` then says why."""

    obtained: bool | None
    void: Void = ""


def decide(facts: RequestFacts | None) -> Result | None:
    """Return the result of a request's odds, None while it is not known. `facts` is None if the request was deleted."""
    if facts is None:
        return Result(obtained=None, void="deleted")
    if facts.edited:
        return Result(obtained=None, void="edited")
    if facts.paused:
        return Result(obtained=None, void="stopped")
    if facts.got_at is not None:
        at_once = facts.got_at - facts.filed_at <= OPEN_AT_ONCE
        return Result(obtained=None, void="open_at_once") if at_once else Result(obtained=True)
    if facts.open:
        return None
    return Result(obtained=None, void="stopped") if facts.stopped else Result(obtained=False)
