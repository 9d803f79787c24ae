"""Commands that change venues, platforms, nodes and the outbox. Each may be repeated and writes an audit entry.

The commands write rows and never call Ray. Controllers and watchers read the rows on a notification or within seconds.
"""

import time
from argparse import Namespace

from snipers.ops.changes import SMALLEST_SHARE
from snipers.ops.port import Operations
from snipers.ops.results import CommandRefused, CommandResult, ExitCode
from snipers.ops.system_status import open_nodes, read_status

PROBE_SECONDS = 0.5


def pause_source(operations: Operations, args: Namespace) -> CommandResult:
    """Set the platform's kill switch: claims stop at once, polls within seconds."""
    return operations.change("pause_source", reason=args.reason, source=args.source)


def resume_source(operations: Operations, args: Namespace) -> CommandResult:
    """Clear the platform's kill switch."""
    return operations.change("resume_source", reason=args.reason, source=args.source)


def throttle_source(operations: Operations, args: Namespace) -> CommandResult:
    """Allow only a share of the platform's poll budget; 1 allows all of it."""
    if not SMALLEST_SHARE <= args.share <= 1:
        raise CommandRefused(f"A share is between {SMALLEST_SHARE} and 1; to stop everything use `source pause`.")
    return operations.change("set_share", reason=args.reason, source=args.source, share=args.share)


def set_budget(operations: Operations, args: Namespace) -> CommandResult:
    """Limit a platform to a number of polls per second, at most the configured budget."""
    budget = next((one.budget for one in read_status(operations).sources if one.platform == args.source), None)
    if budget is None:
        raise CommandRefused(f"No controller has reported a budget for {args.source} yet.", code=ExitCode.NOT_FOUND)
    if not SMALLEST_SHARE * budget <= args.polls <= budget:
        raise CommandRefused(f"{args.source} is configured for {budget:g} polls per second; choose up to that.")
    return operations.change("set_share", reason=args.reason, source=args.source, share=args.polls / budget)


def reset_breaker(operations: Operations, args: Namespace) -> CommandResult:
    """End a platform's stop: one venue polls it within seconds. If the platform answers, the rate returns in steps."""
    return operations.change("reset_breaker", reason=args.reason, source=args.source)


def quarantine_watch(operations: Operations, args: Namespace) -> CommandResult:
    """Quarantine a venue for some minutes: it has no watcher, and its requests wait."""
    _require_venue(operations, args.venue)
    return operations.change("quarantine", reason=args.reason, venue=args.venue, minutes=args.minutes)


def retry_watch(operations: Operations, args: Namespace) -> CommandResult:
    """End a venue's quarantine and reset its failed starts."""
    _require_venue(operations, args.venue)
    return operations.change("retry", reason=args.reason, venue=args.venue)


def fence_lease(operations: Operations, args: Namespace) -> CommandResult:
    """Take the lease of a venue from its watcher. The watcher retires, and the next one gets the lease."""
    _require_venue(operations, args.venue)
    return operations.change("fence", reason=args.reason, venue=args.venue)


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
    result = operations.change("drain_node", reason=args.reason, node=args.node)
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
    return operations.change("undrain_node", reason=args.reason, node=args.node)


def replay_outbox(operations: Operations, args: Namespace) -> CommandResult:
    """Publish events to the browsers again. Browsers ignore event numbers that they have received."""
    return operations.change("replay", reason=args.reason, event=args.event or 0, minutes=args.minutes or 0)


def _require_venue(operations: Operations, venue_id: int) -> None:
    if not operations.read("read_watches", venue_ids=[venue_id]):
        raise CommandRefused(f"There is no venue {venue_id}.", code=ExitCode.NOT_FOUND)
