"""Cells: one Ray cluster replaced by another while everything is watched.

`handover` assigns venues to the other cell in batches. Its controller starts a watcher for each, which takes the next
epoch of the lease; only then the old one, which went on polling, falls silent. A batch that is not watched well in
time, or a platform that begins to turn us away, takes back everything moved so far. May be broken off and repeated at
any point.
"""

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from snipers.ops.answers import Answer, Code, Refused, changed
from snipers.ops.checks import CONTROLLER_SILENT
from snipers.ops.facts import facts
from snipers.ops.watches import Watch
from snipers.store.operations import Operations

LOOK_SECONDS = 0.5
# What a venue that was taken may take to be polled: its start is over by then, states are written every other second.
WATCHED_WITHIN = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """How the venues of one batch stand. `bad`: why the hand-over has to be taken back, "" while it need not be."""

    left: Sequence[int]
    bad: str


def judge(
    watches: Sequence[Watch],
    *,
    target: str,
    epochs: Mapping[int, int],
    before: Mapping[str, str],
    now: Mapping[str, str],
    waited: float,
    start_timeout: float,
) -> Batch:
    """Look at a batch `waited` seconds after it was assigned. `epochs` of each venue before; `before` and `now` say how
    each platform is treated. `start_timeout`: seconds for the new watchers to start, while the old ones poll on."""
    worse = [platform for platform, state in now.items() if state != "healthy" and before.get(platform) == "healthy"]
    if worse:
        return Batch(left=[], bad=f"{worse[0]} became {now[worse[0]]}")
    limited = [one for one in watches if one.cell == target and one.failure in ("limited", "blocked")]
    if limited:
        return Batch(left=[], bad=f"the platform turned venue {limited[0].venue_id} away ({limited[0].failure})")
    not_taken = [
        one
        for one in watches
        if one.wanted and not (one.cell == target and one.epoch > epochs[one.venue_id] and one.alive)
    ]
    if not_taken and waited > start_timeout:
        names = ", ".join(str(one.venue_id) for one in not_taken[:5])
        return Batch(left=[], bad=f"nobody in {target} took {names} within {start_timeout:.0f} s")
    unpolled = [
        one for one in watches if one.wanted and one.period and one not in not_taken and (not one.polls or one.lagging)
    ]
    if unpolled and waited > start_timeout + WATCHED_WITHIN:
        return Batch(left=[], bad=f"venue {unpolled[0].venue_id} lags by more than three of its periods")
    return Batch(left=[one.venue_id for one in (*not_taken, *unpolled)], bad="")


def up(operations: Operations, asked: argparse.Namespace) -> Answer:
    """Allow a cell to be given venues, and wait until its controller is there and its nodes have room."""
    with operations.order() as order:
        rows = order.run("raise_cell", cell=asked.cell)
        if rows:
            order.note(did="cell raised", reason=asked.reason, about=asked.cell)
    answer = changed(
        rows, done=f"cell {asked.cell} is up", already=f"cell {asked.cell} was up already", dry_run=operations.dry_run
    )
    deadline = time.monotonic() + asked.wait
    while asked.wait and not operations.dry_run:
        missing = _not_ready(operations, asked.cell, slots=asked.slots)
        if not missing:
            break
        if time.monotonic() > deadline:
            return Answer(says=[*answer.says, missing], data={"missing": missing}, code=Code.TIMEOUT)
        time.sleep(LOOK_SECONDS)
    return answer


def down(operations: Operations, asked: argparse.Namespace) -> Answer:
    """Give a cell no venues any more. Its Ray cluster can be deleted then."""
    cell = _cell(operations, asked.cell)
    if cell["active"] or cell["watchers"]:
        raise Refused(f"Cell {asked.cell} holds {cell['watchers']} venues or is the active one: hand over first.")
    with operations.order() as order:
        rows = order.run("lower_cell", cell=asked.cell)
        if rows:
            order.note(did="cell lowered", reason=asked.reason, about=asked.cell)
    return changed(
        rows, done=f"cell {asked.cell} is down", already=f"cell {asked.cell} was down", dry_run=operations.dry_run
    )


