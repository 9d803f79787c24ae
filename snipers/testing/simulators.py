"""Runs the platform simulator in the test's process.

Tests send calls to the simulator over real sockets, and control it by its control API.
"""

import zlib
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

import aiohttp
from cryptography.fernet import Fernet

from loadtests.simulator.catalog import build
from loadtests.simulator.server import Serving, serving
from loadtests.simulator.settings import Settings
from snipers.clients.base import BookingClient
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.clients.opentable.client import OpenTableClient
from snipers.clients.resy.client import ResyClient
from snipers.clients.resy.manifest import MANIFEST
from snipers.domain.access import Access
from snipers.environment.checks import DEMO_API_KEY, DEMO_APP_ID
from snipers.environment.version import user_agent

PASSWORD = "table-for-two"
CODE = "123456"
USER_AGENT = user_agent(public_url="http://127.0.0.1:8000")
RESY_ACCESS = Access(secret=DEMO_API_KEY, user_agent=USER_AGENT, sign_in_paths=MANIFEST.sign_in_paths)
OPENTABLE_ACCESS = Access(secret="", user_agent=USER_AGENT, application_id=DEMO_APP_ID)


class Simulator(ABC):
    """One simulated platform.

    `day` is three days ahead. `venues` are up to six venues that accept bookings for `day`;
    `platform_venue_id` and `second_venue_id` are the first two.
    """

    source: str

    def __init__(self, *, control_url: str, url: str, http: aiohttp.ClientSession, venues: Sequence[int]) -> None:
        self.url = url
        self.venues = venues
        self.platform_venue_id, self.second_venue_id = venues[:2]
        self.day: date = (datetime.now(ZoneInfo("America/New_York")) + timedelta(days=3)).date()
        self.box = SealedBox([Fernet.generate_key().decode()])
        self._control_url = control_url
        self._http = http

    @abstractmethod
    def client(self) -> BookingClient:
        """Return a new client of the platform, connected to the simulator."""

    @abstractmethod
    async def diner(self, name: str = "ada") -> SealedToken:
        """Sign in a diner and return the sealed token."""

    async def free(
        self,
        at: str,
        *,
        party_size: int = 2,
        seating: str = "",
        count: int = 1,
        venue_id: int | None = None,
        day: date | None = None,
    ) -> list[dict[str, Any]]:
        """Make tables available at `venue_id` (default: the first venue) on `day`. Return the slots in the simulator's
        form."""
        body: dict[str, Any] = {"source": self.source, "venue_id": venue_id or self.platform_venue_id}
        body |= {"date": str(day or self.day), "time": at, "count": count}
        body |= {"party_size": party_size, **({"seating": seating} if seating else {})}
        slots: list[dict[str, Any]] = (await self._post("/free", body))["slots"]
        return slots

    async def release(self, *times: str, at: datetime, party_size: int = 2, jitter_ms: float = 0) -> None:
        """Open `day` for booking at an instant of the platform's clock, with one table at each of these times."""
        slots = [{"time": time, "party_size": party_size} for time in times]
        body = {"source": self.source, "venue_id": self.platform_venue_id, "date": str(self.day), "slots": slots}
        stamp = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
        await self._post("/release", {**body, "at": stamp, "jitter_ms": jitter_ms})

    async def skew(self, seconds: float) -> None:
        """Set the platform's clock ahead of ours by this number of seconds."""
        await self._post("/clock", {"source": self.source, "skew_ms": seconds * 1000})

    async def rivals(self, count: int, *, reaction_ms: float = 0) -> None:
        """Set the number of rivals: simulated diners who take tables that open."""
        await self._post("/rivals", {"source": self.source, "count": count, "reaction_ms": reaction_ms})

    async def rotate_key(self, key: str) -> None:
        """Accept only this API key (Resy) or application id (OpenTable) from now on; "" accepts any."""
        await self._post("/keys", {"source": self.source, "key": key})

    async def terms(self, *, venue_id: int | None = None, **asked: int | bool) -> None:
        """Replace the booking terms of `venue_id` (default: the first venue): fee_cents, deposit_cents, captcha,
        payment_required, refuses_cards."""
        await self._post("/terms", {"source": self.source, "venue_id": venue_id or self.platform_venue_id, **asked})

    async def switch(self, **switches: float | bool) -> None:
        """Select variants of the protocols (class Switches of loadtests/simulator/world.py)."""
        await self._post("/switches", switches)

    async def cancel(self, reservation_id: int) -> None:
        """Let the restaurant cancel a booking."""
        await self._post("/cancel", {"reservation_id": reservation_id, "by": "restaurant"})

    async def take_slot(self, slot_id: int) -> None:
        """Give a slot to another guest."""
        await self._post("/take", {"slot_id": slot_id})

    async def fault(self, kind: str, path: str = "", **more: Any) -> None:
        """Make calls to a path fail, by default one call within 60 s. `kind` is the simulator's name of the fault."""
        await self._post(
            "/faults", {"source": self.source, "kind": kind, "path": path, "times": 1, "seconds": 60, **more}
        )

    async def clear_faults(self) -> None:
        """End all faults."""
        async with self._http.delete(self._control_url + "/faults") as response:
            response.raise_for_status()

    async def latency(self, *, find_reads: str = "reply", **milliseconds: float) -> None:
        """Set response times: find_ms, details_ms, book_ms, list_ms.

        `find_reads` is when a find reads the free tables: on "arrival", at a "random" moment, or on
        "reply".
        """
        await self._post("/latency", {"source": self.source, "find_reads": find_reads, **milliseconds})

    async def held(self) -> list[dict[str, Any]]:
        """Return the current bookings."""
        async with self._http.get(self._control_url + "/bookings") as response:
            rows: list[dict[str, Any]] = (await response.json())["bookings"]
        return [row for row in rows if row["status"] == "booked"]

    async def calls(self, path: str) -> list[dict[str, Any]]:
        """Return every request to a path, oldest first."""
        return [entry for entry in await self.truth("request") if entry["path"] == path]

    async def truth(self, kind: str) -> list[dict[str, Any]]:
        """Return the entries of the simulator's truth log of one kind, oldest first."""
        async with self._http.get(self._control_url + "/truth", params={"kind": kind}) as response:
            entries: list[dict[str, Any]] = (await response.json())["entries"]
        return entries

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        async with self._http.post(self._control_url + path, json=body) as response:
            answer: dict[str, Any] = await response.json()
            assert response.status < 300, answer
            return answer


