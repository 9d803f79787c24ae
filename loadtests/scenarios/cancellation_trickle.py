"""Tables are canceled one by one at 100 venues where 500 users wait. Measures when each is seen and when it is booked.

The users are those of shared_polling. More tables are freed at venues with more users. A table is seen when the
platform sends the first reply that lists it. From the time between this reply and the booking call, the platform's own
time (for the booking terms and the account's list) is subtracted. The baseline is computed for the same freed tables
and reply times, with a uniform schedule that spends the whole budget. A second comparison uses only the gaps between
polls, so it does not depend on when tables were freed.
"""

import argparse
import asyncio
import itertools
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

from loadtests import plots
from loadtests.clients import SimulatorControl
from loadtests.fixtures import find_unwatched_venues, read_outcomes, summarize_booking_steps, wait_until
from loadtests.percentiles import percentile, summarize
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.shared_polling import compare_polls, make_parser, measure_watchers
from loadtests.truth import TruthLog, count_per_second, max_per_second, poll_key
from loadtests.users.waiting import WaitingUsers

SERVICE_MS = 20.0
WINDOW_MS = 60_000
TABLE_TIMES = ("18:30", "19:00", "19:30", "20:00")


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    parser = make_parser("cancellation_trickle", __doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--every", type=float, default=0.6, help="mean seconds between two freed tables")
    parser.add_argument("--seed", type=int, default=1)
    options, running = parser.parse_args(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="cancellation_trickle", about=str(__doc__))
    users = WaitingUsers(venues=find_unwatched_venues(running, count=options.keys))
    try:
        await control.set_latency(find_ms=SERVICE_MS, details_ms=SERVICE_MS, book_ms=SERVICE_MS)
        await compare_polls(users, running=running, control=control, options=options, section=section)
        since = await control.last_entry()
        await free_tables(users, control=control, options=options, running=running)
        log = await TruthLog.read(control, since=since)
        evaluate(section, users, log, options=options, running=running)
        await measure_watchers(running=running, control=control, options=options, section=section)
    finally:
        await control.set_latency()
        await users.close()
        await control.close()
    return section


async def free_tables(
    users: WaitingUsers, *, control: SimulatorControl, options: argparse.Namespace, running: RunningStack
) -> None:
    """Free tables at random venues. Venues with more waiting users are chosen more often."""
    rng = random.Random(options.seed)
    waiting = [len(users.requests_at(position)) for position in range(len(users.venues))]
    for _ in range(options.tables):
        (position,) = rng.choices(range(len(waiting)), weights=waiting)
        waiting[position] -= 1
        venue_id = users.venues[position]["venue_id"]
        await control.free_tables(venue_id=venue_id, date=users.date, at=rng.choice(TABLE_TIMES))
        await asyncio.sleep(rng.expovariate(1 / options.every))
    await wait_until(lambda: len(read_outcomes(running, users.requests)) >= options.tables, seconds=30, every=0.5)


@dataclass
class Delays:
    """Delays in milliseconds, one for each booked table.

    `seen` is the time from the freeing of the table to the first reply that lists it. `uniform` is the same time under
    the uniform schedule. `platform` is the platform's own time between that reply and the booking call; `called` is the
    rest of the time between them. `gaps` is the mean wait for the next reply, from a random instant within the minute
    before the table was freed.
    """

    seen: list[float] = field(default_factory=list)
    uniform: list[float] = field(default_factory=list)
    called: list[float] = field(default_factory=list)
    platform: list[float] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)


