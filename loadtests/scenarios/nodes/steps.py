"""What is done to the nodes, one step each, with its figures and its rule."""

import asyncio
import json
import signal
import time
from typing import TYPE_CHECKING

import psutil

from loadtests.fixtures import wait_until
from loadtests.percentiles import percentile, summarize
from loadtests.scenarios.nodes import cluster as nodes
from loadtests.scenarios.nodes.cluster import CELL, Worker
from loadtests.scenarios.nodes.poll_gaps import after_the_lease, back_after, longest_gaps
from loadtests.truth import TruthLog

if TYPE_CHECKING:
    from loadtests.scenarios.nodes.run import Story

MOST_GAP = 5.0
MOST_LOSS = 30.0
SWITCH_SECONDS = 5.0
FREEZE_SECONDS = 45.0
CALM_SECONDS = 6.0


class Stuck(Exception):
    """What the next step needs did not come about; the figures so far are told all the same."""


async def handover(story: "Story") -> None:
    """All watches move to the new cell while tables free."""
    await _hand_over(story, target=CELL, name="hand-over")


async def handback(story: "Story") -> None:
    """And back to where they came from."""
    await _hand_over(story, target="main", name="hand-over back")


async def kill(story: "Story") -> None:
    """kill -9 of the node that has every watch, with another one standing by."""
    victim = await _node_with_watches(story)
    await story.cluster.add_worker()
    number, since = story.cluster.watchers_of(victim), await story.last()
    async with story.crowd.dripping(every=story.drip_every, most=6):
        at = time.time() * 1000
        nodes.end(victim.family())
        await asyncio.sleep(MOST_LOSS + 10)
    log = await story.log(since=since)
    back = back_after(log.polls(), venues=story.crowd.venues, at_ms=at, mark=victim.mark)
    story.section.demand(number > 0, "the node that was killed had no watches")
    _comeback(story, back, name=f"kill -9 of a node with {number} watches: polled again after")


async def drain(story: "Story") -> None:
    """A node is emptied by an operator's order; nothing dies."""
    leaving = await _node_with_watches(story)
    await story.cluster.add_worker()
    await asyncio.sleep(CALM_SECONDS)
    number, since, at = story.cluster.watchers_of(leaving), await story.last(), time.time() * 1000
    async with story.crowd.dripping(every=story.drip_every, most=6):
        order = ("node", "drain", leaving.name, "--wait", "240", "--reason", "load test")
        done = await asyncio.to_thread(story.cluster.ops, *order)
    took = time.time() - at / 1000
    story.section.demand(number > 0, "the node that was drained had no watches")
    story.section.demand(done.returncode == 0, f"the drain ended with {done.returncode}: {done.stdout[-300:]}")
    await asyncio.sleep(CALM_SECONDS)
    _gaps(
        story, await story.log(since=since), start_ms=at, name=f"drain of a node with {number} watches ({took:.0f} s)"
    )


async def freeze(story: "Story") -> None:
    """A node stands still (SIGSTOP of all of it), longer than any lease, and wakes up."""
    victim = await _node_with_watches(story)
    await story.cluster.add_worker()
    since, at = await story.last(), time.time() * 1000
    frozen = victim.family()
    async with story.crowd.dripping(every=story.drip_every, most=8):
        for one in frozen:
            one.send_signal(signal.SIGSTOP)
        await asyncio.sleep(FREEZE_SECONDS)
        for one in frozen:
            if one.is_running():
                one.send_signal(signal.SIGCONT)
        await asyncio.sleep(15)
    log = await story.log(since=since)
    back = back_after(log.polls(), venues=story.crowd.venues, at_ms=at, mark=victim.mark)
    _comeback(story, back, name="a node stands still: polled again from elsewhere after", most=None)
    # Where nobody else took over, the lease is confirmed again when the node wakes, and is its own again.
    ended = {venue: at + seconds * 1000 for venue, seconds in back.items() if seconds is not None}
    late = after_the_lease(log.polls(), mark=victim.mark, ended_ms=ended)
    story.section.figures["polls of the node that stood still, for venues that others had taken"] = str(len(late))
    story.section.demand(not late, f"the fenced node polled {len(late)} times after its lease had ended")
    nodes.end(victim.family())


async def head(story: "Story") -> None:
    """The head dies (kill -9 of the cluster's memory and raylet) and comes back; the watchers go on."""
    await _all_watched(story)
    await asyncio.sleep(CALM_SECONDS)
    before = _pids(story)
    since, at = await story.last(), time.time() * 1000
    async with story.crowd.dripping(every=story.drip_every, most=6):
        story.cluster.kill_head()
        await asyncio.sleep(15)
        await story.cluster.start_head()
        back = time.time() - at / 1000
        await asyncio.sleep(20)
    log = await story.log(since=since)
    _gaps(story, log, start_ms=at, name=f"head lost for {back:.0f} s")
    same = sum(_pids(story).get(venue) == pid for venue, pid in before.items())
    story.section.figures["watchers that are the same process after the head's loss"] = f"{same} of {len(before)}"
    story.section.demand(same == len(before), f"{len(before) - same} watchers were replaced when the head was lost")


