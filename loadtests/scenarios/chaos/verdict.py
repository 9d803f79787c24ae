"""The verdict on a chaos run: compares the platform's log, the database and the events at the sockets."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from loadtests import plots, predicates
from loadtests.floors import CHAOS
from loadtests.percentiles import summarize
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.chaos.faults import LASTING_FAULTS
from loadtests.scenarios.chaos.records import ChaosRecord
from loadtests.scenarios.chaos.requests import OLD_TABLE_PARTY, OLD_TABLE_TIME, ChaosRequest
from loadtests.truth import TruthLog, count_per_second

SETTLED_SECONDS = 30.0
GRACE_SECONDS = 13.0
# Longest pause in polling any venue with active requests, by fault.
MAX_PAUSE_SECONDS = {"kill actor": 10.0, "kill controller": 15.0, "kill raylet": 60.0, "kill PostgreSQL": 30.0}
# Faults of the platform. Attempts of unknown outcome must settle within SETTLED_SECONDS of the fault's end.
PLATFORM_FAULTS = ("book: cut after commit", "book: hang", "429 storm", "5xx storm", "firewall pages")


def evaluate(record: ChaosRecord, log: TruthLog, *, bookings: list[dict[str, Any]], running: RunningStack) -> Section:
    """Return the section of the report: metrics, violations and plots of the run."""
    section = Section(name="chaos", about=str(__doc__))
    outcomes = running.query(
        "select o.attempt_id, o.kind, o.reason, a.platform, a.platform_reservation_id, a.reservation_id, a.group_id,"
        " a.state, a.old_booking_id, a.old_booking_gone_at, a.claimed_at, a.closed_at from outcome o"
        " join attempt a on a.id = o.attempt_id where a.group_id = any(%s)",
        [request.group_id for request in record.requests],
    )
    pauses = measure_pauses(record, log)
    section.violations += check_bookings(record, log, bookings=bookings, outcomes=outcomes, running=running)
    section.violations += check_calls(record, log, running=running)
    section.violations += check_events(record, outcomes)
    section.violations += predicates.check_settled_in_time(
        attempts=read_unknown_attempts(record, running=running), within=SETTLED_SECONDS
    )
    section.violations += predicates.check_polling_resumed_in_time(pauses=pauses, limits=MAX_PAUSE_SECONDS)
    for wave in record.waves:
        section.require(wave.recovered_at is not None, f"the wave of {wave.fault} did not recover")
    section.metrics = summarize_run(record, outcomes, pauses=pauses, running=running)
    booked_at = [entry["wall_ms"] / 1000 for entry in log.of_kind("booked")]
    received_at = [event.at for diner in record.diners for event in diner.events if event.type == "reservation.outcome"]
    for wave in record.waves:
        wave.valkey_stop.evaluate(section, booked_at=booked_at, received_at=received_at)
    section.plots = plot_run(record, log)
    return section


def check_bookings(
    record: ChaosRecord,
    log: TruthLog,
    *,
    bookings: list[dict[str, Any]],
    outcomes: list[dict[str, Any]],
    running: RunningStack,
) -> list[str]:
    """Check the platform's bookings against the requests and the outcomes. Return the violations as sentences."""
    emails, groups = emails_by_account(record, running=running), [group_row(request) for request in record.requests]
    old_bookings = {request.old_booking for request in record.requests if request.old_booking}
    made = [
        {**row, "owner": emails[key]}
        for row in bookings
        if (key := predicates.account_key(row)) in emails and row["reservation_id"] not in old_bookings
    ]
    return [
        *predicates.check_one_table_per_group(groups=groups, bookings=made),
        *predicates.check_old_booking_released_last(groups=groups, entries=log.entries),
        *predicates.check_bookings_match_outcomes(
            bookings=made, outcomes=[row for row in outcomes if row["state"] == "booked"]
        ),
    ]


def check_calls(record: ChaosRecord, log: TruthLog, *, running: RunningStack) -> list[str]:
    """Check the booking calls, except calls for tables that diners booked directly. Return the violations."""
    emails = emails_by_account(record, running=running)
    by_hand = f"/{OLD_TABLE_TIME}:00/{OLD_TABLE_PARTY}/"
    calls = [call for call in log.booking_calls() if by_hand not in (call["key"] or "")]
    stops = [group_row(request) for request in record.requests if request.stop_status == 200]
    one_table = [group_row(request) for request in record.requests if request.kind == "one table"]
    return [
        *predicates.check_one_call_per_group(groups=one_table, calls=calls, emails=emails),
        *predicates.check_no_booking_after_stop(stops=stops, entries=log.of_kind("booked"), emails=emails),
        *predicates.check_no_call_after_stop(stops=stops, calls=calls, emails=emails),
        *predicates.check_no_blind_retry(calls=calls, grace_ms=GRACE_SECONDS * 1000),
        *predicates.check_one_call_per_table(calls=calls, freed=log.of_kind("freed")),
    ]


def check_events(record: ChaosRecord, outcomes: list[dict[str, Any]]) -> list[str]:
    """Check the events at the sockets against the outcomes. Return the violations."""
    received = [event.body for diner in record.diners for event in diner.events if event.type == "reservation.outcome"]
    return [
        *predicates.check_each_outcome_reported_once(
            outcomes=outcomes, reported=received, repeated=sum(diner.repeated for diner in record.diners)
        ),
        *predicates.check_event_numbers_dense(seqs=[[event.seq for event in diner.events] for diner in record.diners]),
    ]


def emails_by_account(record: ChaosRecord, *, running: RunningStack) -> dict[predicates.Account, str]:
    """Return the diner's e-mail address for each account at a platform."""
    rows = running.query(
        "select a.platform, a.platform_user_id, u.email from platform_account a join app_user u on u.id = a.user_id"
        " where u.email = any(%s)",
        [diner.email for diner in record.diners],
    )
    return {(row["platform"], row["platform_user_id"]): row["email"] for row in rows}


