"""Signed webhook deliveries: endpoints, retries, and the fault modes that a test can set.

A delivery is stored together with its event. So after a crash, a restarted simulator sends the deliveries that are
still waiting. Each delivery is sent at least once, as at Stripe.
"""

import asyncio
import contextlib
import hashlib
import hmac
import json
import ssl
from collections.abc import Coroutine
from functools import cache
from typing import Any

import httpx

from loadtests.simulator.clock import PlatformClock

from .objects import Obj, complete, new_id
from .store import Store

MODES = ("normal", "double", "reverse", "hold", "drop")
ATTEMPTS = 12
LONGEST_PAUSE_SECONDS = 60.0
REPLY_TIMEOUT_SECONDS = 10.0
CONFIGURED = "we_configured"


@cache
def _tls() -> ssl.SSLContext:
    """Return a TLS context. All simulators of the process share it, because loading the certificates is slow."""
    return ssl.create_default_context()


def pause_seconds(attempts: int) -> float:
    """Return the pause after this number of failed attempts: 0.5 s after the first, doubled after each further one."""
    return min(LONGEST_PAUSE_SECONDS, 0.5 * 2.0 ** (attempts - 1))


def signature(body: bytes, *, secret: str, at: int) -> str:
    """Return the value of the Stripe-Signature header."""
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def body_of(event: Obj) -> bytes:
    return json.dumps(event, indent=2, ensure_ascii=False).encode()