async def switch(story: "Story") -> None:
    """The platform is paused by an operator: with everything well, and while the head is down."""
    await _pause(story, name="kill switch")
    story.cluster.kill_head()
    await asyncio.sleep(3)
    await _pause(story, name="kill switch with the head down")
    await story.cluster.start_head()
    await _all_watched(story)


async def _pause(story: "Story", *, name: str) -> None:
    since = await story.last()
    paused = await asyncio.to_thread(story.cluster.ops, "source", "pause", "resy", "--reason", "load test")
    at = time.time() * 1000
    story.section.demand(paused.returncode == 0, f"{name}: the order ended with {paused.returncode}")
    try:
        await asyncio.sleep(SWITCH_SECONDS + 10)
        late = [poll["received_ms"] - at for poll in (await story.log(since=since)).polls()]
    finally:
        await asyncio.to_thread(story.cluster.ops, "source", "resume", "resy", "--reason", "load test")
    last = max((ms / 1000 for ms in late), default=0.0)
    story.section.figures[f"{name}: set -> last poll left"] = f"{max(0.0, last):.1f} s"
    story.section.demand(last <= SWITCH_SECONDS, f"{name}: the last poll left after {last:.1f} s")
    await _all_polled(story)


async def _hand_over(story: "Story", *, target: str, name: str) -> None:
    since, at = await story.last(), time.time() * 1000
    async with story.crowd.dripping(every=story.drip_every, most=8):
        order = ("cell", "handover", target, "--batch", "10", "--reason", "load test")
        done = await asyncio.to_thread(story.cluster.ops, *order)
    took = time.time() - at / 1000
    said = json.loads(done.stdout.splitlines()[-1]) if done.stdout.strip() else {"error": done.stderr[-500:]}
    story.section.demand(done.returncode == 0, f"{name} ended with {done.returncode}: {said}")
    await asyncio.sleep(CALM_SECONDS)
    moved = said.get("moved", 0)
    _gaps(story, await story.log(since=since), start_ms=at, name=f"{name} of {moved} venues ({took:.0f} s)")


def _gaps(story: "Story", log: TruthLog, *, start_ms: float, name: str) -> None:
    gaps = longest_gaps(log.polls(), venues=story.crowd.venues, start_ms=start_ms, end_ms=time.time() * 1000)
    story.section.figures[f"{name}: longest time without a poll, by venue"] = summarize(list(gaps.values()), "s")
    worst = percentile(list(gaps.values()), 0.99)
    story.section.demand(worst <= MOST_GAP, f"{name}: a venue was not polled for {worst:.1f} s (p99)")


def _comeback(story: "Story", back: dict[str, float | None], *, name: str, most: float | None = MOST_LOSS) -> None:
    times = [seconds for seconds in back.values() if seconds is not None]
    story.section.figures[name] = summarize(times, "s")
    never = len(back) - len(times)
    story.section.demand(not never, f"{name}: {never} venues never were")
    if most is not None and times:
        story.section.demand(max(times) <= most, f"{name}: {max(times):.1f} s")


async def _node_with_watches(story: "Story") -> Worker:
    """Wait until everything is watched; return the node that has most of it."""
    await _all_watched(story)
    living = [one for one in story.cluster.workers if psutil.pid_exists(one.child.pid)]
    return max(living, key=story.cluster.watchers_of)


async def _all_watched(story: "Story") -> None:
    query = (
        "select count(*) as n from venue_watch where venue_id = any(%s) and heartbeat_at > now() - interval '5 seconds'"
        " and state = 'watching' and last_poll_at > now() - interval '8 seconds'"
    )
    ids = [request.venue["id"] for request in story.crowd.requests]
    if not await wait_until(lambda: story.running.query(query, ids)[0]["n"] == len(ids), seconds=120, every=0.5):
        raise Stuck("not every venue is watched again after two minutes")


async def _all_polled(story: "Story") -> None:
    """Wait until polls go on after a pause."""
    since = await story.last()

    async def polled() -> bool:
        seen = {(poll["key"] or "").partition("|")[0] for poll in (await story.log(since=since)).polls()}
        return seen >= set(story.crowd.venues)

    if not await wait_until(polled, seconds=60, every=1.0):
        raise Stuck("polls did not go on within a minute after the pause")


def _pids(story: "Story") -> dict[int, int]:
    ids = [request.venue["id"] for request in story.crowd.requests]
    return {
        row["venue_id"]: row["pid"]
        for row in story.running.query("select venue_id, pid from venue_watch where venue_id = any(%s)", ids)
    }
