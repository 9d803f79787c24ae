"""Clients for load tests: a diner's REST calls and socket, and the simulator's control API. Loopback only."""

import asyncio
import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlsplit

import httpx
import socketio

PASSWORD = "Table4two!"
PLATFORM_PASSWORD = "table-for-two"
OPENTABLE_CODE = "123456"
LOOPBACK_ADDRESSES = (f"127.1.{number // 250 % 250}.{number % 250 + 1}" for number in itertools.count())


def require_loopback(url: str) -> str:
    """Return the address, or exit if it is not on this machine."""
    if urlsplit(url).hostname not in {"127.0.0.1", "localhost", "::1"}:
        raise SystemExit(f"{url} is not on this machine; load tests only send to loopback.")
    return url


class SimulatorControl:
    """Client of the simulator's control API."""

    def __init__(self, url: str) -> None:
        self._http = httpx.AsyncClient(base_url=require_loopback(url), timeout=10)

    async def get(self, path: str, /, **query: Any) -> Any:
        """Send a GET request and return the JSON of the reply."""
        return (await self._http.get(path, params=query)).raise_for_status().json()

    async def post(self, path: str, /, **body: Any) -> Any:
        """Send a POST request and return the JSON of the reply."""
        return (await self._http.post(path, json=body)).raise_for_status().json()

    async def last_entry(self) -> int:
        """Return the number of the newest entry in the truth log."""
        last: int = (await self.get("/truth", since=0, limit=1))["last"]
        return last

    async def bookings(self) -> list[dict[str, Any]]:
        """Return every booking at the platforms, including canceled ones."""
        rows: list[dict[str, Any]] = (await self.get("/bookings"))["bookings"]
        return rows

    async def set_latency(
        self,
        *,
        find_ms: float = 0,
        details_ms: float = 0,
        book_ms: float = 0,
        jitter_ms: float = 0,
        find_reads: str = "reply",
        source: str = "resy",
    ) -> None:
        """Set a platform's service times and when its searches read the tables. Without arguments, the platform
        replies at once."""
        times = {"find_ms": find_ms, "details_ms": details_ms, "book_ms": book_ms, "jitter_ms": jitter_ms}
        await self.post("/latency", source=source, find_reads=find_reads, **times)

    async def free_tables(
        self,
        *,
        venue_id: int,
        date: str,
        at: str,
        party_size: int = 2,
        count: int = 1,
        source: str = "resy",
        seating: str | None = None,
    ) -> Any:
        """Add `count` open tables at a venue and return the reply. `venue_id` is the platform's id.

        Without a `seating`, the simulator chooses one.
        """
        table = {"source": source, "venue_id": venue_id, "date": date, "time": at, "party_size": party_size}
        return await self.post("/free", **table, count=count, **({} if seating is None else {"seating": seating}))

    async def clear_faults(self) -> None:
        """End every fault."""
        (await self._http.delete("/faults")).raise_for_status()

    async def take_remaining(self, freed: Any) -> None:
        """Let other guests take the freed tables that are still open, so that they cannot be booked for later
        requests."""
        for slot in freed["slots"]:
            reply = await self._http.post("/take", json={"slot_id": slot["slot_id"]})
            if reply.status_code != httpx.codes.CONFLICT:
                reply.raise_for_status()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()


@dataclass
class ReceivedEvent:
    """One durable event that the socket received. `at` is the time of arrival in unix seconds."""

    seq: int
    type: str
    body: dict[str, Any]
    at: float


