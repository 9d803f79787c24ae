"""Snipes and slots for the domain's tests."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

from snipers.domain.slot import Slot
from snipers.domain.snipe import Account, Snipe, TimeWindow

DAY = date(2026, 11, 27)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)

_ACCOUNT = Account(account_id=1, sealed_token="sealed", known=frozenset(), usable=True, baseline_read=True)
_SNIPE = Snipe(
    reservation_id=1,
    group_id=1,
    user_id=1,
    diner_key="user:1",
    venue_id=1,
    platform="resy",
    platform_venue_id=1202,
    date=DAY,
    party_size=2,
    start_time=time(18),
    end_time=time(21),
    seating="",
    rank=2,
    filed_at=NOON,
    ends_at=NOON + timedelta(days=8),
    fee_ceiling_cents=0,
    cancel_fee_ceiling_cents=0,
    account=_ACCOUNT,
    checks=0,
)
_SLOT = Slot(
    platform="resy",
    platform_venue_id=1202,
    date=DAY,
    time=time(19, 30),
    party_size=2,
    seating="Dining Room",
    token="rgs://resy/1",
)


def snipe(number: int, **other: object) -> Snipe:
    """Return the snipe of a diner who has an account of their own. A snipe with a higher `number` is younger."""
    mine = replace(
        _SNIPE,
        reservation_id=number,
        group_id=number,
        diner_key=f"user:{number}",
        account=replace(_ACCOUNT, account_id=number),
        filed_at=NOON + timedelta(minutes=number),
    )
    return replace(mine, **other)  # type: ignore[arg-type] # a test's shorthand


def windows(*pairs: str) -> dict[str, object]:
    """Return the fields of a snipe with several time windows, best first, each as in "19:00-21:00"."""
    found = tuple(
        TimeWindow(place=place, start=time.fromisoformat(start), end=time.fromisoformat(end))
        for place, (start, end) in enumerate(pair.split("-") for pair in pairs)
    )
    return {"start_time": found[0].start, "end_time": found[0].end, "windows": found}


def slot(at: str = "19:30", **other: object) -> Slot:
    """Return a free slot."""
    return replace(_SLOT, time=time.fromisoformat(at), **other)  # type: ignore[arg-type] # a test's shorthand
