"""Tables that are swapped for better ones, with real watchers: offered, accepted, gone before the command, and kept.

In every run nothing is booked before the user's command, and the user ends with the table that the command allows.
"""

import argparse
import asyncio
from dataclasses import dataclass, field
from typing import Any

from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import date_after, find_unwatched_venues, register_diners, set_tier, wait_until
from loadtests.report import Section
from loadtests.running import RunningStack

AT = "19:30"
# The wait for a table that nobody commanded: if one were booked, it would be within this time.
QUIET_SECONDS = 3.0
FIRST, SECOND = date_after(3), date_after(4)
# The kinds of runs. "replace": both tables are on one evening, and the platform refuses the second one until the user
# commands a replacement.
HOW = ("accept", "gone", "keep", "replace")

# The platform's id of a restaurant, and a date.
Place = tuple[int, str]


@dataclass
class Outcome:
    """The result of each run: its kind; whether the old table was the only booked one before the command and after a
    refused command; whether the right table was the only booked one at the end; and the last state that the page
    showed.
    """

    runs: list[tuple[str, bool, bool, str]] = field(default_factory=list)


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    parser = argparse.ArgumentParser(prog="swap", description=__doc__)
    parser.add_argument("--runs", type=int, default=8)
    options = parser.parse_args(argv)
    running, outcome = RunningStack.find(), Outcome()
    control = SimulatorControl(running.control_url)
    venues = find_unwatched_venues(running, count=2 * options.runs, days_ahead=10)
    for number in range(options.runs):
        (diner,) = await register_diners(running, name="swap", count=1)
        set_tier(running, [diner])
        try:
            how, two = HOW[number % len(HOW)], venues[2 * number : 2 * number + 2]
            await run_once(outcome, diner, how, venues=two, control=control, running=running)
        finally:
            await diner.close()
        print(f"  run {number + 1}: {outcome.runs[-1]}", flush=True)
    await control.close()
    section = report(outcome)
    section.saw("runs to the end", len(outcome.runs), of=options.runs)
    section.saw("kinds of runs", len({how for how, *_ in outcome.runs}), of=min(len(HOW), options.runs))
    return section


async def run_once(
    outcome: Outcome,
    diner: Diner,
    how: str,
    *,
    venues: list[dict[str, Any]],
    control: SimulatorControl,
    running: RunningStack,
) -> None:
    """Book the worse table, search for the better one, give the command, and record the tables that the platform has
    booked.
    """
    chosen, dates = (venues, [FIRST]) if how == "replace" else (venues[:1], [FIRST, SECOND])
    better: Place = (chosen[0]["venue_id"], FIRST)
    worse: Place = (chosen[-1]["venue_id"], dates[-1])
    group = await diner.submit_request(
        venues=[{"id": venue["id"]} for venue in chosen], dates=dates, start="19:00", end="21:00", one_table=True
    )
    await polled(running, [member["id"] for member in group["members"]])
    await control.free_tables(venue_id=worse[0], date=worse[1], at=AT)
    booked = "select reservation_id as id, id as attempt from attempt where group_id = %s and state = 'booked'"
    await require(lambda: bool(running.query(booked, group["group_id"])), "the first table was not booked")
    (old,) = running.query(booked, group["group_id"])
    tables = f"/api/reservations/{group['group_id']}/tables/{old['id']}"
    search = (await diner.call("POST", f"{tables}/look-for-better/"))["group"]
    await polled(running, [member["id"] for member in search["members"]])
    freed = await control.free_tables(venue_id=better[0], date=better[1], at=AT)
    offers = "select id from swap_offer where old_id = %s"
    await require(lambda: bool(running.query(offers, old["attempt"])), "no offer")
    await asyncio.sleep(QUIET_SECONDS)
    untouched = await held(control, diner) == [worse]
    address = f"/api/swaps/{running.query(offers, old['attempt'])[0]['id']}"
    if how == "gone":
        await control.take_remaining(freed)
    if how == "keep":
        await diner.call("POST", f"{address}/keep/")
    else:
        await diner.call("POST", f"{address}/accept/", json={})
    shown = await wait_for_end(diner, address)
    if how == "replace":
        untouched = untouched and shown["conflict"] and await held(control, diner) == [worse]
        await diner.call("POST", f"{address}/accept/", json={"replaces": True})
        shown = await wait_for_end(diner, address)
        # The old table may still be booked at the platform; then its pending cancellation follows within this time.
        await asyncio.sleep(QUIET_SECONDS)
    ends_with = [better] if how in ("accept", "replace") else [worse]
    outcome.runs.append((how, untouched, await held(control, diner) == ends_with, shown["state"]))


async def wait_for_end(diner: Diner, address: str) -> Any:
    """Return the offer when its swap has ended, or after three minutes."""
    shown: Any = {}
    for _ in range(180):
        shown = await diner.call("GET", f"{address}/")
        if shown["state"] not in ("offered", "booking", "canceling_old"):
            break
        await asyncio.sleep(1)
    return shown


async def polled(running: RunningStack, ids: list[int]) -> None:
    """Wait until each of these reservations was polled."""
    counted = "select count(*) as n from watch_state where checks > 0 and reservation_id = any(%s)"
    await require(lambda: running.query(counted, ids)[0]["n"] == len(ids), "not every reservation was polled")


async def require(condition: Any, sentence: str) -> None:
    """Wait up to two minutes until `condition` is true. Otherwise raise SystemExit with the sentence."""
    if not await wait_until(condition, seconds=120, every=0.1):
        raise SystemExit(sentence)


async def held(control: SimulatorControl, diner: Diner) -> list[Place]:
    """Return the tables that are booked for the diner at the platform."""
    mine = [one for one in await control.bookings() if one["user_email"] == diner.email and one["status"] == "booked"]
    return sorted((one["venue_id"], one["date"]) for one in mine)


def report(outcome: Outcome) -> Section:
    """Return the scenario's section of the report."""
    section = Section(name="swap", about=str(__doc__), metrics={"runs": str(len(outcome.runs))})
    for number, (how, untouched, is_right, state) in enumerate(outcome.runs, 1):
        section.require(untouched, f"run {number} ({how}): something else than the old table was booked too early")
        section.require(is_right, f"run {number} ({how}): the wrong tables at the end, the page shows {state}")
    return section
