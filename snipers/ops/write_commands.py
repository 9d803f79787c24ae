"""Commands that change venues, platforms, nodes and the outbox. Each may be repeated and writes an audit entry.

The commands write rows and never call Ray. Controllers and watchers read the rows on a notification or within seconds.
"""

import time
from argparse import Namespace

from snipers.ops.changes import CHANGES, SMALLEST_SHARE
from snipers.ops.port import Command, Operations
from snipers.ops.results import CommandRefused, CommandResult, ExitCode
from snipers.ops.system_status import open_nodes, read_status

PROBE_SECONDS = 0.5


def sends(name: str, does: str) -> Command:
    """Return the command that makes the change `name` with the arguments of the same names; `does` is its help."""

    def command(operations: Operations, args: Namespace) -> CommandResult:
        if "venue" in args and not operations.read("read_watches", venue_ids=[args.venue]):
            raise CommandRefused(f"There is no venue {args.venue}.", code=ExitCode.NOT_FOUND)
        params = {parameter: getattr(args, parameter) for parameter in CHANGES[name].checks}
        return operations.change(name, reason=args.reason, **params)

    command.__doc__ = does
    return command


pause_source = sends("pause_source", "Set the platform's kill switch: claims stop at once, polls within seconds.")
resume_source = sends("resume_source", "Clear the platform's kill switch.")
throttle_source = sends("set_share", "Allow only a share of the platform's poll budget; 1 allows all of it.")
reset_breaker = sends(
    "reset_breaker",
    "End a platform's stop: one venue polls it within seconds. If the platform answers, the rate returns in steps.",
)
forget_access = sends("forget_access", "Delete the access values of a platform. The environment's values apply again.")
quarantine_watch = sends("quarantine", "Quarantine a venue for some minutes: it has no watcher, and its requests wait.")
retry_watch = sends("retry", "End a venue's quarantine and reset its failed starts.")
fence_lease = sends(
    "fence", "Take the lease of a venue from its watcher. The watcher retires, and the next one gets the lease."
)
# Ray cannot reopen a closed node, so no watcher starts on it until the node restarts.
undrain_node = sends("undrain_node", "Stop moving watchers away from a node.")


def set_budget(operations: Operations, args: Namespace) -> CommandResult:
    """Limit a platform to a number of polls per second, at most the configured budget."""
    budget = next((one.budget for one in read_status(operations).sources if one.platform == args.source), None)
    if budget is None:
        raise CommandRefused(f"No controller has reported a budget for {args.source} yet.", code=ExitCode.NOT_FOUND)
    if not SMALLEST_SHARE * budget <= args.polls <= budget:
        raise CommandRefused(f"{args.source} is configured for {budget:g} polls per second; choose up to that.")
    return operations.change("set_share", reason=args.reason, source=args.source, share=args.polls / budget)


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


def replay_outbox(operations: Operations, args: Namespace) -> CommandResult:
    """Publish events to the browsers again. Browsers ignore event numbers that they have received."""
    return operations.change("replay", reason=args.reason, event=args.event or 0, minutes=args.minutes or 0)
