"""The platform's stand-in in this process, spoken to over real sockets, with its control as short calls."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import aiohttp
from cryptography.fernet import Fernet

from loadtests.simulator.server import serving
from loadtests.simulator.settings import Settings
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.clients.resy.client import ResyClient

PASSWORD = "table-for-two"


class Platform:
    """The stand-in with one venue picked: `venue_id`, and `day`, a date on which it takes bookings."""

    def __init__(self, *, control_url: str, resy_url: str, http: aiohttp.ClientSession, venue_id: int) -> None:
        self.resy_url = resy_url
        self.venue_id = venue_id
        self.day: date = (datetime.now(ZoneInfo("America/New_York")) + timedelta(days=3)).date()
        self.box = SealedBox([Fernet.generate_key().decode()])
        self._control_url = control_url
        self._http = http

    def client(self) -> ResyClient:
        """Return a new client with an honest name."""
        return ResyClient(
            base_url=self.resy_url,
            api_key="tablehawk-demo",
            user_agent="Tablehawk/0.1 (+http://127.0.0.1:8000)",
            box=self.box,
        )

    async def diner(self, name: str = "ada") -> SealedToken:
        """Return the sealed token of a diner who signed in."""
        async with self.client() as client:
            return (await client.login(email=f"{name}@example.com", password=PASSWORD)).token

    async def free(self, at: str, *, party_size: int = 2, seating: str = "", count: int = 1) -> list[dict[str, Any]]:
        """Free tables at the venue."""
        body = {"source": "resy", "venue_id": self.venue_id, "date": str(self.day), "time": at, "count": count}
        body |= {"party_size": party_size, **({"seating": seating} if seating else {})}
        slots: list[dict[str, Any]] = (await self._post("/free", body))["slots"]
        return slots

    async def release(self, *times: str, at: datetime, party_size: int = 2, jitter_ms: float = 0) -> None:
        """Open the book of the day at an instant of the platform's clock, with a table at each of these times."""
        slots = [{"time": time, "party_size": party_size} for time in times]
        body = {"source": "resy", "venue_id": self.venue_id, "date": str(self.day), "slots": slots}
        stamp = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
        await self._post("/release", {**body, "at": stamp, "jitter_ms": jitter_ms})

    async def skew(self, seconds: float) -> None:
        """Set the platform's clock so far ahead of ours."""
        await self._post("/clock", {"source": "resy", "skew_ms": seconds * 1000})

    async def rivals(self, count: int, *, reaction_ms: float = 0) -> None:
        """Send strangers who take tables as they appear."""
        await self._post("/rivals", {"source": "resy", "count": count, "reaction_ms": reaction_ms})

    async def take(self, slot_id: int) -> None:
        """A stranger sits down."""
        await self._post("/take", {"slot_id": slot_id})

    async def fault(self, kind: str, path: str = "", **more: Any) -> None:
        """Let calls fail; once unless told otherwise."""
        await self._post("/faults", {"source": "resy", "kind": kind, "path": path, "times": 1, "seconds": 60, **more})

    async def heal(self) -> None:
        """End all faults."""
        async with self._http.delete(self._control_url + "/faults") as response:
            response.raise_for_status()

    async def latency(self, **milliseconds: float) -> None:
        """Set service times, find_ms, details_ms, book_ms, list_ms."""
        await self._post("/latency", {"source": "resy", **milliseconds})

    async def held(self) -> list[dict[str, Any]]:
        """Return the bookings that stand."""
        async with self._http.get(self._control_url + "/bookings") as response:
            rows: list[dict[str, Any]] = (await response.json())["bookings"]
        return [row for row in rows if row["status"] == "booked"]

    async def calls(self, path: str) -> list[dict[str, Any]]:
        """Return every request to a path, oldest first."""
        async with self._http.get(self._control_url + "/truth", params={"kind": "request"}) as response:
            entries: list[dict[str, Any]] = (await response.json())["entries"]
        return [entry for entry in entries if entry["path"] == path]

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        async with self._http.post(self._control_url + path, json=body) as response:
            answer: dict[str, Any] = await response.json()
            assert response.status < 300, answer
            return answer


@asynccontextmanager
async def platform() -> AsyncIterator[Platform]:
    """Run the stand-in on ports of the system's choice."""
    async with serving(Settings(control_port=0, resy_port=0, opentable_port=0)) as sim, aiohttp.ClientSession() as http:
        async with http.get(f"{sim.control_url}/venues", params={"source": "resy"}) as response:
            venues = (await response.json())["venues"]
        venue = next(v for v in venues if v["release_rule"]["days_ahead"] >= 6 and v["max_party_size"] >= 6)
        yield Platform(control_url=sim.control_url, resy_url=sim.resy_url, http=http, venue_id=venue["id"])
