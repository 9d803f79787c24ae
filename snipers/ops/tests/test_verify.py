"""`ops verify` answers each row of CHECKLIST.md, and its record holds no secret and can be replayed."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from snipers.clients import opentable, resy
from snipers.clients.assumptions import Finding, Verdict
from snipers.clients.base import BookingClient
from snipers.clients.credentials import SealedToken
from snipers.clients.opentable.assumptions import ASSUMPTIONS as OPENTABLE
from snipers.clients.opentable.client import OpenTableClient
from snipers.clients.resy.assumptions import ASSUMPTIONS as RESY
from snipers.clients.resy.client import ResyClient
from snipers.clients.tests.site import Site, site
from snipers.clients.verification import Verification
from snipers.ops.verify import _seconds_between, compare_platform, report
from snipers.testing.replay import replayed
from snipers.testing.simulators import OPENTABLE_ACCESS, RESY_ACCESS

CHECKLISTS = {"resy": (resy, RESY), "opentable": (opentable, OPENTABLE)}


async def no_wait(seconds: float) -> None:
    """The pace of these tests: the simulator needs none."""


def client_of(platform: str, url: str, running: Site) -> BookingClient:
    box = running.box
    if platform == "resy":
        return ResyClient(base_url=url, access=RESY_ACCESS, box=box)
    return OpenTableClient(base_url=url, access=OPENTABLE_ACCESS, box=box)


async def answers(
    platform: str, run: Verification, client: BookingClient, venue: int, token: SealedToken | None
) -> list[Finding]:
    async with client:
        return await compare_platform(
            run, platform=platform, client=client, platform_venue_id=venue, token=token, now=datetime.now(UTC)
        )


@pytest.mark.parametrize("platform", CHECKLISTS)
def test_each_row_of_the_checklist_has_an_assumption(platform: str) -> None:
    package, assumptions = CHECKLISTS[platform]
    text = (Path(package.__path__[0]) / "CHECKLIST.md").read_text()
    table = text.split("| Call | What we send |")[1].split("\n\n")[0]
    rows = [line.split("|")[1].strip() for line in table.splitlines()[2:]]
    # Two rows of Resy's are called "captcha".
    assert [one.row for one in assumptions] == list(dict.fromkeys(rows))


@pytest.mark.parametrize("platform", CHECKLISTS)
async def test_no_row_differs_at_the_simulator_and_the_record_answers_alike(platform: str) -> None:
    async with site(platform) as running:
        await running.open()
        token = await running.diner()
        run = Verification(sleep=no_wait)
        url = running.sim.resy_url if platform == "resy" else running.sim.opentable_url
        found = await answers(platform, run, client_of(platform, url, running), running.platform_venue_id, token)
        assert (run.stopped, run.errors) == ("", {})
        assert [one for one in found if one.verdict is Verdict.DIFFERS] == []
        assert sum(one.verdict is Verdict.AS_ASSUMED for one in found) >= 9

        record = json.loads(json.dumps(run.scrubbed()))
        async with replayed(record) as address:
            again = Verification(sleep=no_wait)
            repeated = await answers(
                platform, again, client_of(platform, address, running), running.platform_venue_id, token
            )
        without_clock = [one for one in repeated if one.row != "clock"]
        assert without_clock == [one for one in found if one.row != "clock"]


@pytest.mark.parametrize("platform", CHECKLISTS)
async def test_the_record_names_nobody_and_holds_no_token(platform: str) -> None:
    async with site(platform) as running:
        token = await running.diner()
        profile = await running.client.me(token=token)
        plain = running.box.open(token)
        run = Verification(sleep=no_wait)
        url = running.sim.resy_url if platform == "resy" else running.sim.opentable_url
        await answers(platform, run, client_of(platform, url, running), running.platform_venue_id, token)
        text = json.dumps(run.scrubbed())
    secrets = [plain, profile.user_id, *profile.display_name.split(), "example.com", "4242"]
    secrets += [one.id for one in profile.payment_methods]
    assert [secret for secret in secrets if re.search(rf"\b{re.escape(secret)}\b", text)] == []


async def test_the_first_refusal_ends_the_run() -> None:
    async with site("resy") as running:
        await running.fault("find", "429", times=50)
        run = Verification(sleep=no_wait)
        client = client_of("resy", running.sim.resy_url, running)
        found = await answers("resy", run, client, running.platform_venue_id, await running.diner())
    assert run.stopped.startswith("find was refused (RateLimited)")
    assert not {"me", "list", "details"} & {one.call for one in run.recorded}
    assert report(platform="resy", findings=found, stopped=run.stopped, record="r").code == 1


async def test_requests_are_sent_one_at_a_time_with_a_pause_before_each() -> None:
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    async with site("opentable") as running:
        run = Verification(sleep=wait)
        client = client_of("opentable", running.sim.opentable_url, running)
        await answers("opentable", run, client, running.platform_venue_id, await running.diner())
    assert waits == [10.0] * (len(run.recorded) - 1)


@pytest.mark.parametrize(
    ("address", "wanted", "seconds"),
    [
        ("https://api.resy.com", 0.0, 10.0),
        ("https://api.resy.com", 30.0, 30.0),
        ("http://127.0.0.1:9101", 0.0, 0.0),
        ("http://localhost:9101", 1.0, 1.0),
        ("http://simulator:9101", 0.0, 10.0),
    ],
)
def test_a_real_platform_gets_no_more_than_six_requests_a_minute(address: str, wanted: float, seconds: float) -> None:
    assert _seconds_between(wanted, address=address) == seconds


CHANGES: list[tuple[str, str, Any, str]] = [
    ("/4/find", "results.venues[].slots[].date.start", "19:30", "find"),
    ("/4/find", "results.venues[].venue.id.resy", None, "find"),
    ("/3/venue", "name", ["Petit Quai"], "venue"),
    ("/3/user/reservations", "reservations", {}, "list"),
    ("/4/venue/calendar", "last_calendar_day", "tomorrow", "end of the book (R13)"),
    ("/3/location/config", "[].radius", "wide", "cities (R13)"),
]


@pytest.mark.parametrize(("path", "at", "value", "row"), CHANGES)
async def test_a_changed_field_is_named(path: str, at: str, value: Any, row: str) -> None:
    async with site("resy") as running:
        await running.open()
        token = await running.diner()
        run = Verification(sleep=no_wait)
        client = client_of("resy", running.sim.resy_url, running)
        await answers("resy", run, client, running.platform_venue_id, token)
        record = json.loads(json.dumps(run.scrubbed()))
        for one in record:
            if one["path"] == path:
                change(one["body"], at.split("."), value)
        async with replayed(record) as address:
            again = Verification(sleep=no_wait)
            found = await answers("resy", again, client_of("resy", address, running), running.platform_venue_id, token)
    (answer,) = [one for one in found if one.row == row]
    assert answer.verdict is Verdict.DIFFERS
    assert at.removesuffix("[]").split("[]")[0] in answer.detail
    assert str(value) not in answer.detail or value in (None, {})


def change(data: Any, path: list[str], value: Any) -> None:
    """Set the value at a path; "[]" is each entry of a list."""
    name, *rest = path
    if name == "[]":
        for one in data:
            change(one, rest, value)
    elif name.endswith("[]"):
        change(data[name[:-2]], ["[]", *rest], value)
    elif rest:
        change(data[name], rest, value)
    else:
        data[name] = value
