"""Orders about venues, platforms, nodes and the outbox. Each may be repeated, and leaves one entry in the audit log.

Nothing here speaks to Ray: controllers and watchers find the rows, within seconds or at the notice.
"""

import argparse
import time
from typing import Any

from snipers.ops.answers import Answer, Code, Refused, changed
from snipers.ops.checks import CONTROLLER_SILENT
from snipers.ops.facts import facts
from snipers.store.operations import KILL_SWITCH, Operations

SHORTEST_SHARE = 0.01


def pause_source(operations: Operations, asked: argparse.Namespace) -> Answer:
    """Throw the platform's kill switch: all polls stop within seconds, claims at once."""
    with operations.order() as order:
        made = order.run("switch_source_off", platform=asked.source, reason=asked.reason, by=operations.by[:100])
        if made:
            order.note(act=KILL_SWITCH, did="switched off", reason=asked.reason, scope="platform", about=asked.source)
    return changed(
        made,
        done=f"{asked.source} is paused; {made[0]['venues'] if made else 0} venues were told",
        already=f"{asked.source} was paused already",
        dry_run=operations.dry_run,
    )


def resume_source(operations: Operations, asked: argparse.Namespace) -> Answer:
    """Take the platform's kill switch back."""
    with operations.order() as order:
        gone = order.run("switch_source_on", platform=asked.source)
        if gone:
            order.note(act=KILL_SWITCH, did="switched on", reason=asked.reason, scope="platform", about=asked.source)
    return changed(
        gone,
        done=f"{asked.source} goes on",
        already=f"{asked.source} was not paused",
        dry_run=operations.dry_run,
    )


def throttle_source(operations: Operations, asked: argparse.Namespace) -> Answer:
    """Let only a share of the platform's budget be used; 1 lets all of it."""
    if not SHORTEST_SHARE <= asked.share <= 1:
        raise Refused(f"A share is between {SHORTEST_SHARE} and 1; to stop everything use `source pause`.")
    return _share(operations, platform=asked.source, share=asked.share, reason=asked.reason)


def set_budget(operations: Operations, asked: argparse.Namespace) -> Answer:
    """The same in polls a second; never more than the controllers were configured for."""
    budget = facts(operations).budgets.get(asked.source)
    if budget is None:
        raise Refused(f"No controller has said yet which budget {asked.source} has.", code=Code.NOT_FOUND)
    if not SHORTEST_SHARE * budget <= asked.polls <= budget:
        raise Refused(f"{asked.source} is configured for {budget:g} polls a second; choose up to that.")
    return _share(operations, platform=asked.source, share=asked.polls / budget, reason=asked.reason)


def _share(operations: Operations, *, platform: str, share: float, reason: str) -> Answer:
    with operations.order() as order:
        rows = (
            order.run("lift_share", platform=platform)
            if share == 1
            else order.run("set_share", platform=platform, share=share)
        )
        if rows:
            order.note(did="throttled", reason=reason, about=platform, share=share)
    return changed(
        rows,
        done=f"{platform} may use {share:.0%} of its budget",
        already=f"{platform} already may use {share:.0%} of its budget",
        dry_run=operations.dry_run,
    )


def quarantine_watch(operations: Operations, asked: argparse.Namespace) -> Answer:
    """Keep watchers away from a venue for some minutes; its requests wait."""
    return changed(
        _order_rest(operations, asked, "order_quarantine", did="quarantined", more={"minutes": asked.minutes}),
        done=f"venue {asked.venue} rests for {asked.minutes} minutes",
        already=f"venue {asked.venue} rests for that long already",
        dry_run=operations.dry_run,
    )


def retry_watch(operations: Operations, asked: argparse.Namespace) -> Answer:
    """End a venue's quarantine and forget its failed starts."""
    return changed(
        _order_rest(operations, asked, "end_quarantine", did="quarantine ended", more={}),
        done=f"venue {asked.venue} may be watched again",
        already=f"venue {asked.venue} did not rest",
        dry_run=operations.dry_run,
    )


def _order_rest(
    operations: Operations, asked: argparse.Namespace, statement: str, *, did: str, more: dict[str, Any]
) -> list[dict[str, Any]]:
    """Give one venue an order; `more` is for the statement and for the audit log."""
    _known(operations, asked.venue)
    with operations.order() as order:
        rows = order.run(statement, venue_id=asked.venue, **more)
        if rows:
            order.note(did=did, reason=asked.reason, about=str(asked.venue), **more)
    return rows


