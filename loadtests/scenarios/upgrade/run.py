"""Runs the upgrade scenario.

It submits requests, frees tables, migrates, and moves to this release, back to the previous one, and forward again.
"""

import argparse
import asyncio
import itertools
import random
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from loadtests.clients import SimulatorControl
from loadtests.fixtures import date_after, register_diners, set_tier, wait_until
from loadtests.proxy import FaultyProxy
from loadtests.report import Section
from loadtests.running import ROOT
from loadtests.scenarios.chaos.requests import ChaosRequest, RequestFactory, free_tables
from loadtests.scenarios.chaos.run import PHONES_PER_SECOND, add_diners, wait_until_settled, wait_until_watched
from loadtests.scenarios.upgrade.installation import Release, check_out, last_release, shared_services
from loadtests.scenarios.upgrade.record import UpgradeRecord
from loadtests.scenarios.upgrade.verdict import evaluate, find_missed_tables
from loadtests.truth import TruthLog

# The last commit before the migrations of devices, requests for one table in all and learned release rules. Both
# releases run with the packages of this checkout, so a much older commit would not start.
DATES = 12
# Only these diners have an OpenTable account, because the sign-ins by phone from one IP address are limited.
OPENTABLE_DINERS = 20
# Diners that submit requests during the upgrade.
LATER_DINERS = 4
VENUES = (
    "select id, platform_venue_id as venue_id, venue_name, reservation_source from venue where reservation_source = %s"
    " and not opted_out and not premium and release_days_ahead >= 14 order by id limit %s"
)
# The run takes 6 minutes on two idle cores.
MAX_SECONDS = 900.0
SETTLE_SECONDS = 60.0


