"""Commands that change venues, platforms, nodes and the outbox. Each may be repeated and writes an audit entry.

The commands write rows and never call Ray. Controllers and watchers read the rows on a notification or within seconds.
"""

import time
from argparse import Namespace

from snipers.ops.results import Change, CommandRefused, CommandResult, ExitCode
from snipers.ops.system_status import open_nodes, read_status
from snipers.store.operations import KILL_SWITCH, Operations

SMALLEST_SHARE = 0.01
PROBE_SECONDS = 0.5


def pause_source(operations: Operations, args: Namespace) -> CommandResult:
    """Set the platform's kill switch: claims stop at once, polls within seconds."""
    return Change(
        statement="switch_source_off",
        params={"platform": args.source, "reason": args.reason, "by": operations.by[:100]},
        act=KILL_SWITCH,
        did="switched off",
        audit=lambda row: {"scope": "platform", "about": args.source},
        done=lambda row: f"{args.source} is paused; {row['venues']} venues were notified",
        already=f"{args.source} was already paused",
    ).apply(operations, reason=args.reason)


def resume_source(operations: Operations, args: Namespace) -> CommandResult:
    """Clear the platform's kill switch."""
    return Change(
        statement="switch_source_on",
        params={"platform": args.source},
        act=KILL_SWITCH,
        did="switched on",
        audit=lambda row: {"scope": "platform", "about": args.source},
        done=lambda row: f"{args.source} is resumed",
        already=f"{args.source} was not paused",
    ).apply(operations, reason=args.reason)


def throttle_source(operations: Operations, args: Namespace) -> CommandResult:
    """Allow only a share of the platform's poll budget; 1 allows all of it."""
    if not SMALLEST_SHARE <= args.share <= 1:
        raise CommandRefused(f"A share is between {SMALLEST_SHARE} and 1; to stop everything use `source pause`.")
    return _set_share(operations, platform=args.source, share=args.share, reason=args.reason)


def set_budget(operations: Operations, args: Namespace) -> CommandResult:
    """Limit a platform to a number of polls per second, at most the configured budget."""
    budget = next((one.budget for one in read_status(operations).sources if one.platform == args.source), None)
    if budget is None:
        raise CommandRefused(f"No controller has reported a budget for {args.source} yet.", code=ExitCode.NOT_FOUND)
    if not SMALLEST_SHARE * budget <= args.polls <= budget:
        raise CommandRefused(f"{args.source} is configured for {budget:g} polls per second; choose up to that.")
    return _set_share(operations, platform=args.source, share=args.polls / budget, reason=args.reason)


def _set_share(operations: Operations, *, platform: str, share: float, reason: str) -> CommandResult:
    return Change(
        statement="lift_share" if share == 1 else "set_share",
        params={"platform": platform} | ({} if share == 1 else {"share": share}),
        did="throttled",
        audit=lambda row: {"about": platform, "share": share},
        done=lambda row: f"{platform} may use {share:.0%} of its budget",
        already=f"{platform} could already use {share:.0%} of its budget",
    ).apply(operations, reason=reason)


def quarantine_watch(operations: Operations, args: Namespace) -> CommandResult:
    """Quarantine a venue for some minutes: it has no watcher, and its requests wait."""
    _require_venue(operations, args.venue)
    return Change(
        statement="start_quarantine",
        params={"venue_id": args.venue, "minutes": args.minutes},
        did="quarantined",
        audit=lambda row: {"about": str(args.venue), "minutes": args.minutes},
        done=lambda row: f"venue {args.venue} is in quarantine for {args.minutes} minutes",
        already=f"venue {args.venue} was already in quarantine for that long",
    ).apply(operations, reason=args.reason)


def retry_watch(operations: Operations, args: Namespace) -> CommandResult:
    """End a venue's quarantine and reset its failed starts."""
    _require_venue(operations, args.venue)
    return Change(
        statement="end_quarantine",
        params={"venue_id": args.venue},
        did="quarantine ended",
        audit=lambda row: {"about": str(args.venue)},
        done=lambda row: f"venue {args.venue} may be watched again",
        already=f"venue {args.venue} was not in quarantine",
    ).apply(operations, reason=args.reason)