def handover(operations: Operations, asked: argparse.Namespace, *, say: Callable[[str], None] = print) -> Answer:
    """Move every venue to another cell, batch by batch; it is the active one in the end."""
    target, source = asked.cell, _active(operations)
    if target == source:
        return Answer(says=[f"{target} is the active cell already"], data={"changed": False})
    missing = _not_ready(operations, target, slots=1)
    if missing:
        raise Refused(missing)
    waiting = [one for one in operations.desired() if one.cell != target]
    if operations.dry_run:
        return Answer(says=[f"would be: {len(waiting)} venues move from {source} to {target}"], data={"changed": True})
    before = facts(operations).sources
    moved: list[int] = []
    while waiting:
        calm = [one.venue_id for one in waiting if not one.drops]
        batch = calm[: asked.batch]
        if batch:
            moved += batch
            bad = _move(operations, batch, target=target, before=before, asked=asked)
            if bad:
                _assign(operations, moved, cell=source, did="hand-over taken back", reason=bad)
                says = f"taken back after {len(moved)} venues: {bad}"
                return Answer(says=[says], data={"changed": False, "why": bad, "moved": len(moved)}, code=Code.BAD)
            say(f"{len(moved)} venues are watched by {target}")
        else:
            # A book opens at each of those that are left.
            time.sleep(LOOK_SECONDS)
        waiting = [one for one in operations.desired() if one.cell != target]
    with operations.order() as order:
        order.run("rest_all_cells", cell=target)
        order.run("activate_cell", cell=target)
        order.run("assign_to_the_active", cells=[source, target])
        order.note(did="cell handed over", reason=asked.reason, about=target, before=source, venues=len(moved))
    return Answer(
        says=[f"{target} watches all venues; {source} is kept for a rollback"],
        data={"changed": True, "moved": len(moved), "active": target, "before": source},
    )


def rollback(operations: Operations, asked: argparse.Namespace, *, say: Callable[[str], None] = print) -> Answer:
    """Give everything back to another cell: first what is on its way, then, when it was active before, all of it."""
    target, source = asked.cell, _active(operations)
    if target != source:
        return handover(operations, asked, say=say)
    away = [one.venue_id for one in operations.desired() if one.cell != target]
    if operations.dry_run:
        return Answer(says=[f"would be: {len(away)} venues go back to {target}"], data={"changed": bool(away)})
    if away:
        _assign(operations, away, cell=target, did="hand-over rolled back", reason=asked.reason)
    says = f"{len(away)} venues go back to {target}" if away else f"{target} has all venues already"
    return Answer(says=[says], data={"changed": bool(away), "moved": len(away)})


def _move(
    operations: Operations,
    batch: Sequence[int],
    *,
    target: str,
    before: Mapping[str, str],
    asked: argparse.Namespace,
) -> str:
    """Assign one batch and wait until it is watched; returns why it has to be taken back, "" when all is well."""
    epochs = {row["venue_id"]: row["epoch"] for row in operations.look("look_watches", venue_ids=list(batch))}
    _assign(operations, batch, cell=target, did="venues assigned", reason=asked.reason)
    began = time.monotonic()
    while True:
        time.sleep(LOOK_SECONDS)
        seen = facts(operations)
        now = [one for one in seen.watches if one.venue_id in epochs]
        waited = time.monotonic() - began
        found = judge(
            now,
            target=target,
            epochs=epochs,
            before=before,
            now=seen.sources,
            waited=waited,
            start_timeout=asked.start_timeout,
        )
        if found.bad or not found.left:
            return found.bad


def _assign(operations: Operations, venues: Sequence[int], *, cell: str, did: str, reason: str) -> None:
    with operations.order() as order:
        order.run("assign", venue_ids=list(venues), cell=cell)
        order.note(did=did, reason=reason, about=cell, venues=len(venues))


def _not_ready(operations: Operations, name: str, *, slots: int) -> str:
    """Say what a cell lacks before it can be given venues; "" when nothing."""
    cell = _cell(operations, name)
    silent = cell["silent_seconds"]
    if cell["state"] == "down":
        return f"Cell {name} is down: `cell up {name}` first."
    if silent is None or silent > CONTROLLER_SILENT:
        return f"Cell {name}'s controller does not answer."
    nodes = [
        one
        for one in operations.look("look_nodes")
        if one["cell"] == name and one["silent_seconds"] < CONTROLLER_SILENT
    ]
    room = sum(one["slots"] for one in nodes if one["state"] == "up")
    return "" if room >= slots else f"Cell {name} has {room} watch slots of {slots}."


def _cell(operations: Operations, name: str) -> Mapping[str, Any]:
    for cell in operations.look("look_cells"):
        if cell["name"] == name:
            return cell
    raise Refused(f"There is no cell {name}.", code=Code.NOT_FOUND)


def _active(operations: Operations) -> str:
    for cell in operations.look("look_cells"):
        if cell["active"]:
            return str(cell["name"])
    raise Refused("No cell is active: no controller ever started.", code=Code.NOT_FOUND)