def measure_delays(users: WaitingUsers, log: TruthLog, *, period: float, seed: int) -> Delays:
    """Return the delays of the tables that these users booked, from the platform's log.

    `period` is the ms between two polls of a key in the uniform schedule. `seed` determines the random phase of each
    key in that schedule.
    """
    rng = random.Random(seed)
    polls, emails = log.polls_by_key(), {diner.email for diner in users.diners}
    phases = {f"{venue['venue_id']}|{users.date}|2": rng.uniform(0, period) for venue in users.venues}
    freed = {entry["slot_id"]: entry for entry in log.of_kind("freed")}
    calls = {entry["request"]: entry for entry in log.booking_calls()}
    delays = Delays()
    for entry in log.of_kind("booked"):
        if entry["user_email"] not in emails:
            continue
        key, at = poll_key(entry), freed[entry["slot_id"]]["wall_ms"]
        later = [poll for poll in polls[key] if poll["replied_ms"] and poll["replied_ms"] > at]
        first = min(later, key=lambda poll: poll["replied_ms"])
        shown = first["replied_ms"]
        delays.seen.append(shown - at)
        # The duration of a poll is the same in both schedules: that of the watcher's poll.
        delays.uniform.append((phases[key] - at) % period + shown - first["received_ms"])
        book = calls[entry["request"]]
        delays.platform.append(log.platform_time(book, since=shown))
        delays.called.append(book["received_ms"] - shown - delays.platform[-1])
        delays.gaps.append(mean_wait([poll["replied_ms"] or 0 for poll in polls[key]], before=at) or shown - at)
    return delays


def evaluate(
    section: Section, users: WaitingUsers, log: TruthLog, *, options: argparse.Namespace, running: RunningStack
) -> None:
    """Add the metrics, violations and plots of the freed tables to the section."""
    budget = float(running.env["POLL_BUDGET"])
    period = 1000 * len(users.venues) / budget
    delays = measure_delays(users, log, period=period, seed=options.seed)
    sent = [poll["received_ms"] for poll in log.polls()]
    ratio = statistics.mean(delays.seen) / statistics.mean(delays.uniform)
    section.metrics |= {
        "tables booked of those freed": f"{len(delays.seen)} of {options.tables}",
        "freed -> seen": summarize(delays.seen, "ms", 0) + f"  mean {statistics.mean(delays.seen):.0f}",
        "freed -> seen, uniform schedule": summarize(delays.uniform, "ms", 0)
        + f"  mean {statistics.mean(delays.uniform):.0f}",
        "mean delay as a share of the uniform schedule's": f"{ratio:.2f}",
        "the same share by the gaps between polls": f"{2 * statistics.mean(delays.gaps) / period:.2f}",
        "seen -> booking call, without the platform's own time": summarize(delays.called, "ms"),
        f"the platform's own time ({SERVICE_MS:.0f} ms for each call)": summarize(delays.platform, "ms"),
        f"most polls in one second of the trickle (budget {budget:g})": str(max_per_second(sent)),
    }
    section.metrics |= summarize_booking_steps(running, users.requests)
    for entry, later in log.unbooked_tables():
        table = f"table {entry['slot_id']} at venue {entry['venue_id']}"
        section.metrics[f"not booked: {table}"] = f"polled {later} times after it was freed"
    section.saw("freed tables booked", len(delays.seen), of=options.tables)
    section.require(
        len(delays.seen) == options.tables, f"{options.tables - len(delays.seen)} freed tables were not booked"
    )
    section.require(ratio <= 0.75, f"the mean delay is {ratio:.2f} of the uniform schedule's, promised 0.75")
    section.require(percentile(delays.called, 0.95) <= 25, "seen -> booking call: p95 over 25 ms")
    section.require(max_per_second(sent) <= budget, "a second of the trickle with more polls than the budget")
    section.plots["Freed to seen"] = plots.cumulative(
        {"measured": delays.seen, "uniform schedule": delays.uniform}, x="ms"
    )
    section.plots["Seen to booking call"] = plots.cumulative({"without the platform's time": delays.called}, x="ms")
    section.plots["Polls in each second of the trickle"] = plots.over_time(
        {"polls": count_per_second(sent, start_ms=min(sent))[:-1]}, y="polls", limit=budget
    )


def mean_wait(replied: Sequence[float], *, before: float) -> float:
    """Return the mean wait for the next reply, in ms, from a random instant in the WINDOW_MS before `before`.

    `replied` are the instants of replies (ms). Returns 0 if the window has fewer than two replies.
    """
    times = sorted(at for at in replied if before - WINDOW_MS <= at <= before)
    spans = [later - earlier for earlier, later in itertools.pairwise(times)]
    return sum(span * span for span in spans) / (2 * sum(spans)) if spans else 0.0
