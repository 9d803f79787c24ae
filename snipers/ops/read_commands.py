"""Commands that only read: lists, the state of one watch with its reasons, capacity, the doctor."""

import math
from argparse import Namespace

from snipers.ops.checks import run_checks, verdict
from snipers.ops.port import Operations
from snipers.ops.results import CommandRefused, CommandResult, ExitCode, Row
from snipers.ops.system_status import open_nodes, read_status
from snipers.ops.watches import Watch, explain_watch, parse_watch

# An assumption for estimates of the memory that watchers need; k8s/CAPACITY.md has the measurements.
WATCHES_PER_GIB = 12
DEFAULT_SLOTS = 80


def list_watches(operations: Operations, args: Namespace) -> CommandResult:
    """List watches, uncovered and lagging ones first."""
    chosen = sorted(
        (watch for watch in read_status(operations).watches if _matches(watch, args.only)),
        key=lambda watch: watch.urgency,
    )
    return CommandResult(rows=[_watch_row(one) for one in chosen[: args.top]], message=f"{len(chosen)} watches")


def show_watch(operations: Operations, args: Namespace) -> CommandResult:
    """Show the database row of one watch."""
    row = {name: value for name, value in _find_watch(operations, args.venue)[1].items() if name != "at"}
    return CommandResult(rows=[{"field": name, "value": value} for name, value in row.items()], data=row)


def explain(operations: Operations, args: Namespace) -> CommandResult:
    """Explain the state of a watch: its lease, schedule, lag, requests and last attempts, and what prevents polls."""
    watch, row = _find_watch(operations, args.venue)
    source = next((one["state"] for one in operations.read("sources") if one["platform"] == watch.platform), "")
    reasons = explain_watch(watch, row=row, switches=operations.read("read_switches"), source=source)
    requests = operations.read("read_requests", venue_id=watch.venue_id)
    attempts = operations.read("read_attempts", venue_id=watch.venue_id)
    lines = [
        f"venue {watch.venue_id} {watch.name} ({watch.platform})",
        f"lease: epoch {watch.epoch}, owner {watch.owner or '-'}, cell '{watch.cell}', node {watch.node or '-'},"
        f" last heartbeat {_ago(watch.heartbeat_age)}",
        f"schedule: shortest period {_seconds(watch.period)}, {watch.keys} keys, last poll {_ago(watch.lag)},"
        f" {watch.polls} polls since its start",
        *(f"why: {reason}" for reason in reasons),
        *(f"{one['requests']} requests {one['status']} {one['stop']} account {one['account']}" for one in requests),
        *(
            f"attempt {one['id']} for request {one['reservation_id']}: {one['state']} {one['reason']}"
            f"{one['reply'] and ' (' + one['reply'] + ')'} at {one['claimed_at']:%H:%M:%S}"
            for one in attempts
        ),
    ]
    data = {"watch": _watch_row(watch), "why": reasons, "requests": requests, "attempts": attempts}
    return CommandResult(message="\n".join(lines), data=data)


def list_sources(operations: Operations, args: Namespace) -> CommandResult:
    """List the platforms: their breaker state with its reason, or the reason of their kill switch, and their budget.

    `until` is when the breaker's stop, wait for the canary or slowed rate ends.
    """
    status = read_status(operations)
    breakers = {row["platform"]: row for row in operations.read("sources")}
    switches = {row["key"]: row["reason"] for row in status.switches if row["scope"] == "platform"}
    rows = [
        {
            "source": source.platform,
            "state": source.state,
            "reason": switches.get(source.platform) or breakers.get(source.platform, {}).get("reason", ""),
            "until": breakers.get(source.platform, {}).get("until"),
            "configured": source.budget,
            "share": source.share,
            "allowed": None if source.allowed is None else round(source.allowed, 2),
            "planned": round(source.planned, 2),
        }
        for source in status.sources
    ]
    return CommandResult(rows=rows)


def list_paces(operations: Operations, args: Namespace) -> CommandResult:
    """List the learned paces: finds a minute of each platform and cell, what was refused, and what is owed for bursts.

    `locked_out` says whether the platform refuses the cell's address; since `let_in_at` it answers again.
    """
    rows = [
        {
            "source": row["platform"],
            "cell": row["cell"],
            "finds/min": round(row["finds_per_minute"], 2),
            "locked_out": row["locked"],
            "refused_at": row["refused_at"],
            "refused finds/min": row["refused_pace"],
            "let_in_at": row["let_in_at"],
            "owed": round(row["owed"], 1),
            "updated_s_ago": round(row["age_seconds"]),
        }
        for row in operations.read("read_paces")
    ]
    return CommandResult(rows=rows, message="" if rows else "No pace is learned: the platforms are simulated.")