def group_row(request: ChaosRequest) -> dict[str, Any]:
    """Return a group as the row that the predicates read."""
    return {
        "group_id": request.group_id,
        "owner": request.diner.email,
        "places": {(venue["reservation_source"], venue["venue_id"]) for venue in request.venues},
        "dates": set(request.dates),
        "stopped": request.stopped,
        "stop_answered_ms": request.stop_answered_ms,
        "old_booking": request.old_booking,
    }


def read_unknown_attempts(record: ChaosRecord, *, running: RunningStack) -> list[dict[str, Any]]:
    """Return the attempts whose outcome was unknown at first, from waves with a fault of the platform.

    Each row has the id, the group, and `claimed`, `closed` and `healed` (end of the fault) in unix seconds.
    """
    healed = {
        request.group_id: wave.removed_at
        for wave in record.waves
        if wave.fault in PLATFORM_FAULTS
        for request in wave.requests
    }
    rows = running.query(
        "select a.id, a.group_id, extract(epoch from a.claimed_at)::float8 as claimed,"
        " extract(epoch from a.closed_at)::float8 as closed from attempt a where a.group_id = any(%s)"
        " and exists (select 1 from timeline_entry t where t.attempt_id = a.id and t.kind = 'verifying')",
        list(healed),
    )
    return [{**row, "healed": healed[row["group_id"]]} for row in rows]


def summarize_run(
    record: ChaosRecord, outcomes: list[dict[str, Any]], *, pauses: dict[str, list[float]], running: RunningStack
) -> dict[str, str]:
    """Return the metrics of the run."""
    requests = record.requests
    settled = running.query(
        "select a.id, extract(epoch from a.closed_at - a.claimed_at) as took from attempt a where a.group_id = any(%s)"
        " and exists (select 1 from timeline_entry t where t.attempt_id = a.id and t.kind = 'verifying')",
        [request.group_id for request in requests],
    )
    metrics = {
        "requests": ", ".join(f"{n} {kind}" for kind, n in Counter(one.kind for one in requests).items()),
        "outcomes": ", ".join(f"{n} {kind}" for kind, n in Counter(row["kind"] for row in outcomes).items()),
        "attempts of unknown outcome": str(len(settled)),
        "claim -> settled": summarize([float(row["took"]) for row in settled if row["took"]], "s"),
        "overrides whose old booking was canceled": str(sum(bool(row["old_booking_id"]) for row in outcomes)),
        "stops with a reply": str(sum(one.stop_status != 0 for one in requests if one.stopped)),
    }
    for fault, seconds in sorted(pauses.items()):
        metrics[f"{fault}: longest pause in polling a venue"] = (
            f"n {len(seconds)}  median {statistics.median(seconds):.1f}  max {max(seconds):.1f} s"
        )
    return metrics


def count_calls(section: Section, record: ChaosRecord, log: TruthLog, *, faults: Sequence[str], requests: int) -> None:
    """Count the booking calls that each of the run's faults saw. `requests` is the number of requests in a wave.

    Only calls at Resy count, because the faults of replies are Resy's.
    """
    calls = [call["received_ms"] / 1000 for call in log.booking_calls() if call["source"] == "resy"]
    for fault in CHAOS:
        waves = [wave for wave in record.waves if wave.fault == fault]
        ends = [wave.removed_at if fault in LASTING_FAULTS else wave.ended_at for wave in waves]
        seen = sum(wave.injected_at <= at < end for wave, end in zip(waves, ends, strict=True) for at in calls)
        # A fault of the options that got no wave was not tested.
        section.saw(fault, seen, of=requests * max(len(waves), 1) * (fault in faults))


def measure_pauses(record: ChaosRecord, log: TruthLog) -> dict[str, list[float]]:
    """Return, for each fault, the longest pause in polling of each wave with that fault.

    A pause is the seconds between two polls of a venue with active requests.
    """
    last_booking: dict[int, float] = defaultdict(float)
    found: dict[str, list[float]] = defaultdict(list)
    polls = [(poll["received_ms"] / 1000, poll["key"] or "") for poll in log.polls()]
    for wave in record.waves:
        keys = {
            f"{venue['venue_id']}|{date}|"
            for request in wave.requests
            for venue in request.venues
            for date in request.dates
        }
        for entry in log.of_kind("booked"):
            if f"{entry['venue_id']}|{entry['date']}|" in keys:
                last_booking[entry["venue_id"]] = entry["wall_ms"] / 1000
        longest = 0.0
        for venue in {key.split("|")[0] for key in keys}:
            until = min(wave.ended_at, last_booking[int(venue)])
            times = [at for at, key in polls if key.startswith(f"{venue}|") and wave.injected_at - 3 <= at <= until]
            longest = max([longest, *(later - earlier for earlier, later in pairwise(times))])
        found[wave.fault].append(longest)
    return found


def plot_run(record: ChaosRecord, log: TruthLog) -> dict[str, str]:
    """Return two plots: the faults, each from its injection to the recovery; bookings and polls over time."""
    start = min(wave.injected_at for wave in record.waves)
    spans: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for wave in record.waves:
        spans[wave.fault].append((wave.injected_at - start, wave.ended_at - start))
    booked = count_per_second([entry["wall_ms"] for entry in log.of_kind("booked")], start_ms=start * 1000)
    polls = count_per_second([poll["received_ms"] for poll in log.polls()], start_ms=start * 1000)
    return {
        "Faults, from injection to recovery": plots.events(spans),
        "Bookings and polls in each second": plots.over_time({"bookings": booked, "polls": polls}, y="per second"),
    }
