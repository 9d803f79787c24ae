"""How tables, bookings, faults and service times look in the control face's JSON."""

from dataclasses import asdict
from typing import Any

from loadtests.simulator.floor import Booking, Table, key_fields
from loadtests.simulator.latency import Latency
from loadtests.simulator.resy.slots import config_token
from loadtests.simulator.world import World


def table_row(world: World, table: Table) -> dict[str, Any]:
    venue = world.known_venue(table.key.source, table.key.venue_id)
    return {
        "slot_id": table.slot_id,
        **key_fields(table.key),
        "venue_name": venue.name,
        "state": table.state,
        "token": config_token(venue, table.key),
    }


def booking_row(booking: Booking) -> dict[str, Any]:
    return {
        "reservation_id": booking.reservation_id,
        **key_fields(booking.key),
        "venue_name": booking.venue_name,
        "slot_id": booking.slot_id,
        "user_id": booking.user_id,
        "user_email": booking.user_email,
        "booked_ms": booking.booked_ms,
        "status": booking.status,
    }


def latency_row(value: Latency) -> dict[str, float]:
    return asdict(value)


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
        if fault.live(now)
    ]
