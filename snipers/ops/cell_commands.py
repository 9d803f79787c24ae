"""Commands for cells: replace one Ray cluster by another while every venue stays watched.

`handover` assigns venues to the other cell in batches. That cell's controller starts a watcher for each venue. The old
watcher polls until the new one takes the next epoch of the lease, and then retires. The command moves all venues back
if a batch is not polled in time or if a platform starts to refuse calls. A hand-over may be interrupted and repeated.
"""

import time
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from snipers.ops.port import Operations
from snipers.ops.results import CommandRefused, CommandResult, ExitCode
from snipers.ops.system_status import CONTROLLER_TIMEOUT, open_nodes, read_status
from snipers.ops.watches import Watch
from snipers.store.records import Desired

PROBE_SECONDS = 0.5
# The most seconds from a venue's take-over to its first poll, as the database shows it. States are written every other
# second.
FIRST_POLL_SECONDS = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """One batch of a hand-over.

    `epochs` has each venue's epoch before the batch was assigned. `breakers` has each platform's breaker state before
    the hand-over.
    """

    target: str
    epochs: Mapping[int, int]
    breakers: Mapping[str, str]
    start_timeout: float

    def find_fault(self, watches: Sequence[Watch], *, breakers: Mapping[str, str], waited: float) -> str:
        """Return why the hand-over must be reverted, `waited` seconds after the assignment; "" if all is well."""
        for platform, state in breakers.items():
            if state != "healthy" and self.breakers.get(platform) == "healthy":
                return f"{platform} became {state}"
        for watch in watches:
            # The row contains the failure of the previous watcher until the new watcher writes its first state.
            refused = watch.failed_here and watch.failure in ("limited", "blocked", "key_stale")
            if watch.cell == self.target and refused:
                return f"the platform refused venue {watch.venue_id} ({watch.failure})"
        not_taken = [watch for watch in watches if not self._is_taken(watch)]
        if not_taken and waited > self.start_timeout:
            names = ", ".join(str(watch.venue_id) for watch in not_taken[:5])
            return f"no watcher in {self.target} took {names} within {self.start_timeout:.0f} s"
        late = [watch for watch in watches if self._is_taken(watch) and not _is_polled(watch)]
        if late and waited > self.start_timeout + FIRST_POLL_SECONDS:
            return f"venue {late[0].venue_id} lags by more than three of its periods"
        return ""

    def is_done(self, watches: Sequence[Watch]) -> bool:
        """Whether the target cell's watchers poll all venues of the batch."""
        return all(self._is_taken(watch) and _is_polled(watch) for watch in watches)

    def _is_taken(self, watch: Watch) -> bool:
        taken = watch.cell == self.target and watch.epoch > self.epochs[watch.venue_id] and watch.alive
        return taken or not watch.wanted


def _is_polled(watch: Watch) -> bool:
    return not (watch.wanted and watch.period) or (watch.polls > 0 and not watch.lagging)


def up(operations: Operations, args: Namespace) -> CommandResult:
    """Allow venues in a cell. With --wait, wait until its controller runs and its nodes have slots."""
    result = operations.change("raise_cell", reason=args.reason, cell=args.cell)
    deadline = time.monotonic() + args.wait
    while args.wait and not operations.dry_run and (missing := _find_missing(operations, args.cell, slots=args.slots)):
        if time.monotonic() > deadline:
            message = f"{result.message}\n{missing}"
            return CommandResult(message=message, data={"missing": missing}, code=ExitCode.TIMEOUT)
        time.sleep(PROBE_SECONDS)
    return result


def down(operations: Operations, args: Namespace) -> CommandResult:
    """Allow no more venues in a cell. Its Ray cluster can then be deleted.

    Raises CommandRefused while the cell is the active one or has watchers.
    """
    cell = _read_cell(operations, args.cell)
    if cell["active"] or cell["watchers"]:
        raise CommandRefused(f"Cell {args.cell} holds {cell['watchers']} venues or is the active one: hand over first.")
    return operations.change("lower_cell", reason=args.reason, cell=args.cell)


