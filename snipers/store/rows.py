"""Converts rows and JSON values of the database to records: rosters, our access, past early finds, venues that need a
watcher (Desired), states of platforms, and schedules. Schedules are also converted to JSON. No I/O.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from datetime import date, datetime, time
from typing import Any

from snipers.domain.access import StoredAccess
from snipers.domain.cadence import BurstGrant, Grant, Schedule
from snipers.domain.early_find import EarlyFind, PastFind
from snipers.domain.snipe import Account, Guest, Snipe, TimeWindow
from snipers.domain.vocabulary import SourceState, SourceStatus
from snipers.store.base import WATCH_AFTER_RELEASE_SECONDS, WATCH_BEFORE_RELEASE_SECONDS
from snipers.store.records import Desired, DueRelease, KeyDemand, Roster

Row = Mapping[str, Any]

# The parameters of the statement `desired` that return all venues which need a watcher now.
DEMAND: Mapping[str, Any] = {
    "before_seconds": WATCH_BEFORE_RELEASE_SECONDS,
    "after_seconds": WATCH_AFTER_RELEASE_SECONDS,
    "venue_ids": None,
    "ahead": 0.0,
}
_ACCESS = [field.name for field in fields(StoredAccess)]
_SNIPE = [field.name for field in fields(Snipe) if field.name not in ("account", "guest")]


def rosters(venues: Sequence[Row], snipes: Sequence[Row]) -> dict[int, Roster]:
    """Convert the rows of the statements `venues` and `snipes` to rosters by venue id."""
    waiting: dict[int, list[Snipe]] = {venue["id"]: [] for venue in venues}
    for row in snipes:
        waiting[row["venue_id"]].append(_snipe(row))
    return {venue["id"]: _roster(venue, waiting[venue["id"]]) for venue in venues}


def _roster(venue: Row, snipes: Sequence[Snipe]) -> Roster:
    return Roster(
        venue_id=venue["id"],
        platform=venue["reservation_source"],
        platform_venue_id=venue["platform_venue_id"],
        venue_name=venue["venue_name"],
        time_zone=venue["time_zone"],
        opted_out=venue["opted_out"],
        switched_off=venue["switched_off"],
        schedule=unpack_schedule(venue["schedule"]) if venue["schedule"] else None,
        snipes=snipes,
        access=access(venue) if venue["changed_at"] is not None else None,
        unsettled=venue["unsettled"],
        watching=venue["watching"],
    )


def access(row: Row) -> StoredAccess:
    """Convert a row with the columns of the table `platform_access`."""
    return StoredAccess(**{**{name: row[name] for name in _ACCESS}, "sign_in_paths": tuple(row["sign_in_paths"])})


def past_find(timings: Mapping[str, float]) -> PastFind:
    """Convert the timings that recorder.py stores with an attempt. They must include `find_ms`."""
    share, shown = timings.get("early_share"), timings.get("early_shown")
    early = None if share is None or shown is None else EarlyFind(share=share, shown=bool(shown))
    return PastFind(seconds=timings["find_ms"] / 1000, early=early)


def desired(row: Row) -> Desired:
    """Convert a row of the statement `desired`.

    Its columns `keys` and `releases` are JSON arrays. Each element is an array of the fields of KeyDemand or
    DueRelease, in an order that _key() and _release() define.
    """
    return Desired(**{**row, "keys": tuple(map(_key, row["keys"])), "releases": tuple(map(_release, row["releases"]))})


def source(row: Row) -> SourceState:
    """Convert a row of the statement `sources`."""
    return SourceState(**{**row, "state": SourceStatus(row["state"])})


def pack_schedule(schedule: Schedule) -> dict[str, Any]:
    """Convert a schedule to JSON."""
    packed = asdict(schedule)
    lists = {name: [{**one, "date": one["date"].isoformat()} for one in packed[name]] for name in ("grants", "bursts")}
    return packed | lists


def unpack_schedule(packed: Row) -> Schedule:
    """Convert the JSON of pack_schedule() to a schedule."""
    grants = tuple(Grant(**{**grant, "date": date.fromisoformat(grant["date"])}) for grant in packed["grants"])
    bursts = tuple(BurstGrant(**{**burst, "date": date.fromisoformat(burst["date"])}) for burst in packed["bursts"])
    return Schedule(version=packed["version"], starts_at=packed["starts_at"], grants=grants, bursts=bursts)


def _snipe(row: Row) -> Snipe:
    account = Account(
        account_id=row["account_id"],
        sealed_token=row["sealed_token"],
        known=frozenset(row["known_reservations"]),
        usable=row["account_usable"],
        baseline_read=row["baseline_read"],
        needs_card=row["needs_card"],
    )
    guest = None
    if row["client_id"] is not None:
        guest = Guest(first_name=row["first_name"], last_name=row["last_name"], email=row["email"], phone=row["phone"])
    values = {name: row[name] for name in _SNIPE}
    lists = {"seatings": tuple(row["seatings"]), "windows": tuple(map(_window, row["windows"]))}
    return Snipe(account=account, guest=guest, **{**values, **lists})


def _window(packed: Sequence[Any]) -> TimeWindow:
    place, start, end = packed
    return TimeWindow(place=place, start=time.fromisoformat(start), end=time.fromisoformat(end))


def _key(packed: Sequence[Any]) -> KeyDemand:
    day, party_size, snipes, vip, pro, released_at = packed
    return KeyDemand(
        date=date.fromisoformat(day),
        party_size=party_size,
        snipes=snipes,
        vip=vip,
        pro=pro,
        released_at=datetime.fromisoformat(released_at) if released_at else None,
    )


def _release(packed: Sequence[Any]) -> DueRelease:
    release_at, day, party_size, snipes = packed
    return DueRelease(
        release_at=datetime.fromisoformat(release_at),
        date=date.fromisoformat(day),
        party_size=party_size,
        snipes=snipes,
    )
