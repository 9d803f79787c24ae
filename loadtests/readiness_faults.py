"""The faults that the scenario readiness causes, and how each is cured."""

import asyncio
import datetime as dt
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from loadtests.clients import PLATFORM_PASSWORD, Diner, SimulatorControl
from loadtests.fixtures import SubmittedRequest, submit_request, wait_until
from loadtests.management import run_manage
from loadtests.push_service import PushService
from loadtests.running import RunningStack
from loadtests.truth import TruthLog, classify_call

# The venue's fee for a late cancellation at the beginning, and after the venue has raised it.
FEE_CENTS = 2_000
HIGHER_FEE_CENTS = 5_000
# More than the two seconds that the readiness check allows.
SKEW_MS = 4_000
REHEARSED_SECONDS = 60.0

Do = Callable[[], Awaitable[object]]


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One fault: the check whose line it turns red, and the functions that cause (`plant`) and cure it."""

    check: str
    plant: Do
    cure: Do


@dataclass(kw_only=True)
class World:
    """The scenario's diner, with a release request at Resy and a cancel request (`other`) at OpenTable.

    `elsewhere` is another venue of Resy. `first` is the newest entry of the truth log at the beginning. `rehearsed`
    has, for each rehearsal that a fault needs, the platform and the number of calls by kind.
    """

    running: RunningStack
    control: SimulatorControl
    diner: Diner
    service: PushService
    device: str
    release: SubmittedRequest
    other: SubmittedRequest
    elsewhere: dict[str, Any]
    first: int
    booked: SubmittedRequest | None = None
    rehearsed: list[tuple[str, Counter[str]]] = field(default_factory=list)

    async def set_fee(self, cents: int) -> None:
        """Set the fee of a party of two for a late cancellation at the venue of the release request."""
        await self.control.post("/terms", source="resy", venue_id=self.release.venue["venue_id"], fee_cents=cents // 2)

    async def set_account(self, **change: Any) -> None:
        """Change the diner's account at Resy."""
        await self.control.post("/accounts", source="resy", user=self.diner.email, **change)

    async def set_listing(self, **state: bool) -> None:
        """Set the state of the page of the release request's venue. Without arguments, the venue can be booked."""
        await self.control.post("/listings", source="resy", venue_id=self.release.venue["venue_id"], **state)

    async def set_clock(self, skew_ms: int) -> None:
        """Set by how many milliseconds Resy's clock is ahead."""
        await self.control.post("/clock", source="resy", skew_ms=skew_ms)

    async def sign_in_again(self) -> None:
        """Connect the Resy account again, as the page of accounts does."""
        form = {"email": self.diner.email, "password": PLATFORM_PASSWORD}
        await self.diner.call("POST", "/api/resy/login/", json=form)

    async def switch(self, turn: str) -> None:
        """Turn calls to Resy on or off with its kill switch, as an operator."""
        reason = ["--reason", "load test"] if turn == "off" else []
        await asyncio.to_thread(run_manage, self.running, "switch", turn, "platform", "resy", *reason)

    async def send_test_message(self) -> None:
        """Send the user's test message, and wait until the push service has received it."""
        before = len(self.service.received[self.device])
        await self.diner.call("POST", "/api/notification-settings/tests/")
        if not await wait_until(lambda: len(self.service.received[self.device]) > before, seconds=30):
            raise SystemExit("The test message did not reach the push service.")

    async def answer_pushes(self, status: int) -> None:
        """Make the push service answer with a status from now on, and send a test message."""
        self.service.status = status
        await self.send_test_message()

    async def rehearse(self, group_id: int) -> Counter[str]:
        """Rehearse a request as soon as that is allowed.

        Return the number of calls at both platforms during the rehearsal, by kind, without the polls of watchers.
        """
        path = f"/api/reservations/{group_id}/"
        status = 0

        async def accepted() -> bool:
            nonlocal status
            status = await self.diner.request_status("POST", f"{path}rehearse/")
            return status == 202

        before = await self.control.last_entry()
        if not await wait_until(accepted, seconds=130, every=2):
            raise SystemExit(f"The rehearsal was refused with status {status}.")

        async def ended() -> bool:
            rehearsal = (await self.diner.call("GET", f"{path}readiness/"))["rehearsal"]
            return rehearsal is not None and rehearsal["finished_at"] is not None

        if not await wait_until(ended, seconds=REHEARSED_SECONDS, every=0.5):
            raise SystemExit("The rehearsal did not end.")
        log = await TruthLog.read(self.control, since=before)
        return Counter(
            classify_call(entry) for entry in log.of_kind("request") if entry["source"] in ("resy", "opentable")
        )

    async def raise_fee(self) -> None:
        """Raise the venue's fee, and rehearse the request, which reads the new fee."""
        await self.set_fee(HIGHER_FEE_CENTS)
        self.rehearsed.append(("resy", await self.rehearse(self.release.group_id)))

    async def accept_fee(self) -> None:
        """Accept the higher fee, as the button of the line does."""
        body = {"cancel_fee_ceiling_cents": HIGHER_FEE_CENTS}
        await self.diner.call("POST", f"/api/reservations/{self.release.group_id}/accept-fee/", json=body)

    async def book_meal(self) -> None:
        """Book a table with another request, and move it to the date of the release request, in the database."""
        day = self.other.date
        self.booked = await submit_request(self.diner, venue=self.elsewhere, date=_later(day))
        await self.control.free_tables(venue_id=self.elsewhere["venue_id"], date=self.booked.date, at="19:30")
        query = "select status from reservation where id = %s"
        reservation = self.booked.reservation_id
        if not await wait_until(
            lambda: self.running.query(query, reservation)[0]["status"] == "confirmed", seconds=60, every=0.5
        ):
            raise SystemExit("The table of the meal was not booked.")
        move = "update attempt set date = %s where reservation_id = %s and state = 'booked' returning id"
        self.running.query(move, self.release.date, reservation)

    async def cancel_meal(self) -> None:
        """Cancel the booked table, as its ticket does."""
        if self.booked is None:
            raise RuntimeError("no table is booked")
        path = f"/api/reservations/{self.booked.group_id}/tables/{self.booked.reservation_id}/cancel/"
        await self.diner.call("POST", path)


def faults(world: World) -> list[Fault]:
    """Return the eight faults, in the order in which they are planted."""
    return [
        Fault(check="session", plant=lambda: world.set_account(end_sessions=True), cure=world.sign_in_again),
        Fault(check="card", plant=lambda: world.set_account(cards=0), cure=lambda: world.set_account(cards=1)),
        Fault(check="clock", plant=lambda: world.set_clock(SKEW_MS), cure=lambda: world.set_clock(0)),
        Fault(check="venue", plant=lambda: world.set_listing(tock=True), cure=world.set_listing),
        Fault(check="platform", plant=lambda: world.switch("off"), cure=lambda: world.switch("on")),
        Fault(
            check="channel",
            plant=lambda: world.answer_pushes(web.HTTPBadRequest.status_code),
            cure=lambda: world.answer_pushes(web.HTTPCreated.status_code),
        ),
        Fault(check="meal", plant=world.book_meal, cure=world.cancel_meal),
        Fault(check="fee", plant=world.raise_fee, cure=world.accept_fee),
    ]


def _later(day: str) -> str:
    return (dt.date.fromisoformat(day) + dt.timedelta(days=1)).isoformat()
