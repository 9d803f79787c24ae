"""The step that cuts the cable of the node with all watchers for a minute, and connects it again."""

import asyncio
import time
from pathlib import Path

from loadtests.percentiles import summarize
from loadtests.scenarios.nodes.cluster import Worker
from loadtests.scenarios.nodes.context import NodesContext, StepFailed, StepSkipped
from loadtests.scenarios.nodes.leases import WatchRow, find_lease_ends, find_owners_after
from loadtests.scenarios.nodes.network import CellNetwork
from loadtests.scenarios.nodes.poll_gaps import find_pollers_after, find_polls_after_lease
from loadtests.scenarios.nodes.steps import (
    MAX_RECOVERY_SECONDS,
    SETTLE_SECONDS,
    find_busiest_node,
    measure_recovery,
    report_recoveries,
    wait_until_watched,
)
from tools.stack import process

CUT_SECONDS = 60.0
# The processes of the cut node have to be gone this long after its cable is connected again.
GONE_SECONDS = 20.0
# How long the step waits for them, to report how long it took.
WAIT_SECONDS = 90.0
SAMPLE_SECONDS = 0.25


async def cut_cable(context: NodesContext) -> None:
    """Cut the cable of the node with all watchers, while another node is idle."""
    network, cluster = context.cluster.network, context.cluster
    if network is None:
        raise StepSkipped(cluster.no_network)
    leaving = await find_busiest_node(context)
    cut = await cluster.add_cabled_worker()
    command = ("node", "drain", leaving.name, "--wait", "240", "--reason", "load test: before the cable cut")
    drained = await asyncio.to_thread(cluster.run_ops, *command)
    if drained.returncode != 0:
        raise StepFailed(f"the watchers did not move to the cabled node: {drained.stdout[-300:]}")
    await wait_until_watched(context)
    await cluster.add_worker()
    await asyncio.sleep(SETTLE_SECONDS)
    number, since = cluster.count_watchers(cut), await context.control.last_entry()
    rows: list[WatchRow] = []
    sampling = asyncio.create_task(_sample(context, rows))
    try:
        async with context.demand.freeing_tables(every=context.table_interval, most=6):
            at = time.time() * 1000
            await _cut_and_mend(context, network)
    finally:
        sampling.cancel()
    context.section.require(number > 0, "the node whose cable was cut had no watchers")
    await _report_polls(context, cut, rows, number=number, since=since, at_ms=at)


async def _cut_and_mend(context: NodesContext, network: CellNetwork) -> None:
    """Cut the cable for CUT_SECONDS. Then wait for the end of the node's processes."""
    head, section = context.cluster.head.port, context.section
    if await asyncio.to_thread(network.count_reached, port=head) < 2:
        raise StepFailed("the node does not reach the database and the head before the cut")
    network.cut()
    try:
        reached = await asyncio.to_thread(network.count_reached, port=head)
        section.require(not reached, "the cut node still reaches the database or the head")
        polls = await asyncio.to_thread(network.reaches_simulator)
        section.require(polls, "the cut node does not reach the platform, so it could not poll")
        await asyncio.sleep(CUT_SECONDS)
    finally:
        network.mend()
    await _wait_for_end(context, network)


async def _wait_for_end(context: NodesContext, network: CellNetwork) -> None:
    """Report when the processes of the node, whose cable was just connected again, have ended. Kill those that stay."""
    mended, section = time.monotonic(), context.section
    left, late = network.node.processes(), list[str]()
    section.metrics["processes of the cut node at the end of the cut"] = str(len(left))
    section.require(bool(left), "the cut node had no processes at the end of the cut")
    while left and (passed := time.monotonic() - mended) < WAIT_SECONDS:
        if passed > GONE_SECONDS and not late:
            late = sorted({_name_process(one) for one in left})
        await asyncio.sleep(SAMPLE_SECONDS)
        left = network.node.processes()
    passed, name = time.monotonic() - mended, "processes of the cut node gone after healing"
    section.metrics[name] = f"not after {passed:.0f} s" if left else f"{passed:.1f} s"
    section.require(passed <= GONE_SECONDS, f"{name}: {section.metrics[name]}; after {GONE_SECONDS:.0f} s: {late}")
    process.kill_all(left)


async def _sample(context: NodesContext, rows: list[WatchRow]) -> None:
    """Append the owners of all venues to `rows`, several times a second, until this task is canceled."""
    platform_ids = {request.venue["id"]: str(request.venue["venue_id"]) for request in context.demand.requests}
    query = (
        "select venue_id, node, owner, extract(epoch from started_at) * 1000 as started_ms,"
        " extract(epoch from heartbeat_at) * 1000 as renewed_ms,"
        " extract(epoch from clock_timestamp()) * 1000 as read_ms from venue_watch where venue_id = any(%s)"
    )
    while True:
        for row in await asyncio.to_thread(context.running.query, query, context.venue_ids):
            rows.append(
                WatchRow(
                    venue=platform_ids[row["venue_id"]],
                    node=row["node"],
                    owner=row["owner"],
                    started_ms=float(row["started_ms"]),
                    renewed_ms=float(row["renewed_ms"]),
                    read_ms=float(row["read_ms"]),
                )
            )
        await asyncio.sleep(SAMPLE_SECONDS)


async def _report_polls(
    context: NodesContext, cut: Worker, rows: list[WatchRow], *, number: int, since: int, at_ms: float
) -> None:
    section, name = context.section, f"cable of a node with {number} watchers cut for {CUT_SECONDS:.0f} s"
    recoveries = await measure_recovery(context, cut, since=since, at_ms=at_ms)
    report_recoveries(context, recoveries, name=f"{name}: polled again after", most=MAX_RECOVERY_SECONDS)
    ended = find_lease_ends(rows, node=cut.name)
    section.metrics["leases of the cut node ended after the cut"] = summarize(
        [(end - at_ms) / 1000 for end in ended.values()], "s"
    )
    polls = (await context.read_log(since=since)).polls()
    late = find_polls_after_lease(polls, agent_suffix=cut.agent_suffix, lease_ended_ms=ended)
    own = sum(cut.agent_suffix in poll["agent"] and poll["received_ms"] > at_ms for poll in polls)
    section.metrics["polls of the cut node after the cut; after its leases"] = f"{own}; {len(late)}"
    section.require(own > 0, "the cut node sent no poll after the cut, so nothing shows that it could have")
    section.require(
        not late,
        f"the cut node sent {len(late)} polls after its leases, the last one {max(late, default=0):.1f} s late",
    )
    owners, pollers = find_owners_after(rows, lease_ended_ms=ended), find_pollers_after(polls, lease_ended_ms=ended)
    single = [venue for venue in ended if len(owners[venue]) == 1 and len(pollers[venue]) == 1]
    section.metrics["venues with one owner after the cut node's lease"] = f"{len(single)} of {len(ended)}"
    section.require(len(ended) > 0, "the cut node had no lease")
    for venue in ended.keys() - single:
        section.require(False, f"venue {venue} had the owners {sorted(owners[venue])}, and {pollers[venue]} polled it")


def _name_process(one: process.Identity) -> str:
    """Return the beginning of a process's title, "" if the process has ended."""
    try:
        title = Path(f"/proc/{one.pid}/cmdline").read_bytes()
    except OSError:
        return ""
    return Path(title.partition(b"\0")[0].decode(errors="replace").strip()).name[:40]