@dataclass
class Diner:
    """One signed-in user with REST calls and a socket.

    The socket reconnects by itself and then sends the number of the last event that it received. `events` are the
    received events, `repeated` counts events that arrived again.
    """

    base_url: str
    email: str
    access: str = field(repr=False)
    refresh: str = field(repr=False)
    account_id: int = 0
    opentable_id: int | None = None
    phone: str = ""
    events: list[ReceivedEvent] = field(default_factory=list)
    last_seq: int | None = None
    repeated: int = 0
    _http: httpx.AsyncClient = field(init=False, repr=False)
    _socket: socketio.AsyncClient | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        # Each diner has its own loopback address, because some rate limits count the calls from one IP address.
        transport = httpx.AsyncHTTPTransport(local_address=next(LOOPBACK_ADDRESSES))
        self._http = httpx.AsyncClient(base_url=self.base_url, timeout=15, transport=transport)

    @classmethod
    async def register(cls, *, base_url: str, email: str) -> Self:
        """Sign up, connect a Resy account with the same e-mail address, and return the diner."""
        form = {
            "first_name": "Load", "last_name": "Diner", "email": email, "phone": "+12125550100",
            "password": PASSWORD, "referral_code": None, "referral_link": None,
        }  # fmt: skip
        diner = cls(base_url=require_loopback(base_url), email=email, access="", refresh="")
        user = (await diner.call("POST", "/api/users/register/", json=form))["user"]
        diner.access, diner.refresh = user["access_token"], user["refresh_token"]
        account = await diner.call("POST", "/api/resy/login/", json={"email": email, "password": PLATFORM_PASSWORD})
        diner.account_id = account["account"]["id"]
        return diner

    @classmethod
    async def sign_in(cls, *, base_url: str, email: str) -> Self:
        """Sign in a user who exists and has the common password, such as a user of the demo."""
        diner = cls(base_url=require_loopback(base_url), email=email, access="", refresh="")
        user = (await diner.call("POST", "/api/users/login/", json={"email": email, "password": PASSWORD}))["user"]
        diner.access, diner.refresh = user["access_token"], user["refresh_token"]
        return diner

    async def connect_opentable(self, *, phone: str) -> None:
        """Connect an OpenTable account by phone and code."""
        sent = await self.call("POST", "/api/opentable/phone_login/", json={"phone": phone})
        form = {"code": OPENTABLE_CODE, "correlation_id": sent["correlation_id"], "phone": phone}
        account = await self.call("POST", "/api/opentable/verify_phone_2fa/", json=form)
        self.opentable_id, self.phone = account["account"]["id"], phone

    async def call(self, method: str, path: str, *, tries: int = 40, accept: Sequence[int] = (), **options: Any) -> Any:
        """Send one REST call and return the JSON of the reply.

        Renews an expired token. Waits while the server restarts: after a refused connection or a 503, the call is sent
        again every 0.25 s, at most `tries` times in total. This is safe, because in both cases the server has not
        performed the call. Raises HTTPStatusError for an error status that is not in `accept`.
        """
        for attempt in itertools.count(1):
            try:
                bearer = {"Authorization": f"Bearer {self.access}"} if self.access else {}
                reply = await self._http.request(method, path, headers=bearer, **options)
            except httpx.ConnectError:
                if attempt >= tries:
                    raise
                await asyncio.sleep(0.25)
                continue
            if reply.status_code == httpx.codes.UNAUTHORIZED and attempt < tries:
                await self._renew_token()
                continue
            if reply.status_code == httpx.codes.SERVICE_UNAVAILABLE and attempt < tries:
                await asyncio.sleep(0.25)
                continue
            if reply.status_code not in accept:
                reply.raise_for_status()
            return reply.json()
        raise AssertionError("unreachable")

    async def request_status(self, method: str, path: str) -> int:
        """Send one REST call and return its status. The call is sent again only if the token had expired."""
        reply = await self._http.request(method, path, headers={"Authorization": f"Bearer {self.access}"})
        if reply.status_code == httpx.codes.UNAUTHORIZED:
            await self._renew_token()
            return await self.request_status(method, path)
        return reply.status_code

    async def submit_request(
        self,
        *,
        venues: Sequence[int | dict[str, Any]],
        dates: Sequence[str],
        start: str = "18:30",
        end: str = "20:30",
        party_size: int = 2,
        **more: Any,
    ) -> Any:
        """Submit one request and return its group.

        `venues` are our ids, or the venues in the form of the API. `more` overrides fields of the default, which is a
        cancel request for two guests.
        """
        reservation = {
            "snipe_type": "cancel",
            "venues": [{"id": venue} if isinstance(venue, int) else venue for venue in venues],
            "party_size": party_size,
            "dates": list(dates),
            "start_time": start,
            "end_time": end,
            "final_snipe_date": None,
            "override_reservations": False,
            **more,
        }
        body = {
            "reservation": reservation, "clientDetails": None, "selectedResyAccount": self.account_id,
            "selectedOpenTableAccount": self.opentable_id,
        }  # fmt: skip
        return (await self.call("POST", "/api/reservations/", json=body))["group"]

    async def open_socket(self) -> None:
        """Open the socket and keep it open. New events are appended to `events`; repeated ones are counted."""
        if self.last_seq is None:
            self.last_seq = (await self.call("GET", "/api/events/"))["last_seq"]
        socket = socketio.AsyncClient(reconnection=True, reconnection_delay=0.2, reconnection_delay_max=1)
        socket.on("event", self._receive_event)
        self._socket = socket

        def auth() -> dict[str, Any]:
            return {"token": self.access, "last_seq": self.last_seq}

        await socket.connect(self.base_url, auth=auth, transports=["websocket"], retry=True)

    async def _receive_event(self, body: dict[str, Any]) -> None:
        seq = int(body["seq"])
        if self.last_seq is not None and seq <= self.last_seq:
            self.repeated += 1
            return
        self.last_seq = seq
        self.events.append(ReceivedEvent(seq=seq, type=body["type"], body=body, at=time.time()))

    async def _renew_token(self) -> None:
        reply = await self._http.post("/api/users/token/refresh/", json={"refresh_token": self.refresh})
        reply.raise_for_status()
        self.access, self.refresh = reply.json()["access_token"], reply.json()["refresh_token"]

    async def close(self) -> None:
        """Close the socket and the connections."""
        if self._socket is not None:
            await self._socket.disconnect()
        await self._http.aclose()
