"""Five hundred diners at a hundred venues, tables that drip in where the demand is: how soon seen, how soon asked for.

The crowd of shared_polling waits; tables are freed one by one, a favourite more often. Seen is the platform's first
reply that shows the table; the platform's own time is for how long, by its log, it had in hand what stands between the
two: the questions for that table's terms and for what the account holds. The baseline is a uniform schedule with the
whole budget, played over the same freed tables and answered as fast; what does not depend on the instants at which they
were freed, the gaps between the polls that were sent, is told beside it.
"""

import argparse
import asyncio
import itertools
import random
import statistics
from collections.abc import Sequence

from loadtests import plots
from loadtests.clients import SimulatorControl
from loadtests.fixtures import date_after, find_unwatched_venues, read_outcomes, summarize_booking_steps, wait_until
from loadtests.percentiles import percentile, summarize
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.shared_polling import DATE, Crowd, grow, leave, parser, stand_by
from loadtests.truth import TruthLog, count_per_second, max_per_second

SERVICE_MS = 20.0
WINDOW_MS = 60_000


async def run(argv: list[str]) -> Section:
    """Run against the running copy."""
    options_of = parser("cancellation_trickle", __doc__)
    options_of.add_argument("--tables", type=int, default=200)
    options_of.add_argument("--every", type=float, default=0.6, help="mean seconds between two freed tables")
    options_of.add_argument("--seed", type=int, default=1)
    options, running = options_of.parse_args(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="cancellation_trickle", about=str(__doc__))
    crowd = Crowd(places=find_unwatched_venues(running, count=options.keys))
    try:
        await control.set_latency(find_ms=SERVICE_MS, details_ms=SERVICE_MS, book_ms=SERVICE_MS)
        await grow(crowd, running=running, control=control, options=options, section=section)
        since = (await control.get("/truth", since=0, limit=1))["last"]
        await drip(crowd, control=control, options=options, running=running)
        judge(section, crowd, await TruthLog.read(control, since=since), options=options, running=running)
        await stand_by(running=running, control=control, options=options, section=section)
    finally:
        await control.set_latency(find_ms=0, details_ms=0, book_ms=0)
        await leave(crowd)
        await control.close()
    return section


async def drip(crowd: Crowd, *, control: SimulatorControl, options: argparse.Namespace, running: RunningStack) -> None:
    """Free tables where the demand is."""
    rng = random.Random(options.seed)
    left = [len(crowd.at(place)) for place in range(len(crowd.places))]
    for _ in range(options.tables):
        (place,) = rng.choices(range(len(left)), weights=left)
        left[place] -= 1
        at = rng.choice(["18:30", "19:00", "19:30", "20:00"])
        await control.free_tables(venue_id=crowd.places[place]["venue_id"], date=date_after(DATE), at=at)
        await asyncio.sleep(rng.expovariate(1 / options.every))
    await wait_until(lambda: len(read_outcomes(running, crowd.requests)) >= options.tables, seconds=30, every=0.5)


def judge(section: Section, crowd: Crowd, log: TruthLog, *, options: argparse.Namespace, running: RunningStack) -> None:
    """Read delays and rates from the platform's log."""
    rng, budget = random.Random(options.seed), float(running.env["POLL_BUDGET"])
    polls, mine = log.polls_by_key(), {diner.email for diner in crowd.diners}
    keys = {f"{place['venue_id']}|{date_after(DATE)}|2" for place in crowd.places}
    period = 1000 * len(keys) / budget
    phases = {key: rng.uniform(0, period) for key in keys}
    freed = {entry["slot_id"]: entry for entry in log.of_kind("freed")}
    calls = {entry["request"]: entry for entry in log.booking_calls()}
    seen, uniform, asked, own, gaps = [], [], [], [], []
    for entry in log.of_kind("booked"):
        if entry["user_email"] not in mine:
            continue
        key, at = f"{entry['venue_id']}|{entry['date']}|{entry['party_size']}", freed[entry["slot_id"]]["wall_ms"]
        answered = [poll for poll in polls[key] if poll["replied_ms"] and poll["replied_ms"] > at]
        first = min(answered, key=lambda poll: poll["replied_ms"])
        shown = first["replied_ms"]
        seen.append(shown - at)
        # The caller waits for the answer.
        uniform.append((phases[key] - at) % period + shown - first["received_ms"])
        book = calls[entry["request"]]
        own.append(log.platform_time(book, since=shown))
        asked.append(book["received_ms"] - shown - own[-1])
        gaps.append(mean_wait([poll["replied_ms"] or 0 for poll in polls[key]], before=at) or shown - at)
    rate = [poll["received_ms"] for poll in log.polls()]
    ratio = statistics.mean(seen) / statistics.mean(uniform)
    section.figures |= {
        "tables booked of those freed": f"{len(seen)} of {options.tables}",
        "freed -> seen, ours": summarize(seen, "ms", 0) + f"  mean {statistics.mean(seen):.0f}",
        "freed -> seen, uniform schedule": summarize(uniform, "ms", 0) + f"  mean {statistics.mean(uniform):.0f}",
        "mean delay as a share of uniform": f"{ratio:.2f}",
        "the same by the gaps between the polls sent, whenever freed": f"{2 * statistics.mean(gaps) / period:.2f}",
        "seen -> booking request, beside the platform's own time": summarize(asked, "ms"),
        f"that time: terms and list, {SERVICE_MS:.0f} ms each and waiting": summarize(own, "ms"),
        f"most polls in any one second of the drip (budget {budget:g})": str(max_per_second(rate)),
    }
    section.figures |= summarize_booking_steps(running, crowd.requests)
    for entry, looks in log.unbooked_tables():
        where = f"table {entry['slot_id']} at venue {entry['venue_id']}"
        section.figures[f"not booked: {where}"] = f"looked for {looks} times since"
    section.demand(len(seen) == options.tables, f"{options.tables - len(seen)} freed tables were not booked")
    section.demand(ratio <= 0.75, f"the mean delay is {ratio:.2f} of a uniform schedule's")
    section.demand(percentile(asked, 0.95) <= 25, "seen -> booking request: p95 over 25 ms")
    section.demand(max_per_second(rate) <= budget, "a second of the drip with more polls than the budget")
    section.plots["Freed to seen"] = plots.cumulative({"ours": seen, "uniform schedule": uniform}, x="ms")
    section.plots["Seen to booking request"] = plots.cumulative({"beside the platform's time": asked}, x="ms")
    section.plots["Polls in each second of the drip"] = plots.over_time(
        {"polls": count_per_second(rate, start_ms=min(rate))[:-1]}, y="polls", limit=budget
    )


def mean_wait(replied: Sequence[float], *, before: float) -> float:
    """Return how long somebody waited on average for the next reply who came at any instant of the last WINDOW_MS."""
    times = sorted(at for at in replied if before - WINDOW_MS <= at <= before)
    spans = [later - earlier for earlier, later in itertools.pairwise(times)]
    return sum(span * span for span in spans) / (2 * sum(spans)) if spans else 0.0
