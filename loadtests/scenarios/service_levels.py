"""What a steady run was worth: the platform's log, the database, the sockets and the pages, as service levels."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from loadtests import predicates, slo
from loadtests.fixtures import read_outcomes, received_outcomes
from loadtests.running import RunningStack
from loadtests.scenarios.release_rush import Release
from loadtests.scenarios.shared_polling import Crowd
from loadtests.slo import ServiceLevel
from loadtests.truth import TruthLog, max_per_second

SERVICE_MS = 20.0


@dataclass
class Seen:
    """What was looked at every two seconds."""

    wanted: int = 0
    live: int = 0
    oldest: list[float] = field(default_factory=list)
    depth: list[float] = field(default_factory=list)


def wrongly_told(running: RunningStack, crowd: Crowd, releases: Sequence[Release]) -> list[str]:
    """Return what is wrong with what the sockets heard."""
    requests = [*crowd.requests, *(request for release in releases for request in release.requests)]
    diners = list({id(request.diner): request.diner for request in requests}.values())
    return predicates.check_each_outcome_reported_once(
        outcomes=read_outcomes(running, requests),
        reported=received_outcomes(diners),
        repeated=sum(diner.repeated for diner in diners),
    )


def judge(
    crowd: Crowd,
    releases: Sequence[Release],
    log: TruthLog,
    *,
    seen: Seen,
    pages: Sequence[dict[str, str]],
    running: RunningStack,
    hours: float,
    restarts: int,
) -> list[ServiceLevel]:
    """Return the service levels of the run."""
    budget = float(running.env["POLL_BUDGET"])
    polls = log.polls_by_key()
    times = {key: sorted(poll["received_ms"] for poll in of) for key, of in polls.items()}
    booked, asked, freed = deliveries(crowd, log, times)
    first, early = first_polls(releases, log)
    lag = [slo.measure_lag(of, until_ms=of[-1]) for of in times.values()]
    refused = sum(poll["status"] in (403, 429) for of in polls.values() for poll in of)
    number = sum(len(of) for of in polls.values())
    bookings = log.of_kind("booked")
    twice = len(bookings) - len({(row["user_email"], row["date"]) for row in bookings})
    commit = told_after(running, crowd, releases)
    reads, writes, failed, called = answers(pages)
    return [
        *slo.booking_delay_levels(booked),
        slo.share_at_least("freed tables that were booked", good=len(booked), of=freed, target=0.95),
        slo.percentiles_at_most(
            "seen -> booking request, beside the platform's time", asked, unit="ms", p95=100.0, p99=300.0
        ),
        slo.percentiles_at_most("a book opens -> first look", first, unit="ms", p50=5.0, p95=150.0),
        slo.at_most("looks before a book opened", early, target=0),
        slo.share_at_least(
            "time in which a watched venue was polled within three periods",
            good=sum(of for _, of in lag) - sum(late for late, _ in lag),
            of=sum(of for _, of in lag),
            target=0.999,
        ),
        slo.share_at_least("venues waited for that had a live watch", good=seen.live, of=seen.wanted, target=0.9995),
        slo.at_most("second tables for one request", twice, target=0),
        slo.at_most(
            f"most polls in one second, budget {budget:g}",
            max_per_second(at for of in times.values() for at in of),
            target=budget,
        ),
        slo.share_at_least("polls that were not turned away", good=number - refused, of=number, target=0.999),
        slo.percentiles_at_most(
            "outcome committed -> at the diner's socket", commit, unit="ms", p95=1000.0, p99=3000.0
        ),
        slo.at_most("outcomes told wrongly", len(wrongly_told(running, crowd, releases)), target=0),
        slo.at_most("oldest in the outbox", round(max(seen.oldest, default=0.0), 2), target=5.0, unit="s"),
        slo.share_at_least(
            "answers of the API that were no failure of ours", good=called - failed, of=called, target=0.999
        ),
        slo.percentiles_at_most("slowest read of the API at its p95", reads, unit="ms", p99=300.0),
        slo.percentiles_at_most("slowest write of the API at its p95", writes, unit="ms", p99=500.0),
        slo.at_most("watchers begun again, of 100 in an hour", 100 * restarts / hours / len(crowd.places), target=1),
    ]


def deliveries(
    crowd: Crowd, log: TruthLog, times: dict[str, list[float]]
) -> tuple[list[tuple[float, float]], list[float], int]:
    """Return (freed -> booked, period) and seen -> asked of our bookings, in ms, and how many tables were freed."""
    mine, keys = {diner.email for diner in crowd.diners}, {place["venue_id"] for place in crowd.places}
    freed = {entry["slot_id"]: entry for entry in log.of_kind("freed") if entry["venue_id"] in keys}
    calls, polls = {entry["request"]: entry for entry in log.booking_calls()}, log.polls_by_key()
    booked, asked = [], []
    for entry in log.of_kind("booked"):
        if entry["user_email"] not in mine or entry["slot_id"] not in freed:
            continue
        key, at = f"{entry['venue_id']}|{entry['date']}|{entry['party_size']}", freed[entry["slot_id"]]["wall_ms"]
        near = [one for one in times[key] if abs(one - at) < 30_000]
        period = statistics.median(after - before for before, after in pairwise(near))
        booked.append((entry["wall_ms"] - at, period))
        shown = min(poll["replied_ms"] for poll in polls[key] if poll["replied_ms"] and poll["replied_ms"] > at)
        asked.append(calls[entry["request"]]["received_ms"] - shown - SERVICE_MS)
    return booked, asked, len(freed)


def first_polls(releases: Sequence[Release], log: TruthLog) -> tuple[list[float], int]:
    """Return the ms from each opening to the first look, and how many looks came before one."""
    polls, first, early = log.polls_by_key(), [], 0
    for release in releases:
        asked = [poll["platform_ms"] - release.at * 1000 for poll in polls.get(release.key, [])]
        early += sum(at < 0 for at in asked)
        first.append(min((at for at in asked if at >= 0), default=float("inf")))
    return first, early


def told_after(running: RunningStack, crowd: Crowd, releases: Sequence[Release]) -> list[float]:
    """Return the ms from the commit of each outcome to its diner's socket."""
    requests = [*crowd.requests, *(request for release in releases for request in release.requests)]
    committed: dict[int, datetime] = {row["attempt_id"]: row["created_at"] for row in read_outcomes(running, requests)}
    diners = {id(request.diner): request.diner for request in requests}.values()
    return [
        1000 * (event.at - committed[event.body["attempt_id"]].timestamp())
        for diner in diners
        for event in diner.events
        if event.type == "reservation.outcome" and event.body["attempt_id"] in committed
    ]


def answers(pages: Sequence[dict[str, str]]) -> tuple[list[float], list[float], int, int]:
    """Return p95 of each kind of read and of write in ms, failures and requests, from Locust's rows."""
    rows = [row for row in pages if row["Name"] != "Aggregated"]
    reads = [float(row["95%"]) for row in rows if row["Name"].startswith("read ")]
    writes = [float(row["95%"]) for row in rows if row["Name"].startswith("write ")]
    return reads, writes, sum(int(row["Failure Count"]) for row in rows), sum(int(row["Request Count"]) for row in rows)
