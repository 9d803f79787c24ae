"""Resy rotates its API key while 500 accounts wait at 100 venues. No account is flagged; polls resume with the new key.

The simulator answers 419 to every call with the old key, as public clients reported. Meanwhile diners check whether
their accounts are connected, and sign in. The scenario measures when the breaker stops the platform, which alerts an
operator gets, which replies users get, how many calls are sent with the stale key, and how soon every venue is polled
after an operator has set the new key. The alerts need a stack with METRICS_PORT and Prometheus with the product's
rules.
"""

import argparse
import asyncio
import datetime as dt
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import Any

from loadtests.alerts import Prometheus, notified, read_inhibitions, run_prometheus
from loadtests.clients import PLATFORM_PASSWORD, Diner, SimulatorControl
from loadtests.fixtures import find_unwatched_venues, wait_until
from loadtests.management import manage_environment
from loadtests.report import Section
from loadtests.running import ROOT, RunningStack
from loadtests.truth import TruthLog
from loadtests.users.waiting import WaitingUsers, distribute_users

NEW_KEY = "rotated-by-the-scenario"
ALERT = "KeyStale"
ALERT_SECONDS = 60.0
# Rates need several samples. In this time, alerts also fire for parts that only a cluster has; they are left out.
SCRAPED_SECONDS = 90.0
RESUMED_SECONDS = 10.0
REFUSED = 419
WATCHED_AFTERWARDS = 20.0


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    parser = argparse.ArgumentParser(prog="key_rotation", description=__doc__)
    parser.add_argument("--venues", type=int, default=100)
    parser.add_argument("--accounts", type=int, default=500)
    parser.add_argument("--stale", type=float, default=60, help="seconds from the rotation to the new key")
    parser.add_argument("--visitors", type=int, default=50, help="diners who check their accounts meanwhile")
    options, running = parser.parse_args(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="key_rotation", about=str(__doc__))
    users = WaitingUsers(venues=find_unwatched_venues(running, count=options.venues))
    try:
        await users.grow(distribute_users(keys=options.venues, users=options.accounts), running=running)
        async with run_prometheus(running) as prometheus:
            await asyncio.sleep(SCRAPED_SECONDS if prometheus else 0)
            await rotate(
                users, running=running, control=control, prometheus=prometheus, options=options, section=section
            )
    finally:
        await control.post("/keys", source="resy", key="")
        await asyncio.to_thread(run_ops, running, "access", "forget", "resy", "--reason", "end of the load test")
        await users.close()
        await control.close()
    return section


async def rotate(
    users: WaitingUsers,
    *,
    running: RunningStack,
    control: SimulatorControl,
    prometheus: Prometheus | None,
    options: argparse.Namespace,
    section: Section,
) -> None:
    """Rotate the key, wait, set the new key, and check the promises."""
    epochs = read_epochs(running)
    since, rotated = await control.last_entry(), time.time()
    await control.post("/keys", source="resy", key=NEW_KEY)
    alerting = asyncio.gather(wait_for_stop(running), watch_alerts(prometheus, until=rotated + options.stale))
    replies = await visit(users.diners[: options.visitors])
    stopped_after, alerts = await alerting
    stale = await TruthLog.read(control, since=since)
    changed = await asyncio.to_thread(set_key, running)
    await asyncio.sleep(WATCHED_AFTERWARDS)
    log = await TruthLog.read(control, since=since)
    resumed = seconds_to_first_poll(log, after=changed, venues={str(venue["venue_id"]) for venue in users.venues})
    flagged = count_flagged(running, users)
    mails = count_deliveries(running, users, since=rotated)
    refused = Counter(entry["path"] for entry in stale.of_kind("request") if entry["status"] == REFUSED)
    section.metrics |= {
        "venues and accounts": f"{len(users.venues)} and {len(users.diners)}",
        "shortest poll period": f"{running.env['POLL_SECONDS']} s",
        f"calls with the stale key in {options.stale:.0f} s": ", ".join(f"{n} x {path}" for path, n in refused.items()),
        "rotation -> platform stopped, key_stale": f"{stopped_after:.1f} s",
        "rotation -> alert sent": ", ".join(f"{name} {seconds:.1f} s" for name, seconds in alerts.items())
        if prometheus
        else "not measured without METRICS_PORT and Prometheus",
        "replies to visitors meanwhile": ", ".join(f"{n} x {reply}" for reply, n in replies.items()),
        "accounts flagged": str(flagged),
        "mails and texts": str(mails),
        "new key set -> first venue polled": f"{min(resumed.values(), default=float('nan')):.1f} s",
        "new key set -> half of the venues polled": f"{statistics.median(resumed.values() or [float('nan')]):.1f} s",
        "new key set -> every venue polled": f"{max(resumed.values(), default=float('nan')):.1f} s",
    }
    section.saw("calls with the stale key", refused.total(), of=1)
    section.saw("visitors meanwhile", replies.total(), of=options.visitors)
    section.saw("venues polled with the new key", len(resumed), of=len(users.venues))
    section.require(stopped_after <= ALERT_SECONDS, f"the alert's condition held after {stopped_after:.0f} s")
    if prometheus is not None:
        section.require(list(alerts) == [ALERT], f"the alerts were {', '.join(alerts) or 'none'}")
        section.require(alerts.get(ALERT, 0) <= ALERT_SECONDS, f"the alert came after {alerts.get(ALERT, 0):.0f} s")
    section.require(flagged == 0, f"{flagged} accounts were flagged")
    section.require(mails == 0, f"{mails} messages were sent")
    section.require(len(resumed) == len(users.venues), f"only {len(resumed)} venues were polled again")
    late = [seconds for seconds in resumed.values() if seconds > RESUMED_SECONDS]
    section.require(not late, f"{len(late)} venues were polled only after {max(late, default=0):.1f} s")
    section.require(read_epochs(running) == epochs, "a watcher was restarted")
    section.require(replies.keys() <= {"200 signed in", "503 our_fault"}, "a visitor got another answer")


