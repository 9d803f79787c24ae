"""The verdict on an upgrade: compares the platform's log, the database and the events at the sockets."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from loadtests import measurements, plots
from loadtests.percentiles import summarize
from loadtests.predicates import account_key
from loadtests.report import Section
from loadtests.scenarios.chaos.requests import OLD_TABLE_PARTY, ChaosRequest
from loadtests.scenarios.chaos.verdict import check_bookings, check_calls, check_events, emails_by_account
from loadtests.scenarios.nodes.poll_gaps import measure_longest_gaps
from loadtests.scenarios.upgrade.record import Phase, UpgradeRecord
from loadtests.truth import TruthLog, count_per_second

Row = Mapping[str, Any]
# Tables are freed during the whole run, so a longer time without a booking means that no watcher could book.
MAX_PAUSE_SECONDS = 30.0


def evaluate(record: UpgradeRecord, log: TruthLog, *, bookings: list[dict[str, Any]], commit: str) -> Section:
    """Return the section of the report: metrics, violations and plots of the run."""
    running, requests = record.this.running, record.chaos.requests
    members = read_members(record)
    for request in requests:
        if not is_confirmed(members[request.group_id]):
            request.stopped = "not confirmed"  # the checks of chaos accept a stopped request without a table
    outcomes = running.query(
        "select o.attempt_id, o.kind, o.reason, a.state, a.platform_reservation_id from outcome o"
        " join attempt a on a.id = o.attempt_id where a.group_id = any(%s)",
        [request.group_id for request in requests],
    )
    emails = emails_by_account(record.chaos, running=running)
    ours = [{**row, "owner": emails[key]} for row in bookings if (key := account_key(row)) in emails]
    doubled = find_second_tables(requests, bookings=ours)
    lost = find_lost_requests(requests, members=members)
    missed = find_missed_tables(record, log)
    section = Section(name="upgrade", about=str(__doc__))
    section.violations += [*doubled, *lost, *missed]
    section.violations += check_bookings(record.chaos, log, bookings=bookings, outcomes=outcomes, running=running)
    section.violations += find_unconfirmed_tables(requests, bookings=ours)
    section.violations += check_calls(record.chaos, log, running=running)
    section.violations += check_events(record.chaos, outcomes)
    booked_at = sorted(entry["wall_ms"] / 1000 for entry in log.of_kind("booked"))
    pauses = {phase.name: measure_pause(booked_at, phase=phase) for phase in record.phases}
    for name, pause in pauses.items():
        section.require(pause <= MAX_PAUSE_SECONDS, f"{name}: nothing was booked for {pause:.1f} s")
    by_release = count_bookings_by_release(record, log)
    section.require(all(by_release.values()), f"a release booked nothing: {by_release}")
    received = sum(event.type == "reservation.outcome" for diner in record.chaos.diners for event in diner.events)
    section.metrics = {
        "commit of the release before": commit[:8],
        "commit of this release": measurements.commit(),
        "active requests before the migration": f"{len(record.early.requests)} ({count_kinds(record.early.requests)})",
        "requests submitted during the upgrade": str(len(record.later.requests)),
        "venues": str(len({venue["id"] for request in requests for venue in request.venues})),
        **{phase.name: describe(phase, booked_at=booked_at, pause=pauses[phase.name]) for phase in record.phases},
        "bookings": ", ".join(f"{number} by {name}" for name, number in by_release.items()),
        "longest pause in bookings": f"{max(pauses.values()):.1f} s",
        "longest time without a poll, by Resy venue": summarize(measure_poll_gaps(record, log), "s"),
        "table freed -> booked": summarize(measure_booking_times(log), "s"),
        "requests at the end": count_statuses(requests, members=members),
        "outcomes received at sockets": f"{received} of {len(outcomes)}",
        "requests with two tables (doubled)": str(len(doubled)),
        "requests neither confirmed nor watched (lost)": str(len(lost)),
        "freed tables left while an active request waits": str(len(missed)),
        "log records of level error": f"{record.before.count_errors()}, {record.this.count_errors()}",
    }
    section.plots = plot_run(record, booked_at)
    for name, number in by_release.items():
        section.saw(f"bookings by {name}", number, of=len(record.early.requests))
    phases = sum(any(phase.began <= at < phase.ended for at in booked_at) for phase in record.phases)
    section.saw("phases with a booking", phases, of=len(record.phases))
    return section


def find_second_tables(requests: Sequence[ChaosRequest], *, bookings: Sequence[Row]) -> list[str]:
    """Return a sentence for each request with two live tables. A diner has at most one request for a date."""
    live = count_tables(requests, bookings=bookings)
    return [
        f"group {request.group_id}: {live[request.diner.email, request.date]} tables"
        for request in requests
        if live[request.diner.email, request.date] > 1
    ]


def find_unconfirmed_tables(requests: Sequence[ChaosRequest], *, bookings: Sequence[Row]) -> list[str]:
    """Return a sentence for each request that has a table but is not confirmed."""
    live = count_tables(requests, bookings=bookings)
    return [
        f"group {request.group_id}: has a table and is not confirmed"
        for request in requests
        if request.stopped and live[request.diner.email, request.date]
    ]


def count_tables(requests: Sequence[ChaosRequest], *, bookings: Sequence[Row]) -> Counter[tuple[str, str]]:
    """Count the live tables of each diner on each date, except those that the diner booked directly."""
    by_hand = {request.old_booking for request in requests}
    return Counter(
        (row["owner"], row["date"])
        for row in bookings
        if row["status"] == "booked" and row["reservation_id"] not in by_hand
    )


def find_lost_requests(requests: Sequence[ChaosRequest], *, members: Mapping[int, Sequence[Row]]) -> list[str]:
    """Return a sentence for each request that is neither confirmed nor active with a watcher at all its venues.

    `members` are the reservations by group id, as `read_members` returns them.
    """
    lost = []
    for request in requests:
        rows = members[request.group_id]
        active = [row for row in rows if row["status"] == "active"]
        if is_confirmed(rows):
            if active:
                lost.append(f"group {request.group_id}: confirmed and still active")
        elif len(active) < len(request.members):
            lost.append(
                f"group {request.group_id}: {len(request.members)} submitted, {len(active)} active, none confirmed"
            )
        elif not all(row["live"] for row in active):
            lost.append(f"group {request.group_id}: a venue has no live watcher")
    return lost


def find_missed_tables(record: UpgradeRecord, log: TruthLog) -> list[str]:
    """Return a sentence for each freed table that is not booked although an active request waits for it."""
    query = (
        "select v.reservation_source as source, v.platform_venue_id as venue_id, r.date::text as date"
        " from reservation r"
        " join venue v on v.id = r.venue_id where r.status = 'active' and r.group_id = any(%s)"
    )
    groups = [request.group_id for request in record.chaos.requests]
    waiting = {(row["source"], row["venue_id"], row["date"]) for row in record.this.running.query(query, groups)}
    return [
        f"table {row['slot_id']} of {row['source']} venue {row['venue_id']} on {row['date']} was left, {polls} polls"
        for row, polls in log.unbooked_tables()
        if row["party_size"] != OLD_TABLE_PARTY and (row["source"], row["venue_id"], row["date"]) in waiting
    ]


def read_members(record: UpgradeRecord) -> dict[int, list[Row]]:
    """Return the reservations by group id, each with `status` and with `live`: whether its venue has a live watcher."""
    found: dict[int, list[Row]] = {request.group_id: [] for request in record.chaos.requests}
    query = (
        "select r.group_id, r.status, coalesce(w.heartbeat_at > now() - interval '10 seconds', false) as live"
        " from reservation r left join venue_watch w on w.venue_id = r.venue_id where r.group_id = any(%s)"
    )
    for row in record.this.running.query(query, list(found)):
        found[row["group_id"]].append(row)
    return found


def is_confirmed(rows: Sequence[Row]) -> bool:
    """Return whether one of the reservations of a group is confirmed."""
    return any(row["status"] == "confirmed" for row in rows)


def count_bookings_by_release(record: UpgradeRecord, log: TruthLog) -> dict[str, int]:
    """Return the number of bookings that each of the two releases made.

    The User-Agent of a booking call shows the release.
    """
    agents = Counter(
        entry["agent"]
        for entry in log.booking_calls()
        if entry["status"] in (200, 201) and "Tablehawk/" in entry["agent"]
    )
    releases = {"the release before": record.before, "this release": record.this}
    return {
        name: sum(number for agent, number in agents.items() if f"+{release.public_url})" in agent)
        for name, release in releases.items()
    }


def measure_pause(booked_at: Sequence[float], *, phase: Phase) -> float:
    """Return the longest time in seconds without a booking in a phase."""
    inside = [at for at in booked_at if phase.began < at < phase.ended]
    return max(later - earlier for earlier, later in pairwise([phase.began, *inside, phase.ended]))


def measure_poll_gaps(record: UpgradeRecord, log: TruthLog) -> list[float]:
    """Return for each Resy venue the longest time in seconds between two polls."""
    venues = {
        str(venue["venue_id"])
        for request in record.early.requests
        for venue in request.venues
        if venue["reservation_source"] == "resy"
    }
    start, end = 1000 * record.phases[0].began, 1000 * record.phases[-1].ended
    return list(measure_longest_gaps(log.polls(), venues=sorted(venues), start_ms=start, end_ms=end).values())


def measure_booking_times(log: TruthLog) -> list[float]:
    """Return the time in seconds from freeing to booking, for each booked table."""
    freed = {entry["slot_id"]: entry["wall_ms"] for entry in log.of_kind("freed")}
    return [
        (entry["wall_ms"] - freed[entry["slot_id"]]) / 1000
        for entry in log.of_kind("booked")
        if entry["slot_id"] in freed and entry["party_size"] != OLD_TABLE_PARTY
    ]


def describe(phase: Phase, *, booked_at: Sequence[float], pause: float) -> str:
    """Return duration, bookings and the longest pause of a phase."""
    number = sum(phase.began <= at < phase.ended for at in booked_at)
    return f"{phase.ended - phase.began:.0f} s, {number} bookings, longest pause {pause:.1f} s"


def count_kinds(requests: Sequence[ChaosRequest]) -> str:
    """Return the number of requests of each kind, as text."""
    return ", ".join(f"{number} {kind}" for kind, number in Counter(request.kind for request in requests).items())


def count_statuses(requests: Sequence[ChaosRequest], *, members: Mapping[int, Sequence[Row]]) -> str:
    """Return the number of requests of each status, as text."""
    statuses = Counter(
        "confirmed" if is_confirmed(rows := members[request.group_id]) else rows[0]["status"] if rows else "missing"
        for request in requests
    )
    return ", ".join(f"{number} {status}" for status, number in sorted(statuses.items()))


def plot_run(record: UpgradeRecord, booked_at: Sequence[float]) -> dict[str, str]:
    """Return two plots: the phases, and the bookings in each second."""
    start = record.phases[0].began
    booked = count_per_second([1000 * at for at in booked_at], start_ms=1000 * start)
    return {
        "Phases": plots.events({phase.name: [(phase.began - start, phase.ended - start)] for phase in record.phases}),
        "Bookings in each second": plots.over_time({"bookings": booked}, y="in a second"),
    }
