"""The steps of the nodes scenario. Each step changes the nodes in one way, adds metrics and checks limits."""

import asyncio
import json
import signal
import time

import psutil

from loadtests.fixtures import wait_until
from loadtests.percentiles import percentile, summarize
from loadtests.scenarios.nodes.cluster import CELL, Worker, kill_processes
from loadtests.scenarios.nodes.context import NodesContext, StepFailed
from loadtests.scenarios.nodes.poll_gaps import (
    find_polls_after_lease,
    measure_longest_gaps,
    measure_recoveries,
    polled_venue,
)
from loadtests.truth import TruthLog

MAX_GAP_SECONDS = 5.0
MAX_RECOVERY_SECONDS = 30.0
SWITCH_SECONDS = 5.0
FREEZE_SECONDS = 45.0
# Time before and after a step in which polls return to their cadence.
SETTLE_SECONDS = 6.0


async def hand_over(context: NodesContext) -> None:
    """Move all venues to the second cell while tables are freed."""
    await _hand_over(context, target=CELL, name="hand-over")


async def hand_back(context: NodesContext) -> None:
    """Move all venues back to the first cell."""
    await _hand_over(context, target="main", name="hand-over back")


async def kill_node(context: NodesContext) -> None:
    """With kill -9, kill the node on which all watchers run, while another node is idle."""
    victim = await find_busiest_node(context)
    await context.cluster.add_worker()
    number, since = context.cluster.count_watchers(victim), await context.control.last_entry()
    async with context.demand.freeing_tables(every=context.table_interval, most=6):
        at = time.time() * 1000
        kill_processes(victim.processes())
        await asyncio.sleep(MAX_RECOVERY_SECONDS + 10)
    recoveries = await measure_recovery(context, victim, since=since, at_ms=at)
    context.section.require(number > 0, "the node that was killed had no watchers")
    name = f"kill -9 of a node with {number} watchers: polled again after"
    report_recoveries(context, recoveries, name=name, most=MAX_RECOVERY_SECONDS)


async def drain_node(context: NodesContext) -> None:
    """Drain a node with the operators' command, which moves its watchers without killing a process."""
    leaving = await find_busiest_node(context)
    await context.cluster.add_worker()
    await asyncio.sleep(SETTLE_SECONDS)
    number, since = context.cluster.count_watchers(leaving), await context.control.last_entry()
    at = time.time() * 1000
    async with context.demand.freeing_tables(every=context.table_interval, most=6):
        command = ("node", "drain", leaving.name, "--wait", "240", "--reason", "load test")
        done = await asyncio.to_thread(context.cluster.run_ops, *command)
    took = time.time() - at / 1000
    context.section.require(number > 0, "the node that was drained had no watchers")
    context.section.require(done.returncode == 0, f"the drain exited with {done.returncode}: {done.stdout[-300:]}")
    await asyncio.sleep(SETTLE_SECONDS)
    log = await context.read_log(since=since)
    _report_gaps(context, log, start_ms=at, name=f"drain of a node with {number} watchers ({took:.0f} s)")


async def freeze_node(context: NodesContext) -> None:
    """Freeze every process of a node for longer than any lease, then resume it."""
    victim = await find_busiest_node(context)
    await context.cluster.add_worker()
    since, at = await context.control.last_entry(), time.time() * 1000
    frozen = victim.processes()
    async with context.demand.freeing_tables(every=context.table_interval, most=8):
        for process in frozen:
            process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(FREEZE_SECONDS)
        for process in frozen:
            if process.is_running():
                process.send_signal(signal.SIGCONT)
        await asyncio.sleep(15)
    recoveries = await measure_recovery(context, victim, since=since, at_ms=at)
    report_recoveries(context, recoveries, name="frozen node: polled again from another node after", most=None)
    # If no other node took over a venue, the frozen node still has the lease when it resumes.
    ended = {venue: at + seconds * 1000 for venue, seconds in recoveries.items() if seconds is not None}
    polls = (await context.read_log(since=since)).polls()
    late = find_polls_after_lease(polls, agent_suffix=victim.agent_suffix, lease_ended_ms=ended)
    context.section.metrics["polls of the frozen node for venues that others had taken over"] = str(len(late))
    context.section.require(not late, f"the frozen node sent {len(late)} polls after the end of its lease")
    kill_processes(victim.processes())


async def lose_head(context: NodesContext) -> None:
    """Kill the head node and start it again. The watchers continue to poll."""
    await wait_until_watched(context)
    await asyncio.sleep(SETTLE_SECONDS)
    before = _watcher_pids(context)
    since, at = await context.control.last_entry(), time.time() * 1000
    async with context.demand.freeing_tables(every=context.table_interval, most=6):
        context.cluster.kill_head()
        await asyncio.sleep(15)
        await context.cluster.start_head()
        lost = time.time() - at / 1000
        await asyncio.sleep(20)
    log = await context.read_log(since=since)
    _report_gaps(context, log, start_ms=at, name=f"head lost for {lost:.0f} s")
    after = _watcher_pids(context)
    same = sum(after.get(venue) == pid for venue, pid in before.items())
    context.section.metrics["watchers with the same process after the loss of the head"] = f"{same} of {len(before)}"
    context.section.require(same == len(before), f"{len(before) - same} watchers were replaced when the head was lost")