async def visit(diners: list[Diner]) -> Counter[str]:
    """Let each diner check the account, and every tenth diner sign in again. Return the number of each reply."""
    replies: Counter[str] = Counter()
    for position, diner in enumerate(diners):
        # An account that was just verified is not called again within a minute.
        reply = await diner.call("GET", "/api/resy/check_resy_auth/")
        replies["200 signed in" if reply["resy_signed_in"] else "200 signed out"] += 1
        if position % 10 == 0:
            form = {"email": diner.email, "password": PLATFORM_PASSWORD}
            body = await diner.call("POST", "/api/resy/login/", json=form, accept=(400, 503), tries=1)
            replies["503 " + str(body.get("code")) if body.get("code") else "200 connected"] += 1
    return replies


async def watch_alerts(prometheus: Prometheus | None, *, until: float) -> dict[str, float]:
    """Return the alerts that are first sent before `until` (unix seconds), each with the seconds from now to that.

    Alerts that are already active now are left out.
    """
    started, inhibitions = time.time(), read_inhibitions()
    before: set[str] | None = None
    first: dict[str, float] = {}
    while time.time() < until:
        if prometheus is not None:
            names = notified(await prometheus.firing(), inhibitions=inhibitions)
            before = set(names) if before is None else before
            for name in set(names) - before:
                first.setdefault(name, time.time() - started)
        await asyncio.sleep(1)
    return first


async def wait_for_stop(running: RunningStack) -> float:
    """Wait until the breaker has stopped the platform with the reason key_stale. Return the seconds it took."""
    started = time.monotonic()
    query = "select 1 from source_state where platform = 'resy' and state <> 'healthy' and reason = 'key_stale'"
    await wait_until(lambda: bool(running.query(query)), seconds=2 * ALERT_SECONDS)
    return time.monotonic() - started


def set_key(running: RunningStack) -> dt.datetime:
    """Set the new key with the command that operators use. Return the time at which it was stored."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "key"
        file.write_text(NEW_KEY)
        run_ops(running, "access", "set", "resy", "--secret-from", str(file), "--reason", "load test")
    changed: dt.datetime = running.query("select changed_at from platform_access where platform = 'resy'")[0][
        "changed_at"
    ]
    return changed


def run_ops(running: RunningStack, *arguments: str) -> None:
    """Run one command of the operators' command line against the running stack."""
    environment = {**manage_environment(running), "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}"}
    command = [sys.executable, "-m", "snipers.ops", *arguments]
    subprocess.run(command, env=environment, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def seconds_to_first_poll(log: TruthLog, *, after: dt.datetime, venues: Collection[str]) -> dict[str, float]:
    """Return, for each of these venues (ids of the platform), the seconds from the new key to its first poll."""
    start_ms = after.timestamp() * 1000
    first: dict[str, float] = {}
    for poll in log.polls():
        venue = str(poll["key"] or "").partition("|")[0]
        if venue in venues and poll["status"] == 200 and poll["received_ms"] >= start_ms and venue not in first:
            first[venue] = (poll["received_ms"] - start_ms) / 1000
    return first


def read_epochs(running: RunningStack) -> list[dict[str, Any]]:
    """Return the epoch of each watched venue. A restarted watcher has a higher epoch."""
    return running.query(
        "select venue_id, epoch from venue_watch where heartbeat_at > now() - interval '30 seconds' order by venue_id"
    )


def count_flagged(running: RunningStack, users: WaitingUsers) -> int:
    """Return how many accounts of the users are not connected or show their owner a request for attention."""
    accounts = [diner.account_id for diner in users.diners]
    query = "select count(*) as n from platform_account where id = any(%s)"
    query += " and (status <> 'connected' or attention_reason <> '')"
    return int(running.query(query, accounts)[0]["n"])


def count_deliveries(running: RunningStack, users: WaitingUsers, *, since: float) -> int:
    """Return the number of messages (deliveries, sent or not) to these users for events since `since`, unix seconds."""
    emails = [diner.email for diner in users.diners]
    query = "select count(*) as n from delivery d join event e on e.id = d.event_id"
    query += " join app_user u on u.id = e.user_id where u.email = any(%s) and e.created_at >= to_timestamp(%s)"
    return int(running.query(query, emails, since)[0]["n"])
