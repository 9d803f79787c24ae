"""Both simulated platforms for the contract suite, each with a client, a venue and calls that control the simulator."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import aiohttp
from cryptography.fernet import Fernet

from loadtests.simulator.server import Serving, serving
from loadtests.simulator.settings import Settings
from snipers.clients.base import BookingClient, Login
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.clients.opentable.client import OpenTableClient
from snipers.clients.resy.client import ResyClient
from snipers.domain.slot import Slot
from snipers.testing.simulators import OPENTABLE_ACCESS, RESY_ACCESS

PHONES = {"ada": "+12125550101", "bob": "+12125550102"}
# The path of each call, for faults and counts.
PATHS = {
    "resy": {
        "me": "/2/user",
        "find": "/4/find",
        "details": "/3/details",
        "book": "/3/book",
        "list": "/3/user/reservations",
        "cancel": "/3/cancel",
        "card": "/3/payment_methods",
        "clock": "/",
    },
    "opentable": {
        "me": "/api/v3/user/",
        "find": "/api/v3/restaurant/availability",
        "details": "/api/v1/reservation/{rid}/lock",
        "book": "/dapi/booking/make-reservation",
        "list": "/user/dining-dashboard",
        "cancel": "/api/v3/reservation/{rid}/{confirmationNumber}",
        "card": "/dapi/wallet/cards",
        "clock": "/",
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """One platform with one venue, and `day`, a date on sale there."""

    name: str
    sim: Serving
    http: aiohttp.ClientSession
    client: BookingClient
    box: SealedBox
    platform_venue_id: int
    seatings: tuple[str, ...]
    day: date
    far: date

    async def login(self, name: str = "ada") -> Login:
        """Sign in as the platform requires."""
        if isinstance(self.client, OpenTableClient):
            phone = PHONES[name]
            sent = await self.client.send_code(phone=phone, country_code="+1")
            return await self.client.confirm_code(
                phone=phone, country_code="+1", code="123456", correlation_id=sent.correlation_id
            )
        assert isinstance(self.client, ResyClient)
        return await self.client.login(email=f"{name}@example.com", password="table-for-two")

    async def diner(self, name: str = "ada") -> SealedToken:
        """Sign in a diner and return the token."""
        return (await self.login(name)).token

    async def find(self) -> list[Slot]:
        """Return the free slots for two on `day`."""
        return (await self.client.find(platform_venue_id=self.platform_venue_id, day=self.day, party_size=2)).slots

    async def open(self, at: str = "19:30", *, seating: str = "") -> Slot:
        """Free a table for two and return its slot."""
        await self.free(at, seating=seating)
        (slot,) = [slot for slot in await self.find() if f"{slot.time:%H:%M}" == at]
        return slot

    async def free(self, at: str, *, party_size: int = 2, seating: str = "") -> None:
        """Free one table."""
        body = {
            "venue_id": self.platform_venue_id,
            "date": str(self.day),
            "time": at,
            "party_size": party_size,
            "count": 1,
        }
        await self.control("/free", **body, **({"seating": seating} if seating else {}))

    async def fault(self, call: str, kind: str, **more: Any) -> None:
        """Make a call fail, by default once."""
        await self.control("/faults", kind=kind, path=PATHS[self.name][call], **{"times": 1, "seconds": 60, **more})

    async def calls(self, call: str) -> int:
        """Return the number of requests of this kind."""
        return await self.calls_to(PATHS[self.name][call])

    async def calls_to(self, path: str) -> int:
        """Return the number of requests to this path."""
        async with self.http.get(self.sim.control_url + "/truth", params={"kind": "request"}) as response:
            entries = (await response.json())["entries"]
        return sum((entry["source"], entry["path"]) == (self.name, path) for entry in entries)

    async def bookings(self) -> list[dict[str, Any]]:
        """Return the platform's booked reservations."""
        async with self.http.get(self.sim.control_url + "/bookings") as response:
            return [row for row in (await response.json())["bookings"] if row["status"] == "booked"]

    async def control(self, where: str, /, **body: Any) -> None:
        """Make a control call about this platform."""
        async with self.http.post(self.sim.control_url + where, json={"source": self.name, **body}) as response:
            assert response.status < 300, await response.text()


@asynccontextmanager
async def site(name: str) -> AsyncIterator[Site]:
    """Run the simulator on ports of the system's choice, with a client of this platform."""
    box = SealedBox([Fernet.generate_key().decode()])
    ports = Settings(control_port=0, resy_port=0, opentable_port=0, stripe_port=0)
    async with serving(ports) as sim, aiohttp.ClientSession() as http:
        async with http.get(f"{sim.control_url}/venues", params={"source": name}) as response:
            venues = (await response.json())["venues"]
        venue = next(v for v in venues if v["release_rule"]["days_ahead"] >= 6 and len(v["seating_types"]) >= 3)
        today = datetime.now(ZoneInfo("America/New_York")).date()
        client: ResyClient | OpenTableClient
        if name == "resy":
            client = ResyClient(base_url=sim.resy_url, access=RESY_ACCESS, box=box)
        else:
            client = OpenTableClient(base_url=sim.opentable_url, access=OPENTABLE_ACCESS, box=box)
        async with client:
            yield Site(
                name=name,
                sim=sim,
                http=http,
                client=client,
                box=box,
                platform_venue_id=venue["id"],
                seatings=tuple(venue["seating_types"]),
                day=today + timedelta(days=3),
                far=today + timedelta(days=300),
            )