async def pause_platform(context: NodesContext) -> None:
    """Pause the platform with the operators' command, once while the head runs and once while it is down."""
    await _pause(context, name="kill switch")
    context.cluster.kill_head()
    await asyncio.sleep(3)
    await _pause(context, name="kill switch with the head down")
    await context.cluster.start_head()
    await wait_until_watched(context)


async def _pause(context: NodesContext, *, name: str) -> None:
    since = await context.control.last_entry()
    paused = await asyncio.to_thread(context.cluster.run_ops, "source", "pause", "resy", "--reason", "load test")
    at = time.time() * 1000
    context.section.require(paused.returncode == 0, f"{name}: the command exited with {paused.returncode}")
    try:
        await asyncio.sleep(SWITCH_SECONDS + 10)
        late = [poll["received_ms"] - at for poll in (await context.read_log(since=since)).polls()]
    finally:
        await asyncio.to_thread(context.cluster.run_ops, "source", "resume", "resy", "--reason", "load test")
    last = max((ms / 1000 for ms in late), default=0.0)
    context.section.metrics[f"{name}: set -> last poll"] = f"{max(0.0, last):.1f} s"
    context.section.require(last <= SWITCH_SECONDS, f"{name}: the last poll was sent after {last:.1f} s")
    await _wait_until_polled(context)


async def _hand_over(context: NodesContext, *, target: str, name: str) -> None:
    since, at = await context.control.last_entry(), time.time() * 1000
    async with context.demand.freeing_tables(every=context.table_interval, most=8):
        command = ("cell", "handover", target, "--batch", "10", "--reason", "load test")
        done = await asyncio.to_thread(context.cluster.run_ops, *command)
    took = time.time() - at / 1000
    result = json.loads(done.stdout.splitlines()[-1]) if done.stdout.strip() else {"error": done.stderr[-500:]}
    context.section.require(done.returncode == 0, f"{name} exited with {done.returncode}: {result}")
    await asyncio.sleep(SETTLE_SECONDS)
    log = await context.read_log(since=since)
    _report_gaps(context, log, start_ms=at, name=f"{name} of {result.get('moved', 0)} venues ({took:.0f} s)")


def _report_gaps(context: NodesContext, log: TruthLog, *, start_ms: float, name: str) -> None:
    venues = context.demand.venues
    gaps = measure_longest_gaps(log.polls(), venues=venues, start_ms=start_ms, end_ms=time.time() * 1000)
    context.section.metrics[f"{name}: longest time without a poll, by venue"] = summarize(list(gaps.values()), "s")
    worst = percentile(list(gaps.values()), 0.99)
    context.section.require(worst <= MAX_GAP_SECONDS, f"{name}: a venue was not polled for {worst:.1f} s (p99)")


async def measure_recovery(
    context: NodesContext, victim: Worker, *, since: int, at_ms: float
) -> dict[str, float | None]:
    """Return for each venue the seconds from `at_ms` until a node other than the lost one polled it, or None."""
    polls = (await context.read_log(since=since)).polls()
    return measure_recoveries(polls, venues=context.demand.venues, at_ms=at_ms, agent_suffix=victim.agent_suffix)


def report_recoveries(
    context: NodesContext, recoveries: dict[str, float | None], *, name: str, most: float | None
) -> None:
    """Add the metric `name`. Require that every venue was polled again, within `most` seconds."""
    times = [seconds for seconds in recoveries.values() if seconds is not None]
    context.section.metrics[name] = summarize(times, "s")
    never = len(recoveries) - len(times)
    context.section.require(not never, f"{name}: {never} venues were not polled again")
    if most is not None and times:
        context.section.require(max(times) <= most, f"{name}: {max(times):.1f} s")


async def find_busiest_node(context: NodesContext) -> Worker:
    """Wait until every venue is watched. Return the running node with the most watchers."""
    await wait_until_watched(context)
    running = [worker for worker in context.cluster.workers if psutil.pid_exists(worker.child.pid)]
    return max(running, key=context.cluster.count_watchers)


async def wait_until_watched(context: NodesContext) -> None:
    """Wait until every venue is watched and polled. Raises StepFailed after two minutes."""
    query = (
        "select count(*) as n from venue_watch where venue_id = any(%s) and heartbeat_at > now() - interval '5 seconds'"
        " and state = 'watching' and last_poll_at > now() - interval '8 seconds'"
    )
    ids = context.venue_ids
    if not await wait_until(lambda: context.running.query(query, ids)[0]["n"] == len(ids), seconds=120, every=0.5):
        raise StepFailed("not every venue is watched after two minutes")


async def _wait_until_polled(context: NodesContext) -> None:
    """Wait until every venue is polled after a pause."""
    since = await context.control.last_entry()

    async def are_polled() -> bool:
        polled = {polled_venue(poll) for poll in (await context.read_log(since=since)).polls()}
        return polled >= set(context.demand.venues)

    if not await wait_until(are_polled, seconds=60, every=1.0):
        raise StepFailed("not every venue is polled a minute after the pause")


def _watcher_pids(context: NodesContext) -> dict[int, int]:
    query = "select venue_id, pid from venue_watch where venue_id = any(%s)"
    return {row["venue_id"]: row["pid"] for row in context.running.query(query, context.venue_ids)}