def fence_lease(operations: Operations, asked: argparse.Namespace) -> Answer:
    """Take the venue from its present watcher; the next watcher takes it over."""
    _known(operations, asked.venue)
    with operations.order() as order:
        rows = order.run("fence", venue_id=asked.venue)
        if rows:
            order.note(did="fenced", reason=asked.reason, about=str(asked.venue), epoch=rows[0]["epoch"])
    return changed(
        rows,
        done=f"venue {asked.venue} is fenced at epoch {rows[0]['epoch'] if rows else 0}",
        already=f"nobody holds venue {asked.venue}",
        dry_run=operations.dry_run,
    )


def drain_node(operations: Operations, asked: argparse.Namespace) -> Answer:
    """Have all watchers of a node moved elsewhere; with --wait until none is left there."""
    known = operations.look("look_nodes")
    nodes = [node for node in known if asked.node in (node["name"], node["host"])]
    if not nodes:
        raise Refused(f"No node {asked.node} was seen within the hour.", code=Code.NOT_FOUND)
    leaving = {node["name"] for node in nodes}
    others = [
        node
        for node in known
        if node["cell"] == nodes[-1]["cell"]
        and node["state"] == "up"
        and node["silent_seconds"] < CONTROLLER_SILENT
        and node["name"] not in leaving
    ]
    room, moving = sum(one["slots"] - one["watchers"] for one in others), sum(one["watchers"] for one in nodes)
    if room < moving and not asked.force:
        raise Refused(
            f"{moving} slots are used there and the other nodes have {room} free; --force drains all the same."
        )
    with operations.order() as order:
        rows = order.run("drain_node", node=asked.node)
        for row in rows:
            order.note(did="node drained", reason=asked.reason, about=row["name"], cell=row["cell"])
    answer = changed(
        rows,
        done=f"node {asked.node} is left by its watchers, one after the other",
        already=f"node {asked.node} was being drained already",
        dry_run=operations.dry_run,
    )
    return answer if operations.dry_run or not asked.wait else _drained(operations, asked.node, seconds=asked.wait)


def _drained(operations: Operations, node: str, *, seconds: float) -> Answer:
    deadline = time.monotonic() + seconds
    while True:
        rows = [one for one in operations.look("look_nodes") if node in (one["name"], one["host"])]
        left = sum(one["watchers"] for one in rows)
        if all(one["state"] == "drained" for one in rows) or (not left and all(one["state"] != "up" for one in rows)):
            return Answer(says=[f"node {node} is empty"], data={"changed": True, "left": 0})
        if time.monotonic() > deadline:
            says = f"{left} watchers are still on node {node} after {seconds:.0f} s"
            return Answer(says=[says], data={"changed": True, "left": left}, code=Code.TIMEOUT)
        time.sleep(0.5)


def undrain_node(operations: Operations, asked: argparse.Namespace) -> Answer:
    """Stop moving watchers away. Ray takes no undo: nothing new starts on the node until it is started again."""
    with operations.order() as order:
        rows = order.run("undrain_node", node=asked.node)
        for row in rows:
            order.note(did="node drain ended", reason=asked.reason, about=row["name"], cell=row["cell"])
    return changed(
        rows,
        done=f"watchers stay on node {asked.node}; nothing new starts there before it is started again",
        already=f"node {asked.node} was not being drained",
        dry_run=operations.dry_run,
    )


def replay_outbox(operations: Operations, asked: argparse.Namespace) -> Answer:
    """Send events to the browsers once more; those drop the numbers that they have."""
    with operations.order() as order:
        rows = order.run("replay_events", event_id=asked.event or 0, minutes=asked.minutes or 0)
        count = rows[0]["events"] if rows else 0
        if rows:
            order.note(did="events replayed", reason=asked.reason, events=count, minutes=asked.minutes or 0)
    return changed(
        rows, done=f"{count} events are sent again", already="there is no such event", dry_run=operations.dry_run
    )


def _known(operations: Operations, venue_id: int) -> None:
    if not operations.look("look_watches", venue_ids=[venue_id]):
        raise Refused(f"There is no venue {venue_id}.", code=Code.NOT_FOUND)
