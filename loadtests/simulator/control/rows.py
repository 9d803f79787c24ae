"""Converts tables, bookings, releases, rivals, limits and faults to the control face's JSON."""

from dataclasses import asdict
from typing import Any

from loadtests.simulator.catalog import Venue
from loadtests.simulator.clock import iso_ms
from loadtests.simulator.opentable.slots import Offer
from loadtests.simulator.releases import Release
from loadtests.simulator.resy.slots import config_token
from loadtests.simulator.tables import Booking, SlotKey, Table, key_fields
from loadtests.simulator.world import World


def table_row(world: World, table: Table) -> dict[str, Any]:
    venue = world.known_venue(table.key.source, table.key.venue_id)
    return {
        "slot_id": table.slot_id,
        **key_fields(table.key),
        "venue_name": venue.name,
        "state": table.state,
        "token": _token(venue, table.key),
    }


def _token(venue: Venue, key: SlotKey) -> str:
    """Return the name that the platform's clients use for a table: Resy's configuration token or OpenTable's
    slot hash."""
    if key.source == "resy":
        return config_token(venue, key)
    return Offer(venue, key.date, key.time, key.party_size).hash


def booking_row(booking: Booking) -> dict[str, Any]:
    return {
        "reservation_id": booking.reservation_id,
        **key_fields(booking.key),
        "venue_name": booking.venue_name,
        "slot_id": booking.slot_id,
        "user_id": booking.user_id,
        "user_email": booking.user_email,
        "guest": booking.guest and asdict(booking.guest),
        **asdict(booking.payment),
        "note": booking.note,
        "booked_ms": booking.booked_ms,
        "status": booking.status,
    }


def clock_rows(world: World) -> list[dict[str, Any]]:
    return [
        {
            "source": source,
            "skew_ms": clock.skew_ms,
            "platform_ms": clock.wall_ms(),
            "shows": iso_ms(clock.wall_ms()),
        }
        for source, clock in world.clocks.items()
    ]


def release_row(world: World, release: Release) -> dict[str, Any]:
    """Convert a release. `at` and `opens_ms` are instants of the platform's clock, `due_ms` of the machine's."""
    return {
        "release_id": release.release_id,
        "source": release.source,
        "venue_id": release.venue_id,
        "venue_name": world.known_venue(release.source, release.venue_id).name,
        "date": release.date.isoformat(),
        "at": iso_ms(release.at_ms),
        "opens_ms": release.opens_ms,
        "due_ms": world.clocks[release.source].machine_ms(release.opens_ms),
        "slots": [key_fields(key) for key in release.keys],
        "over": release.over,
    }


def rival_rows(world: World) -> list[dict[str, Any]]:
    return [asdict(group) for group in world.rivals.groups()]


def limit_rows(world: World) -> dict[str, Any]:
    """Return the limits, and each address's requests within the last minute."""
    callers = world.limits.callers(world.clock.monotonic_ms())
    names = ("source", "address", "asked", "blocked_seconds_left")
    return {
        "limits": [{"source": source, **asdict(limit)} for source, limit in world.limits.by_source.items()],
        "addresses": [dict(zip(names, caller, strict=True)) for caller in callers],
    }


def guard_rows(world: World) -> dict[str, Any]:
    """Return the guards, and the lockouts of each address."""
    names = ("source", "address", "hours_left", "lockouts", "refused")
    addresses = world.guard.addresses(world.clock.monotonic_ms())
    return {
        "guards": [{"source": source, **asdict(rule)} for source, rule in world.guard.by_source.items()],
        "addresses": [dict(zip(names, address, strict=True)) for address in addresses],
    }


def terms_rows(world: World) -> list[dict[str, Any]]:
    return [
        {"source": source, "venue_id": venue_id, **asdict(asked)}
        for (source, venue_id), asked in world.terms.by_venue.items()
    ]


def fault_rows(world: World) -> list[dict[str, Any]]:
    now = world.clock.monotonic_ms()
    return [
        {
            "source": fault.source,
            "path": fault.path,
            "kind": fault.kind,
            "rate": fault.rate,
            "seconds_left": round((fault.until_ms - now) / 1000, 3),
            "times": fault.times,
            "hits": fault.hits,
        }
        for fault in world.faults.active
        if fault.is_live(now)
    ]
