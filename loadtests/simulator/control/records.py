"""Control calls that only read: venues, truth log, bookings, request counts, and the data of the inventory page."""

from dataclasses import asdict

from starlette.responses import Response

from loadtests.simulator.http import Call, Json
from loadtests.simulator.truth import KINDS
from loadtests.simulator.world import SOURCES

from .parameters import bad_field, query, source_of
from .rows import booking_row, clock_rows, fault_rows, limit_rows, release_row, rival_rows, table_row

MOST_ENTRIES = 10_000_000
WATCHED_SECONDS = 60
WATCHED_BOOKINGS = 12
WATCHED_TABLES = 100
WATCHED_RELEASES = 8


def venues(call: Call) -> Response:
    """GET /venues[?source=]: return all venues."""
    if "source" not in call.query:
        return Response(call.world.venue_list, media_type="application/json")
    source = source_of(query(call))
    rows = [venue.as_row() for venue in call.world.venues if venue.source == source]
    return Json({"seed": call.world.seed, "venues": rows})


def truth(call: Call) -> Response:
    """GET /truth?since=N[&kind=booked,freed][&limit=]: return the entries after N, oldest first.

    After a page of `limit` entries, continue with the number of its last entry.
    """
    fields = query(call)
    since = fields.integer("since", default=0)
    limit = fields.integer("limit", least=1, most=MOST_ENTRIES, default=MOST_ENTRIES)
    kinds = [kind for kind in fields.get("kind", "").split(",") if kind]
    if not set(kinds) <= set(KINDS):
        raise bad_field("kind", f"must be one of: {', '.join(KINDS)}")
    lines = call.world.truth.since(since, kinds=kinds, limit=limit)
    body = b'{"entries":[' + b",".join(lines) + b'],"last":%d}' % call.world.truth.last
    return Response(body, media_type="application/json")


def bookings(call: Call) -> Response:
    """GET /bookings: return every booking since the last reset, including canceled ones."""
    return Json({"bookings": [booking_row(booking) for booking in call.world.inventory.bookings.values()]})


def stats(call: Call) -> Response:
    """GET /requests/stats: return request counts since the last reset, and counts by second of the last 15 minutes."""
    seen = call.world.truth.stats
    return Json(
        {
            "total": seen.total,
            "in_flight": call.world.in_flight,
            "by_path": [
                {"source": source, "path": path, "count": count} for (source, path), count in seen.by_path.most_common()
            ],
            "by_key": [
                {"source": source, "path": path, "key": key, "count": count}
                for (source, path, key), count in seen.by_key.most_common()
            ],
            "by_source": [
                {"source": source, "second": second, "count": sum(n for (of, _), n in counts.items() if of == source)}
                for second, counts in sorted(seen.by_second.items())
                for source in dict.fromkeys(of for of, _ in counts)
            ],
            "by_second": [
                {"second": second, "source": source, "path": path, "count": count}
                for second, counts in sorted(seen.by_second.items())
                for (source, path), count in counts.items()
            ],
        }
    )


def watch(call: Call) -> Response:
    """GET /watch: return all data of the inventory page."""
    world, now = call.world, int(call.world.clock.wall_ms() // 1000)
    opened, planned = world.inventory.all_open(), list(world.releases.all.values())
    seconds, made = world.truth.stats.by_second, list(world.inventory.bookings.values())
    return Json(
        {
            "seed": world.seed,
            "open": [table_row(world, table) for table in opened[-WATCHED_TABLES:]],
            "open_total": len(opened),
            "bookings": [booking_row(booking) for booking in reversed(made[-WATCHED_BOOKINGS:])],
            "booked_total": sum(booking.status == "booked" for booking in made),
            "requests": [sum(seconds.get(now - ago, {}).values()) for ago in range(WATCHED_SECONDS, 0, -1)],
            "releases": [release_row(world, release) for release in planned[: -WATCHED_RELEASES - 1 : -1]],
            "clocks": clock_rows(world),
            "rivals": rival_rows(world),
            "limits": limit_rows(world)["limits"],
            "faults": fault_rows(world),
            "latency": {source: asdict(world.latency[source]) for source in SOURCES},
        }
    )