def list_nodes(operations: Operations, args: Namespace) -> CommandResult:
    """List nodes with their slots and watchers."""
    return CommandResult(rows=operations.read("read_nodes"))


def list_cells(operations: Operations, args: Namespace) -> CommandResult:
    """List cells: which one is active, its controller's last heartbeat, its number of watchers."""
    return CommandResult(rows=operations.read("read_cells"))


def list_outbox(operations: Operations, args: Namespace) -> CommandResult:
    """List pending outcomes, events and messages, oldest first."""
    (backlog,) = operations.read("read_backlog")
    rows = operations.read("read_outbox", most=args.top)
    message = f"{backlog['outcomes']} outcomes, {backlog['events']} events, {backlog['messages']} messages are pending"
    return CommandResult(rows=rows, message=message, data={"backlog": backlog, "oldest": rows})


def capacity(operations: Operations, args: Namespace) -> CommandResult:
    """Report used and free watch slots, and the nodes that a given number of venues would need."""
    status = read_status(operations)
    nodes = open_nodes(status.nodes)
    slots, used = sum(node["slots"] for node in nodes), sum(node["watchers"] for node in nodes)
    wanted = sum(watch.wanted for watch in status.watches)
    fullest = max((node["watchers"] for node in nodes), default=0)
    data = {
        "nodes": len(nodes),
        "slots": slots,
        "used": used,
        "wanted": wanted,
        "free": slots - used,
        "survives_the_loss_of_its_fullest_node": slots - used >= fullest and len(nodes) > 1,
    }
    message = f"{used} of {slots} slots on {len(nodes)} nodes are used; {wanted} venues are wanted"
    if args.venues:
        gib = math.ceil(args.venues / WATCHES_PER_GIB)
        each = max((node["slots"] for node in nodes), default=DEFAULT_SLOTS)
        needed = math.ceil(args.venues / each) + 1
        data |= {"venues": args.venues, "nodes_needed": needed, "memory_gib": gib}
        message += f"\n{args.venues} venues: {needed} nodes of {each} slots, one of them spare, {gib} GiB"
    return CommandResult(message=message, data=data)


def doctor(operations: Operations, args: Namespace) -> CommandResult:
    """Run all checks; the exit code is 1 if any is bad."""
    status = read_status(operations)
    level, sentence = verdict(status)
    rows = [{"level": one.level, "about": one.about, "finding": one.message} for one in run_checks(status)]
    return CommandResult(
        rows=rows,
        message=sentence,
        data={"level": level, "verdict": sentence, "findings": rows},
        code=ExitCode.BAD if level == "bad" else ExitCode.DONE,
    )


def _find_watch(operations: Operations, venue_id: int) -> tuple[Watch, Row]:
    rows = operations.read("read_watches", venue_ids=[venue_id])
    if not rows:
        raise CommandRefused(f"There is no venue {venue_id}.", code=ExitCode.NOT_FOUND)
    desired = next((one for one in operations.desired() if one.venue_id == venue_id), None)
    return parse_watch(rows[0], desired=desired), rows[0]


def _matches(watch: Watch, only: list[str]) -> bool:
    kinds = {"uncovered": watch.uncovered, "lagging": watch.lagging, "quarantined": bool(watch.quarantine)}
    return not only or any(kinds[name] for name in only)


def _watch_row(watch: Watch) -> Row:
    return {
        "venue": watch.venue_id,
        "name": watch.name,
        "platform": watch.platform,
        "state": watch.shown_state,
        "snipes": watch.snipes,
        "keys": watch.keys,
        "T": None if watch.period is None else round(watch.period, 2),
        "lag": None if watch.lag is None else round(watch.lag, 1),
        "cell": watch.cell,
        "node": watch.node,
        "epoch": watch.epoch,
        "failure": watch.failure,
    }


def _ago(value: float | None) -> str:
    return "never" if value is None else f"{value:.1f} s ago"


def _seconds(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f} s"