def handover(operations: Operations, args: Namespace, *, report: Callable[[str], None] = print) -> CommandResult:
    """Move every venue to another cell, batch by batch. That cell then becomes the active one."""
    target, source = args.cell, _read_active_cell(operations)
    if target == source:
        return CommandResult(message=f"{target} is already the active cell", data={"changed": False})
    if missing := _find_missing(operations, target, slots=1):
        raise CommandRefused(missing)
    if operations.dry_run:
        number = len(_elsewhere(operations, target))
        return CommandResult(
            message=f"would be: {number} venues move from {source} to {target}", data={"changed": True}
        )
    breakers = read_status(operations).breakers
    moved: list[int] = []
    while waiting := _elsewhere(operations, target):
        # A venue whose release is near moves after the release.
        batch = [one.venue_id for one in waiting if not one.releases][: args.batch]
        if not batch:
            time.sleep(PROBE_SECONDS)
            continue
        moved += batch
        fault = _move_batch(operations, batch, target=target, breakers=breakers, args=args)
        if fault:
            _assign(operations, moved, cell=source, did="hand-over taken back", reason=fault)
            message = f"reverted after {len(moved)} venues: {fault}"
            return CommandResult(
                message=message, data={"changed": False, "why": fault, "moved": len(moved)}, code=ExitCode.BAD
            )
        report(f"{target} watches {len(moved)} venues")
    operations.change("hand_over", reason=args.reason, cell=target, before=source, venues=len(moved))
    return CommandResult(
        message=f"{target} watches all venues; {source} is kept for a rollback",
        data={"changed": True, "moved": len(moved), "active": target, "before": source},
    )


def rollback(operations: Operations, args: Namespace, *, report: Callable[[str], None] = print) -> CommandResult:
    """Return all venues to a cell, after a hand-over that was interrupted or has ended.

    If the cell is still active, only the venues that were already moved away return. Otherwise all venues are handed
    over to the cell.
    """
    target, source = args.cell, _read_active_cell(operations)
    if target != source:
        return handover(operations, args, report=report)
    away = [one.venue_id for one in _elsewhere(operations, target)]
    if operations.dry_run:
        return CommandResult(message=f"would be: {len(away)} venues return to {target}", data={"changed": bool(away)})
    if away:
        _assign(operations, away, cell=target, did="hand-over rolled back", reason=args.reason)
    message = f"{len(away)} venues return to {target}" if away else f"{target} already has all venues"
    return CommandResult(message=message, data={"changed": bool(away), "moved": len(away)})


def _move_batch(
    operations: Operations, venues: Sequence[int], *, target: str, breakers: Mapping[str, str], args: Namespace
) -> str:
    """Assign one batch and wait until the target cell polls it. Return the reason to revert, or ""."""
    epochs = {row["venue_id"]: row["epoch"] for row in operations.read("read_watches", venue_ids=list(venues))}
    batch = Batch(target=target, epochs=epochs, breakers=breakers, start_timeout=args.start_timeout)
    _assign(operations, venues, cell=target, did="venues assigned", reason=args.reason)
    started_at = time.monotonic()
    while True:
        time.sleep(PROBE_SECONDS)
        status = read_status(operations)
        watches = [watch for watch in status.watches if watch.venue_id in epochs]
        fault = batch.find_fault(watches, breakers=status.breakers, waited=time.monotonic() - started_at)
        if fault or batch.is_done(watches):
            return fault


def _assign(operations: Operations, venues: Sequence[int], *, cell: str, did: str, reason: str) -> None:
    operations.change("assign", reason=reason, cell=cell, venues=list(venues), did=did)


def _elsewhere(operations: Operations, cell: str) -> list[Desired]:
    return [one for one in operations.desired() if one.cell != cell]


def _find_missing(operations: Operations, name: str, *, slots: int) -> str:
    """Return what a cell lacks before it can take venues, or ""."""
    cell = _read_cell(operations, name)
    age = cell["heartbeat_age_seconds"]
    if cell["state"] == "down":
        return f"Cell {name} is down: `cell up {name}` first."
    if age is None or age > CONTROLLER_TIMEOUT:
        return f"Cell {name}'s controller does not answer."
    offered = sum(node["slots"] for node in open_nodes(operations.read("read_nodes")) if node["cell"] == name)
    return "" if offered >= slots else f"Cell {name} has {offered} watch slots of {slots}."


def _read_cell(operations: Operations, name: str) -> Mapping[str, Any]:
    for cell in operations.read("read_cells"):
        if cell["name"] == name:
            return cell
    raise CommandRefused(f"There is no cell {name}.", code=ExitCode.NOT_FOUND)


def _read_active_cell(operations: Operations) -> str:
    for cell in operations.read("read_cells"):
        if cell["active"]:
            return str(cell["name"])
    raise CommandRefused("No cell is active: no controller ever started.", code=ExitCode.NOT_FOUND)