class ResySimulator(Simulator):
    """Simulated Resy."""

    source = "resy"

    @property
    def resy_url(self) -> str:
        """The base URL of Resy."""
        return self.url

    def client(self) -> ResyClient:
        """Return a new client."""
        return ResyClient(base_url=self.resy_url, access=RESY_ACCESS, box=self.box)

    async def diner(self, name: str = "ada") -> SealedToken:
        """Sign in a diner and return the sealed token."""
        async with self.client() as client:
            return (await client.login(email=f"{name}@example.com", password=PASSWORD)).token


class OpenTableSimulator(Simulator):
    """Simulated OpenTable. A diner signs in by phone number. A call for a slot's details holds its table."""

    source = "opentable"

    def client(self) -> OpenTableClient:
        """Return a new client."""
        return OpenTableClient(base_url=self.url, access=OPENTABLE_ACCESS, box=self.box)

    async def diner(self, name: str = "ada") -> SealedToken:
        """Sign in a diner and return the sealed token."""
        phone = f"212{zlib.crc32(name.encode()) % 10_000_000:07d}"
        async with self.client() as client:
            sent = await client.send_code(phone=phone, country_code="+1")
            login = await client.confirm_code(
                phone=phone, country_code="+1", code=CODE, correlation_id=sent.correlation_id
            )
        return login.token

    async def lock_seconds(self, seconds: float) -> None:
        """Set how long the platform holds a table after a call for its details."""
        await self.switch(lock_seconds=seconds)


@asynccontextmanager
async def resy_simulator(*, port: int = 0) -> AsyncIterator[ResySimulator]:
    """Run the simulator as Resy, on this port or a free one."""
    async with _serving(resy_port=port) as (sim, http):
        venues = _suitable_venues(ResySimulator.source)
        yield ResySimulator(control_url=sim.control_url, url=sim.resy_url, http=http, venues=venues)


@asynccontextmanager
async def opentable_simulator() -> AsyncIterator[OpenTableSimulator]:
    """Run the simulator on free ports, as OpenTable."""
    async with _serving() as (sim, http):
        venues = _suitable_venues(OpenTableSimulator.source)
        yield OpenTableSimulator(control_url=sim.control_url, url=sim.opentable_url, http=http, venues=venues)


@asynccontextmanager
async def _serving(*, resy_port: int = 0) -> AsyncIterator[tuple[Serving, aiohttp.ClientSession]]:
    free_ports = Settings(control_port=0, resy_port=resy_port, opentable_port=0, stripe_port=0)
    async with serving(free_ports) as sim, aiohttp.ClientSession() as http:
        yield sim, http


def _suitable_venues(source: str) -> list[int]:
    """Return up to six venues that release dates at least six days ahead and accept parties of six."""
    venues = (venue for venue in build(Settings().seed) if venue.source == source)
    suitable = (v.id for v in venues if v.release_rule.days_ahead >= 6 and v.max_party_size >= 6)
    return list(islice(suitable, 6))