def fence_lease(operations: Operations, args: Namespace) -> CommandResult:
    """Take the lease of a venue from its watcher. The watcher retires, and the next one gets the lease."""
    _require_venue(operations, args.venue)
    return Change(
        statement="fence",
        params={"venue_id": args.venue},
        did="fenced",
        audit=lambda row: {"about": str(args.venue), "epoch": row["epoch"]},
        done=lambda row: f"venue {args.venue} is fenced at epoch {row['epoch']}",
        already=f"no watcher holds venue {args.venue}",
    ).apply(operations, reason=args.reason)


def drain_node(operations: Operations, args: Namespace) -> CommandResult:
    """Move all watchers of a node to other nodes. With --wait, wait until the node has none."""
    known = operations.read("read_nodes")
    nodes = [node for node in known if args.node in (node["name"], node["host"])]
    if not nodes:
        raise CommandRefused(f"No node {args.node} was seen within the hour.", code=ExitCode.NOT_FOUND)
    draining = {node["name"] for node in nodes}
    others = [node for node in open_nodes(known) if node["cell"] == nodes[-1]["cell"] and node["name"] not in draining]
    free = sum(node["slots"] - node["watchers"] for node in others)
    needed = sum(node["watchers"] for node in nodes)
    if free < needed and not args.force:
        raise CommandRefused(f"{needed} slots are used there and {free} are free elsewhere; --force drains anyway.")
    result = Change(
        statement="drain_node",
        params={"node": args.node},
        did="node drained",
        audit=lambda row: {"about": row["name"], "cell": row["cell"]},
        done=lambda row: f"node {args.node} is draining",
        already=f"node {args.node} was already draining",
    ).apply(operations, reason=args.reason)
    return result if operations.dry_run or not args.wait else _wait_until_drained(operations, args)


def _wait_until_drained(operations: Operations, args: Namespace) -> CommandResult:
    deadline = time.monotonic() + args.wait
    while True:
        nodes = [node for node in operations.read("read_nodes") if args.node in (node["name"], node["host"])]
        left = sum(node["watchers"] for node in nodes)
        drained = all(node["state"] == "drained" for node in nodes)
        if drained or (not left and all(node["state"] != "up" for node in nodes)):
            return CommandResult(message=f"node {args.node} is empty", data={"changed": True, "left": 0})
        if time.monotonic() > deadline:
            message = f"{left} watchers are still on node {args.node} after {args.wait:.0f} s"
            return CommandResult(message=message, data={"changed": True, "left": left}, code=ExitCode.TIMEOUT)
        time.sleep(PROBE_SECONDS)


def undrain_node(operations: Operations, args: Namespace) -> CommandResult:
    """Stop moving watchers away from a node.

    Ray cannot reopen a closed node, so no watcher starts on it until the node restarts.
    """
    return Change(
        statement="undrain_node",
        params={"node": args.node},
        did="node drain ended",
        audit=lambda row: {"about": row["name"], "cell": row["cell"]},
        done=lambda row: f"watchers stay on node {args.node}; nothing new starts there before it restarts",
        already=f"node {args.node} was not draining",
    ).apply(operations, reason=args.reason)


def replay_outbox(operations: Operations, args: Namespace) -> CommandResult:
    """Publish events to the browsers again. Browsers ignore event numbers that they have received."""
    minutes = args.minutes or 0
    return Change(
        statement="replay_events",
        params={"event_id": args.event or 0, "minutes": minutes},
        did="events replayed",
        audit=lambda row: {"events": row["events"], "minutes": minutes},
        done=lambda row: f"{row['events']} events are published again",
        already="there is no such event",
    ).apply(operations, reason=args.reason)


def _require_venue(operations: Operations, venue_id: int) -> None:
    if not operations.read("read_watches", venue_ids=[venue_id]):
        raise CommandRefused(f"There is no venue {venue_id}.", code=ExitCode.NOT_FOUND)
