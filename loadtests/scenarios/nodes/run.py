"""Runs the nodes scenario: hand over; kill, drain and freeze a node; lose the head; pause the platform; cut a cable;
hand back."""

import argparse
import random
import time
from collections.abc import Awaitable, Callable

from loadtests import predicates
from loadtests.clients import SimulatorControl
from loadtests.fixtures import wait_until
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.nodes.cable import cut_cable
from loadtests.scenarios.nodes.cluster import Cluster
from loadtests.scenarios.nodes.context import NodesContext, StepFailed, StepSkipped
from loadtests.scenarios.nodes.demand import Demand, count_bookings
from loadtests.scenarios.nodes.steps import (
    drain_node,
    freeze_node,
    hand_back,
    hand_over,
    kill_node,
    lose_head,
    pause_platform,
)

SETTLE_SECONDS = 60.0
# Watch slots of a node beyond the watchers of this scenario.
SPARE_SLOTS = 4
STEPS: dict[str, Callable[[NodesContext], Awaitable[None]]] = {
    "handover": hand_over,
    "kill": kill_node,
    "drain": drain_node,
    "freeze": freeze_node,
    "head": lose_head,
    "switch": pause_platform,
    "cable": cut_cable,
    "handback": hand_back,
}


def parse_options(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="nodes", description=__doc__)
    parser.add_argument("--watches", type=int, default=40)
    parser.add_argument(
        "--steps", nargs="+", choices=list(STEPS), default=list(STEPS), help="handover always comes first"
    )
    parser.add_argument("--table-interval", type=float, default=2.0, help="mean seconds between two freed tables")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    options, running = parse_options(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="nodes", about=str(__doc__))
    # Venues that are already watched for other requests are handed over too and need watch slots.
    query = "select count(distinct venue_id) as n from reservation where status = 'active'"
    watched = running.query(query)[0]["n"]
    cluster = Cluster(running=running, slots=options.watches + SPARE_SLOTS)
    demand = Demand(running=running, control=control, rng=random.Random(options.seed))
    context = NodesContext(
        running=running,
        control=control,
        cluster=cluster,
        demand=demand,
        section=section,
        table_interval=options.table_interval,
    )
    try:
        await demand.submit(watches=options.watches - watched)
        await cluster.start()
        await cluster.add_worker()
        done, planned = 0, [name for name in STEPS if name in options.steps or name == "handover"]
        skipped = 0
        for name in planned:
            began = time.monotonic()
            try:
                await STEPS[name](context)
            except StepSkipped as error:
                section.metrics[f"step {name}"] = f"SKIPPED, nothing was tested: {error}"
                skipped += 1
                continue
            except StepFailed as error:
                section.violations.append(f"{name}: {error}")
                break
            finally:
                took = time.monotonic() - began
                print(f"  {name}: {took:.0f} s, {len(section.violations)} violations so far", flush=True)
            done += 1
        booked = await check_tables(context)
        section.saw("steps", done, of=len(planned) - skipped)
        section.saw("tables booked during the steps", booked, of=len(planned) - skipped)
    except BaseException:
        for name in ("controller", "head"):
            print(f"-- end of the {name}'s log\n{cluster.read_log_end(name)}", flush=True)
        raise
    finally:
        await demand.close()
        await control.close()
        await cluster.close()
    return section


async def check_tables(context: NodesContext) -> int:
    """Check that each freed table was booked once, for the request for which it was freed. Return their number."""
    demand, section = context.demand, context.section

    async def find_missed() -> list[str]:
        bookings = await context.control.bookings()
        return [
            f"{request.venue['venue_id']} on {request.date}"
            for request in demand.freed
            if not count_bookings(bookings, request)
        ]

    async def none_missed() -> bool:
        return not await find_missed()

    await wait_until(none_missed, seconds=SETTLE_SECONDS, every=1.0)
    missed, bookings = await find_missed(), await context.control.bookings()
    emails = {diner.email for diner in demand.diners}
    section.metrics["tables freed during the steps; booked"] = f"{len(demand.freed)}; {len(demand.freed) - len(missed)}"
    section.violations += [f"a freed table was not booked: {table}" for table in missed]
    section.violations += predicates.check_one_table_per_meal(
        bookings=[row for row in bookings if row["user_email"] in emails]
    )
    doubles = sum(max(0, count_bookings(bookings, request) - 1) for request in demand.requests)
    section.metrics["double bookings"] = str(doubles)
    section.require(not doubles, f"{doubles} tables were booked twice")
    query = "select distinct facts->>'did' as did from audit_entry where act in ('operation', 'kill_switch') order by 1"
    section.metrics["operations in the audit log"] = ", ".join(row["did"] for row in context.running.query(query))
    return len(demand.freed) - len(missed)
