"""Releases in load tests: submits release requests, schedules exact instants, and measures the first polls."""

import argparse
import datetime as dt
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import SubmittedRequest
from loadtests.running import RunningStack
from loadtests.truth import TruthLog

NEW_YORK = ZoneInfo("America/New_York")
RELEASE_TIMES = ("18:30", "19:00", "19:30", "20:00", "20:30")


@dataclass
class Release:
    """One release of one date at one venue.

    `at` is the instant on the platform's clock in unix seconds. `skew` is the number of seconds by which the platform's
    clock is ahead of this machine's. `tables` is the number of tables that open.
    """

    venue: dict[str, Any]
    date: str
    at: float
    skew: float
    tables: int
    requests: list[SubmittedRequest]

    @property
    def key(self) -> str:
        """The poll key as it appears in the truth log."""
        return f"{self.venue['venue_id']}|{self.date}|2"


def add_skews_option(parser: argparse.ArgumentParser) -> None:
    """Add the option `--skews`, the values of `Release.skew` in one run."""
    parser.add_argument(
        "--skews",
        type=float,
        nargs="+",
        default=[-2.0, -0.73, 0.0, 0.41, 2.0],
        help="seconds by which the platform's clock is ahead",
    )


async def submit_release_request(diner: Diner, *, venue: dict[str, Any], date: str) -> SubmittedRequest:
    """Submit one release request for two guests. `schedule_release` sets the exact instant later."""
    soon = dt.datetime.now(NEW_YORK) + dt.timedelta(minutes=10)
    group = await diner.submit_request(
        venues=[venue["id"]],
        dates=[date],
        snipe_type="release",
        release_date=soon.date().isoformat(),
        release_time=f"{soon:%H:%M}",
    )
    return SubmittedRequest(
        diner=diner, group_id=group["group_id"], reservation_id=group["members"][0]["id"], venue=venue, date=date
    )


async def schedule_release(
    release: Release, *, running: RunningStack, control: SimulatorControl, late: float = 0.0
) -> None:
    """Schedule the release for its exact instant, in the database and at the simulated platform.

    The simulated platform opens the tables `late` seconds after the instant.

    The database is changed directly, because the API accepts only whole minutes.
    """
    at = dt.datetime.fromtimestamp(release.at, dt.UTC)
    groups = [request.group_id for request in release.requests]
    running.query("update reservation_group set release_at = %s where id = any(%s) returning id", at, groups)
    running.query("select notify_demand(%s)", release.venue["id"])
    await control.post(
        "/release",
        source="resy",
        venue_id=release.venue["venue_id"],
        date=release.date,
        at=(at + dt.timedelta(seconds=late)).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        slots=[{"time": time, "party_size": 2} for time in RELEASE_TIMES[: release.tables]],
    )


def list_requests(releases: Iterable[Release]) -> list[SubmittedRequest]:
    """Return the requests of all releases."""
    return [request for release in releases for request in release.requests]


def has_open_attempts(running: RunningStack, releases: Sequence[Release]) -> bool:
    """Return whether any attempt of these releases is open."""
    ids = [request.reservation_id for request in list_requests(releases)]
    query = "select 1 from attempt where reservation_id = any(%s) and state in ('claimed', 'unknown') limit 1"
    return bool(running.query(query, ids))


def measure_first_polls(releases: Sequence[Release], log: TruthLog) -> tuple[list[float], int]:
    """Return the ms from each release to its first later poll (infinite if there is none), and the early polls.

    The second value is the number of polls that came too early. One poll may arrive before its release without being
    too early, by at most twice the median duration of a poll.
    """
    polls, first, too_early = log.polls_by_key(), [], 0
    seconds = [poll["replied_ms"] - poll["received_ms"] for poll in log.polls() if poll["replied_ms"]]
    longest_lead = 2 * statistics.median(seconds) if seconds else 0.0
    for release in releases:
        offsets = [poll["platform_ms"] - release.at * 1000 for poll in polls.get(release.key, [])]
        early = sorted(offset for offset in offsets if offset < 0)
        too_early += sum(offset < -longest_lead for offset in early[-1:]) + len(early[:-1])
        first.append(min((offset for offset in offsets if offset >= 0), default=float("inf")))
    return first, too_early
