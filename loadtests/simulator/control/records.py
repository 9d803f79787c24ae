"""Control calls that only read: the venues, the truth, the bookings, the counts, and what the page draws."""

from collections import Counter

from starlette.responses import Response

from loadtests.simulator.http import Call, Json
from loadtests.simulator.truth import KINDS
from loadtests.simulator.world import SOURCES

from .fields import integer, known_source, one_of
from .rows import booking_row, clock_rows, fault_rows, latency_row, limit_rows, release_row, rival_rows, table_row

MOST_ENTRIES = 10_000_000
WATCHED_SECONDS = 60
WATCHED_BOOKINGS = 12
WATCHED_TABLES = 100
WATCHED_RELEASES = 8


def venues(call: Call) -> Response:
    """GET /venues[?source=]: the whole catalogue."""
    if "source" not in call.query:
        return Response(call.world.venue_list, media_type="application/json")
    source = known_source(call.query)
    rows = [venue.as_row() for venue in call.world.venues if venue.source == source]
    return Json({"seed": call.world.seed, "venues": rows})


def truth(call: Call) -> Response:
    """GET /truth?since=N[&kind=booked,freed][&limit=]: all entries numbered above N, oldest first. Where `limit` cut
    them off, the rest is asked for with the last one's number."""
    since = integer(call.query, "since", default=0)
    limit = integer(call.query, "limit", least=1, most=MOST_ENTRIES, default=MOST_ENTRIES)
    kinds = [kind for kind in call.query.get("kind", "").split(",") if kind]
    for kind in kinds:
        one_of({"kind": kind}, "kind", KINDS)
    lines = call.world.truth.since(since, kinds=kinds, limit=limit)
    body = b'{"entries":[' + b",".join(lines) + b'],"last":%d}' % call.world.truth.last
    return Response(body, media_type="application/json")


def bookings(call: Call) -> Response:
    """GET /bookings: every booking ever made, cancelled ones too."""
    return Json({"bookings": [booking_row(booking) for booking in call.world.inventory.bookings.values()]})


def stats(call: Call) -> Response:
    """GET /requests/stats: counts since the last reset; seconds for the last quarter of an hour."""
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
                {"source": source, "second": second, "count": count}
                for second, counts in sorted(seen.by_second.items())
                for source, count in _by_source(counts).items()
            ],
            "by_second": [
                {"second": second, "source": source, "path": path, "count": count}
                for second, counts in sorted(seen.by_second.items())
                for (source, path), count in counts.items()
            ],
        }
    )


def _by_source(counts: Counter[tuple[str, str]]) -> Counter[str]:
    """The requests of one second, by platform."""
    totals = Counter[str]()
    for (source, _), count in counts.items():
        totals[source] += count
    return totals


def watch(call: Call) -> Response:
    """GET /watch: all that the page draws, in one answer."""
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
            "latency": {source: latency_row(world.latency[source]) for source in SOURCES},
        }
    )