def parse_options(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="upgrade", description=__doc__)
    parser.add_argument(
        "--from", dest="commit", help="commit of the release before; without it, the last release's tag"
    )
    parser.add_argument(
        "--requests",
        type=int,
        default=1000,
        help="active requests before the migration; enough to free tables all the time",
    )
    parser.add_argument("--venues", type=int, default=20, help="Resy venues; two OpenTable venues are added")
    parser.add_argument("--every", type=float, default=0.7, help="mean seconds between two requests' freed tables")
    parser.add_argument("--hold", type=float, default=10.0, help="seconds for which each release runs alone")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run the scenario on its own database and simulator; return its section of the report."""
    options = parse_options(argv)
    commit = options.commit or last_release()
    async with asyncio.timeout(MAX_SECONDS), AsyncExitStack() as cleanup:
        folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory(prefix="upgrade-", ignore_cleanup_errors=True)))
        root = check_out(commit, folder=folder / "before")
        shared = cleanup.enter_context(shared_services(folder))
        url = shared["PUBLIC_URL"]
        before = Release(cell="main", root=root, folder=folder, public_url=url, shared=shared)
        # The same address under another name. It is in the watchers' User-Agent, so the log shows the release.
        this = Release(
            cell="next", root=ROOT, folder=folder, public_url=url.replace("127.0.0.1", "localhost"), shared=shared
        )
        record = UpgradeRecord(before=before, this=this)
        for release in (before, this):
            cleanup.push_async_callback(release.close)
        proxy = await cleanup.enter_async_context(FaultyProxy(listen=url.removeprefix("http://"), to=before.address))
        control = SimulatorControl(shared["SIM_CONTROL_URL"])
        cleanup.push_async_callback(control.close)
        cleanup.push_async_callback(close_diners, record)
        for source in ("resy", "opentable"):
            await control.set_latency(find_ms=30, details_ms=60, book_ms=90, jitter_ms=20, source=source)
        await start(before, proxy=proxy)
        factory = await submit_requests(record, control=control, options=options)
        since = await control.last_entry()
        async with traffic(record, factory=factory, every=options.every):
            await upgrade(record, proxy=proxy, hold=options.hold)
        await wait_until_booked(record, control=control, since=since)
        await wait_until_settled(record.chaos, running=this.running)
        log = await TruthLog.read(control, since=since)
        return evaluate(record, log, bookings=await control.bookings(), commit=commit)
    raise AssertionError("unreachable")


async def submit_requests(
    record: UpgradeRecord, *, control: SimulatorControl, options: argparse.Namespace
) -> RequestFactory:
    """Seed the previous release, submit all requests to it, and wait until all are polled."""
    running = record.before.running
    await record.before.manage("seed_demo")
    factory = RequestFactory(
        running=running,
        control=control,
        rng=random.Random(options.seed),
        resy_venues=running.query(VENUES, "resy", options.venues),
        opentable_venues=running.query(VENUES, "opentable", 2),
    )
    count, first_phone = -(-options.requests // DATES), int(time.time() * PHONES_PER_SECOND)
    await add_diners(record.chaos, OPENTABLE_DINERS, running=running, first_phone=first_phone)
    others = await register_diners(running, name="upgrade", count=count + LATER_DINERS - OPENTABLE_DINERS)
    for diner in others:
        await diner.open_socket()
    record.chaos.diners += others
    diners = record.chaos.diners
    set_tier(running, diners, vip=True)  # a VIP has no limit of active requests
    slots = asyncio.Semaphore(4)

    async def submit(place: tuple[int, int]) -> ChaosRequest:
        async with slots:
            return await factory.submit(diners[place[0]], date=date_after(1 + place[1]))

    places = itertools.islice(itertools.product(range(count), range(DATES)), options.requests)
    record.early.requests += await asyncio.gather(*map(submit, places))
    await wait_until_watched(record.early, running=running)
    return factory


@asynccontextmanager
async def traffic(record: UpgradeRecord, *, factory: RequestFactory, every: float) -> AsyncIterator[None]:
    """Inside the block, free the tables of the requests in random order and submit further requests.

    `every` is the mean seconds between two freed tables.
    """
    requests = factory.rng.sample(record.early.requests, len(record.early.requests))

    async def free_in_turn() -> None:
        for request in requests:
            await free_tables(request, control=factory.control)
            await asyncio.sleep(factory.rng.expovariate(1 / every))

    async def submit_in_turn() -> None:
        for day, diner in itertools.product(range(DATES), record.chaos.diners[-LATER_DINERS:]):
            record.later.requests.append(await factory.submit(diner, date=date_after(1 + day)))
            await asyncio.sleep(5)

    tasks = [asyncio.create_task(free_in_turn()), asyncio.create_task(submit_in_turn())]
    try:
        yield
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def upgrade(record: UpgradeRecord, *, proxy: FaultyProxy, hold: float) -> None:
    """Migrate the database, then move to this release, back to the previous release, and forward again.

    Waits `hold` seconds before the migration and after each later step.
    """
    before, this = record.before, record.this
    with record.phase("release before, its own tables"):
        await asyncio.sleep(hold)
    with record.phase("this release's migrations, while the release before runs"):
        await this.manage("migrate", "--no-input")
    with record.phase("release before, migrated tables"):
        await asyncio.sleep(hold)
    with record.phase("both, to this release"):
        await move(proxy, old=before, new=this)
    with record.phase("this release"):
        await asyncio.sleep(hold)
    with record.phase("both, back to the release before"):
        await move(proxy, old=this, new=before)
    with record.phase("release before again"):
        await asyncio.sleep(hold)
    with record.phase("both, to this release again"):
        await move(proxy, old=before, new=this)
    with record.phase("this release at the end"):
        await asyncio.sleep(hold)


async def start(release: Release, *, proxy: FaultyProxy) -> None:
    """Start a release, and direct new connections of users to its web process."""
    await release.start()
    proxy.redirect(release.address)


async def move(proxy: FaultyProxy, *, old: Release, new: Release) -> None:
    """Start the release `new` beside `old`, move users and all venues to `new`, and stop `old`."""
    await start(new, proxy=proxy)
    await new.take_over(reason="upgrade scenario")
    await old.stop()


async def wait_until_booked(record: UpgradeRecord, *, control: SimulatorControl, since: int) -> None:
    """Wait until every freed table for which an active request waits is booked, at most SETTLE_SECONDS.

    Only tables that were freed after the entry `since` of the truth log count.
    """

    async def are_booked() -> bool:
        return not find_missed_tables(record, await TruthLog.read(control, since=since))

    await wait_until(are_booked, seconds=SETTLE_SECONDS, every=2.0)


async def close_diners(record: UpgradeRecord) -> None:
    """Close the connections of all diners."""
    for diner in record.chaos.diners:
        await diner.close()
