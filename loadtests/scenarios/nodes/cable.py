"""The step that cuts the cable of the node with all watchers for a minute, and connects it again."""

import asyncio
import time

from loadtests.percentiles import summarize
from loadtests.scenarios.nodes.cluster import Worker
from loadtests.scenarios.nodes.context import NodesContext, StepFailed
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
        context.section.metrics["cable cut"] = f"SKIPPED, nothing was tested: {cluster.no_network}"
        return
    leaving = await find_busiest_node(context)
    cut = await cluster.add_cabled_worker()
    await asyncio.to_thread(
        cluster.run_ops, "node", "drain", leaving.name, "--wait", "240", "--reason", "load test: before the cable cut"
    )
    await wait_until_watched(context)
    await cluster.add_worker()
    await asyncio.sleep(SETTLE_SECONDS)
    number, since = cluster.count_watchers(cut), await context.control.last_entry()
    rows: list[WatchRow] = []
    sampling = asyncio.create_task(_sample(context, rows))
    try:
        async with context.demand.freeing_tables(every=context.table_interval, most=6):
            at = time.time() * 1000
            gone = await _cut_and_mend(context, network)
    finally:
        sampling.cancel()
    context.section.require(number > 0, "the node whose cable was cut had no watchers")
    await _report_polls(context, cut, rows, number=number, since=since, at_ms=at)
    name = "processes of the cut node gone after healing"
    context.section.metrics[name] = f"{gone:.1f} s" if gone < WAIT_SECONDS else f"not after {WAIT_SECONDS:.0f} s"
    context.section.require(gone <= GONE_SECONDS, f"{name}: {context.section.metrics[name]}")


async def _cut_and_mend(context: NodesContext, network: CellNetwork) -> float:
    """Cut the cable for CUT_SECONDS. Return the seconds from the mending to the end of the node's last process."""
    head, section = context.cluster.head.port, context.section
    if not await asyncio.to_thread(network.is_connected, port=head):
        raise StepFailed("the node does not reach the database and the head before the cut")
    network.cut()
    try:
        connected = await asyncio.to_thread(network.is_connected, port=head)
        section.require(not connected, "the cut node still reaches the database or the head")
        reached = await asyncio.to_thread(network.reaches_simulator)
        section.require(reached, "the cut node does not reach the platform, so it could not poll")
        await asyncio.sleep(CUT_SECONDS)
    finally:
        network.mend()
    mended = time.monotonic()
    left = network.node.processes()
    section.metrics["processes of the cut node at the end of the cut"] = str(len(left))
    while left and time.monotonic() - mended < WAIT_SECONDS:
        await asyncio.sleep(SAMPLE_SECONDS)
        left = network.node.processes()
    gone = time.monotonic() - mended
    for line in _describe(left):
        print(f"    left on the cut node: {line}", flush=True)
    process.kill_all(left)
    return gone


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
    section.require(len(single) == len(ended), f"{len(ended) - len(single)} venues had several owners, or none")


def _describe(processes: list[process.Identity]) -> list[str]:
    """Return the command lines of processes that are left."""
    lines = []
    for one in processes[:10]:
        try:
            with open(f"/proc/{one.pid}/cmdline", "rb") as file:
                lines.append(file.read(150).replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return lines
