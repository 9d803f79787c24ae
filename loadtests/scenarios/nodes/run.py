"""The story: hand over, kill a node, empty one, freeze one, lose the head, pause the platform, hand back."""

import argparse
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from loadtests import predicates
from loadtests.clients import SimulatorControl
from loadtests.fixtures import wait_until
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.nodes import steps
from loadtests.scenarios.nodes.cluster import Cluster
from loadtests.scenarios.nodes.demand import Crowd, booked
from loadtests.scenarios.nodes.steps import Stuck
from loadtests.truth import TruthLog

SETTLE_SECONDS = 60.0


@dataclass
class Story:
    """What every step may use."""

    running: RunningStack
    control: SimulatorControl
    cluster: Cluster
    crowd: Crowd
    section: Section
    drip_every: float

    async def log(self, *, since: int) -> TruthLog:
        """Read the platform's log from an entry on."""
        return await TruthLog.read(self.control, since=since)

    async def last(self) -> int:
        """Return the number of the platform's last entry."""
        last: int = (await self.control.get("/truth", since=0, limit=1))["last"]
        return last


STEPS: dict[str, Callable[["Story"], Awaitable[None]]] = {
    "handover": steps.handover,
    "kill": steps.kill,
    "drain": steps.drain,
    "freeze": steps.freeze,
    "head": steps.head,
    "switch": steps.switch,
    "handback": steps.handback,
}


def arguments(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="nodes", description=__doc__)
    parser.add_argument("--watches", type=int, default=40)
    parser.add_argument(
        "--steps", nargs="+", choices=list(STEPS), default=list(STEPS), help="handover always comes first"
    )
    parser.add_argument("--drip", type=float, default=2.0, help="mean seconds between two freed tables")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run against the running copy."""
    options, running = arguments(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="nodes", about=str(__doc__))
    waited_for = running.query("select count(distinct venue_id) as n from reservation where status = 'active'")[0]["n"]
    # Who waits here already moves along, and counts.
    cluster = Cluster(running=running, slots=options.watches + 4)
    crowd = Crowd(running=running, control=control, rng=random.Random(options.seed))
    story = Story(
        running=running, control=control, cluster=cluster, crowd=crowd, section=section, drip_every=options.drip
    )
    try:
        await crowd.come(watches=options.watches - waited_for)
        await cluster.start()
        await cluster.add_worker()
        for name in STEPS:
            if name in options.steps or name == "handover":
                began = time.monotonic()
                try:
                    await STEPS[name](story)
                except Stuck as error:
                    section.wrong.append(f"{name}: {error}")
                    break
                finally:
                    print(f"  {name}: {time.monotonic() - began:.0f} s, {len(section.wrong)} wrong so far", flush=True)
        await tables(story)
    except BaseException:
        for name in ("controller", "head"):
            print(f"-- end of the {name}'s log\n{cluster.log_of(name)}", flush=True)
        raise
    finally:
        await crowd.leave()
        await control.close()
        cluster.close()
    return section


async def tables(story: Story) -> None:
    """Judge the tables: each that was freed is booked once, by whom it was freed for."""
    crowd, section = story.crowd, story.section

    async def missing() -> list[str]:
        rows = (await story.control.get("/bookings"))["bookings"]
        return [
            f"{request.venue['venue_id']} on {request.date}" for request in crowd.freed if not booked(rows, request)
        ]

    async def none_missing() -> bool:
        return not await missing()

    await wait_until(none_missing, seconds=SETTLE_SECONDS, every=1.0)
    rows = (await story.control.get("/bookings"))["bookings"]
    mine = {diner.email for diner in crowd.diners}
    lost = await missing()
    section.figures["tables freed while things broke, and booked"] = (
        f"{len(crowd.freed)}, {len(crowd.freed) - len(lost)}"
    )
    section.wrong += [f"a table nobody else wanted was missed: {table}" for table in lost]
    ours = [row for row in rows if row["user_email"] in mine]
    section.wrong += predicates.check_one_table_per_meal(bookings=ours)
    doubles = sum(max(0, booked(rows, request) - 1) for request in crowd.requests)
    section.figures["double bookings"] = str(doubles)
    section.demand(not doubles, f"{doubles} tables were booked twice")
    query = "select distinct facts->>'did' as did from audit_entry where act in ('operation', 'kill_switch') order by 1"
    section.figures["orders in the audit log"] = ", ".join(row["did"] for row in story.running.query(query))
