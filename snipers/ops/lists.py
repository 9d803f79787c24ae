"""Commands that only look: lists, one watch explained, capacity, the doctor."""

import argparse
import math
from collections.abc import Mapping, Sequence
from typing import Any

from snipers.ops.answers import Answer, Code, Refused
from snipers.ops.checks import Facts, findings, verdict, worst
from snipers.ops.facts import facts, one_watch
from snipers.ops.watches import Watch, why
from snipers.store.operations import Operations

# Start values of the capacity model; loadtests/README.md has what was measured.
WATCHES_FOR_A_GIB = 12


def list_watches(operations: Operations, asked: argparse.Namespace) -> Answer:
    """List watches, those with problems first."""
    chosen = [one for one in facts(operations).watches if _matches(one, asked.only)]
    chosen.sort(key=lambda one: (not one.uncovered, -(one.lag_ratio or 0), one.venue_id))
    return Answer(rows=[_row(one) for one in chosen[: asked.top]], says=[f"{len(chosen)} watches"])


def show_watch(operations: Operations, asked: argparse.Namespace) -> Answer:
    """Show one watch as it stands in the database."""
    found = _found(operations, asked.venue)
    row = {name: value for name, value in found[1].items() if name != "at"}
    return Answer(rows=[{"field": name, "value": value} for name, value in row.items()], data=row)


def explain_watch(operations: Operations, asked: argparse.Namespace) -> Answer:
    """Say why a venue is watched as it is: lease, pace, lag, what stops it, who waits, the last attempts."""
    one, row = _found(operations, asked.venue)
    sources = {source["platform"]: source["state"] for source in operations.look("sources")}
    reasons = why(one, row=row, switches=operations.look("look_switches"), source=sources.get(one.platform, ""))
    requests = operations.look("look_requests", venue_id=one.venue_id)
    attempts = operations.look("look_attempts", venue_id=one.venue_id)
    says = [
        f"venue {one.venue_id} {one.name} ({one.platform})",
        f"lease: epoch {one.epoch}, {one.owner or 'nobody'}, cell '{one.cell}', node {one.node or '-'},"
        f" last sign of life {_seconds(one.silent)} ago",
        f"pace: every {_seconds(one.period)} at the shortest, {one.keys} keys, last poll {_seconds(one.lag)} ago,"
        f" {one.polls} polls in this life",
        *(f"why: {reason}" for reason in reasons),
        *(
            f"{line['requests']} requests {line['status']} {line['stop']} account {line['account']}"
            for line in requests
        ),
        *(
            f"attempt {line['id']} for request {line['reservation_id']}: {line['state']} {line['reason']}"
            f" at {line['claimed_at']:%H:%M:%S}"
            for line in attempts
        ),
    ]
    data = {"watch": _row(one), "why": reasons, "requests": requests, "attempts": attempts}
    return Answer(says=says, data=data)


def list_sources(operations: Operations, asked: argparse.Namespace) -> Answer:
    """Show how each platform is treated, and how much of its budget is planned."""
    seen = facts(operations)
    return Answer(rows=[_source(seen, platform) for platform in sorted({*seen.sources, *seen.budgets})])


def list_nodes(operations: Operations, asked: argparse.Namespace) -> Answer:
    """List nodes and who runs there."""
    return Answer(rows=operations.look("look_nodes"))


def list_cells(operations: Operations, asked: argparse.Namespace) -> Answer:
    """List cells: who is active, when its controller was last seen, how many watches it holds."""
    return Answer(rows=operations.look("look_cells"))


def list_outbox(operations: Operations, asked: argparse.Namespace) -> Answer:
    """List what waits to be told, published or sent, oldest first."""
    (backlog,) = operations.look("look_backlog")
    rows = operations.look("look_outbox", most=asked.top)
    says = [f"{backlog['outcomes']} outcomes, {backlog['events']} events, {backlog['messages']} messages wait"]
    return Answer(rows=rows, says=says, data={"backlog": backlog, "oldest": rows})


def capacity(operations: Operations, asked: argparse.Namespace) -> Answer:
    """Say how many watchers there is room for, and what a number of venues would take."""
    seen = facts(operations)
    alive = [node for node in seen.nodes if node["silent_seconds"] < 15 and node["state"] == "up"]
    slots, used = sum(node["slots"] for node in alive), sum(node["watchers"] for node in alive)
    wanted = sum(one.wanted for one in seen.watches)
    largest = max((node["watchers"] for node in alive), default=0)
    data = {
        "nodes": len(alive),
        "slots": slots,
        "used": used,
        "wanted": wanted,
        "free": slots - used,
        "survives_the_loss_of_its_fullest_node": slots - used >= largest and len(alive) > 1,
    }
    says = [f"{used} of {slots} slots on {len(alive)} nodes are used; {wanted} venues are waited for"]
    if asked.venues:
        gib = math.ceil(asked.venues / WATCHES_FOR_A_GIB)
        each = max((node["slots"] for node in alive), default=80)
        data |= {"venues": asked.venues, "nodes_needed": math.ceil(asked.venues / each) + 1, "memory_gib": gib}
        says.append(
            f"{asked.venues} venues: {data['nodes_needed']} nodes of {each} slots, one of them spare, {gib} GiB"
        )
    return Answer(says=says, data=data)


def doctor(operations: Operations, asked: argparse.Namespace) -> Answer:
    """Look at everything once; the exit code says whether anything is bad."""
    seen = facts(operations)
    found = findings(seen)
    level, sentence = verdict(seen)
    rows = [{"level": one.level, "about": one.about, "finding": one.says} for one in found]
    code = Code.BAD if worst(found) == "bad" else Code.DONE
    return Answer(rows=rows, says=[sentence], data={"level": level, "verdict": sentence, "findings": rows}, code=code)


def _found(operations: Operations, venue_id: int) -> tuple[Watch, dict[str, Any]]:
    found = one_watch(operations, venue_id=venue_id)
    if found is None:
        raise Refused(f"There is no venue {venue_id}.", code=Code.NOT_FOUND)
    return found


def _matches(one: Watch, only: Sequence[str]) -> bool:
    kinds = {"uncovered": one.uncovered, "lagging": one.lagging, "quarantined": bool(one.resting_for)}
    return not only or any(kinds[name] for name in only)


def _row(one: Watch) -> Mapping[str, Any]:
    return {
        "venue": one.venue_id,
        "name": one.name,
        "platform": one.platform,
        "state": "uncovered" if one.uncovered else "resting" if one.resting_for else one.state,
        "snipes": one.snipes,
        "keys": one.keys,
        "T": None if one.period is None else round(one.period, 2),
        "lag": None if one.lag is None else round(one.lag, 1),
        "cell": one.cell,
        "node": one.node,
        "epoch": one.epoch,
        "failure": one.failure,
    }


def _source(seen: Facts, platform: str) -> Mapping[str, Any]:
    share, budget = seen.shares.get(platform, 1.0), seen.budgets.get(platform)
    paused = any((one["scope"], one["key"]) == ("platform", platform) for one in seen.switches)
    return {
        "source": platform,
        "state": "paused" if paused else seen.sources.get(platform, "healthy"),
        "configured": budget,
        "share": share,
        "allowed": None if budget is None else round(budget * share, 2),
        "planned": round(seen.planned.get(platform, 0.0), 2),
    }


def _seconds(value: float | None) -> str:
    return "never" if value is None else f"{value:.1f} s"