class Webhooks:
    """Sends the events of committed transactions to the endpoints.

    `mode` applies to later transactions. `normal` sends each event once. `double` sends each event twice at the same
    time. `reverse` sends the events of one transaction newest first, one after the other. `hold` keeps events until
    `release` is called. `drop` never sends them.
    """

    def __init__(self, store: Store, clock: PlatformClock) -> None:
        self._store = store
        self._clock = clock
        self.mode = "normal"
        self.held: list[str] = []
        self.forged: list[Obj] = []
        self._queued: list[str] = []
        self._posted: list[tuple[list[str], str]] = []
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    def reset(self) -> None:
        """Return to normal mode and cancel all deliveries."""
        self.mode = "normal"
        self.held, self.forged, self._queued, self._posted = [], [], [], []
        for task in self._tasks:
            task.cancel()

    # endpoints

    def add_endpoint(self, id: str, url: str, secret: str, **more: Any) -> Obj:
        """Store an endpoint and its secret. Stripe returns the secret only in the reply that creates the endpoint."""
        endpoint = {
            "id": id,
            "object": "webhook_endpoint",
            "api_version": None,
            "application": None,
            "created": int(self._clock.wall_ms() // 1000),
            "description": None,
            "enabled_events": ["*"],
            "status": "enabled",
            "url": url,
            **more,
        }
        self._store.put({"id": f"{id}#secret", "object": "_secret", "secret": secret})
        return self._store.put(complete(endpoint))

    def configure(self, url: str, secret: str) -> None:
        """Store the endpoint of the simulator's settings. If `url` is empty, remove that endpoint."""
        known = self._store.find("webhook_endpoint", CONFIGURED)
        if url:
            self.add_endpoint(CONFIGURED, url, secret, **({"created": known["created"]} if known else {}))
        elif known:
            self._store.drop(CONFIGURED)
        self._store.commit()

    def secret_of(self, endpoint: Obj) -> str:
        secret: str = self._store.get("_secret", f"{endpoint['id']}#secret")["secret"]
        return secret

    # within a transaction

    def queue(self, event: Obj) -> None:
        """Create a delivery of the event for every endpoint that is subscribed to the event's type."""
        for endpoint in self._store.all("webhook_endpoint"):
            wanted = endpoint["enabled_events"]
            if "*" in wanted or event["type"] in wanted:
                delivery = {
                    "id": new_id("_dlv"),
                    "object": "_delivery",
                    "event": event["id"],
                    "endpoint": endpoint["id"],
                    "attempts": 0,
                    "statuses": [],
                    "state": "waiting",
                }
                event["pending_webhooks"] += 1
                self._queued.append(self._store.put(delivery)["id"])

    def discard_queue(self) -> None:
        """Discard the deliveries of a transaction that was rolled back."""
        self._queued = []

    def post_queue(self) -> None:
        """Send the deliveries of a committed transaction, as `mode` says."""
        batch, self._queued = self._queued, []
        if not batch:
            return
        if self.mode == "hold":
            self.held.extend(batch)
        elif self.mode == "drop":
            for id in batch:
                self._store.edit(id)["state"] = "dropped"
            self._store.commit()
        else:
            self._posted.append((batch, self.mode))
            self._wake.set()

    # fault injection

    def release(self, *, reverse: bool) -> int:
        """Send the held deliveries, with `reverse` newest first, and return to normal mode. Returns their number."""
        held, self.held, self.mode = self.held, [], "normal"
        self._send(held, "reverse" if reverse else "normal")
        return len(held)

    def forge(self, event: Obj, endpoint: Obj, header: str | None) -> Obj:
        """Send an event that the account never emitted, with `header` as its signature header (None: without one).

        Return the record of the delivery. When the reply arrives, its status is stored in the record.
        """
        record = {"type": event["type"], "event": event["id"], "signature": header, "status": None, "answered": False}
        self.forged.append(record)

        async def send() -> None:
            record["status"] = await self._post(endpoint["url"], body_of(event), header)
            record["answered"] = True

        self._start(send())
        return record

    # sending

    def resume(self) -> None:
        """Send the deliveries that were waiting when the previous process ended."""
        waiting = [entry["id"] for entry in self._store.all("_delivery") if entry["state"] == "waiting"]
        if waiting:
            self._posted.append((waiting[::-1], self.mode))
            self._wake.set()

    async def run(self) -> None:
        """Send the posted deliveries until canceled."""
        async with httpx.AsyncClient(timeout=REPLY_TIMEOUT_SECONDS, trust_env=False, verify=_tls()) as self._http:
            try:
                while True:
                    await self._wake.wait()
                    self._wake.clear()
                    batches, self._posted = self._posted, []
                    for batch, mode in batches:
                        self._send(batch, mode)
            finally:
                for task in self._tasks:
                    task.cancel()
                await asyncio.gather(*self._tasks, return_exceptions=True)

    def _send(self, batch: list[str], mode: str) -> None:
        if mode == "reverse":
            self._start(self._deliver_in_order(batch[::-1]))
            return
        for id in batch:
            self._start(self._deliver(id))
            if mode == "double":
                self._start(self._deliver(id))

    async def _deliver_in_order(self, batch: list[str]) -> None:
        for id in batch:
            if not await self._attempt(id):
                self._start(self._deliver(id))

    async def _deliver(self, id: str) -> None:
        for attempts in range(1, ATTEMPTS + 1):
            if await self._attempt(id):
                return
            await asyncio.sleep(pause_seconds(attempts))

    async def _attempt(self, id: str) -> bool:
        """Send the delivery once. Return True if no further attempt is needed."""
        delivery = self._store.find("_delivery", id)
        endpoint = delivery and self._store.find("webhook_endpoint", delivery["endpoint"])
        if delivery is None or endpoint is None:
            return True
        body = body_of(self._store.get("event", delivery["event"]))
        header = signature(body, secret=self.secret_of(endpoint), at=int(self._clock.wall_ms() // 1000))
        status = await self._post(endpoint["url"], body, header)
        return self._store.find("_delivery", id) is None or self._record_attempt(id, status)

    def _record_attempt(self, id: str, status: int | None) -> bool:
        delivery = self._store.edit(id)
        delivery["attempts"] += 1
        delivery["statuses"] = [*delivery["statuses"], status]
        accepted = status is not None and 200 <= status < 300
        if accepted and delivery["state"] != "delivered":
            delivery["state"] = "delivered"
            self._store.edit(delivery["event"])["pending_webhooks"] -= 1
        elif not accepted and delivery["attempts"] >= ATTEMPTS and delivery["state"] == "waiting":
            delivery["state"] = "failed"
        self._store.commit()
        over: bool = delivery["state"] != "waiting"
        return over

    async def _post(self, url: str, body: bytes, header: str | None) -> int | None:
        """Return the status of the reply, or None if there was none. A redirect counts as a failure."""
        headers = {"content-type": "application/json; charset=utf-8", "user-agent": "Stripe/1.0 (simulator)"}
        if header is not None:
            headers["stripe-signature"] = header
        with contextlib.suppress(httpx.HTTPError, httpx.InvalidURL):
            return (await self._http.post(url, content=body, headers=headers)).status_code
        return None

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
