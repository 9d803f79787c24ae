"""Signed webhooks: who is told of which event, again and again until a 2xx comes, and how a test may harm that.

A delivery is stored with its event, so that a killed process sends it after its restart: at least once, as Stripe.
"""

import asyncio
import contextlib
import hashlib
import hmac
import json
import ssl
from functools import cache
from typing import TYPE_CHECKING, Any

import httpx

from .store import Obj, new_id

if TYPE_CHECKING:
    from .account import StripeAccount

MODES = ("normal", "double", "reverse", "hold", "drop")
ATTEMPTS = 12
LONGEST_PAUSE_SECONDS = 60.0
ANSWER_WITHIN_SECONDS = 10.0


@cache
def _tls() -> ssl.SSLContext:
    """One for all: reading the certificate store takes longer than a simulator's start."""
    return ssl.create_default_context()


def pause_seconds(attempts: int) -> float:
    """How long to wait after that many failed attempts: half a second, then twice as long each time."""
    return min(LONGEST_PAUSE_SECONDS, 0.5 * 2.0 ** (attempts - 1))


def signature(body: bytes, *, secret: str, at: int) -> str:
    """The value of the Stripe-Signature header."""
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def body_of(event: Obj) -> bytes:
    return json.dumps(event, indent=2, ensure_ascii=False).encode()


class Webhooks:
    """`mode` decides what becomes of the events of the next transactions: `double` sends each twice at once, `reverse`
    sends those of one transaction in reverse order, one after the other, `hold` keeps them until `release`, `drop`
    never sends them."""

    def __init__(self, account: "StripeAccount") -> None:
        self._account = account
        self.mode = "normal"
        self.held: list[str] = []
        self.forged: list[Obj] = []
        self._queued: list[str] = []
        self._posted: list[tuple[list[str], str]] = []
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    def forget(self) -> None:
        self.mode = "normal"
        self.held, self.forged, self._queued, self._posted = [], [], [], []
        for task in self._tasks:
            task.cancel()

    # within a transaction

    def queue(self, event: Obj) -> None:
        """Deliveries of the event to every endpoint that wants it."""
        store = self._account.store
        for endpoint in store.all("webhook_endpoint"):
            wanted = endpoint["enabled_events"]
            if endpoint["status"] == "enabled" and ("*" in wanted or event["type"] in wanted):
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
                self._queued.append(store.put(delivery)["id"])

    def unqueue(self) -> None:
        """The transaction was undone."""
        self._queued = []

    def post(self) -> None:
        """The transaction is written: its events may leave."""
        batch, self._queued = self._queued, []
        if not batch:
            return
        if self.mode == "hold":
            self.held.extend(batch)
        elif self.mode == "drop":
            for id in batch:
                self._account.store.edit(id)["state"] = "dropped"
            self._account.store.commit()
        else:
            self._posted.append((batch, self.mode))
            self._wake.set()

    # harm

    def release(self, *, reverse: bool) -> int:
        """Send what was held, in the order of the events or against it; returns how many."""
        held, self.held, self.mode = self.held, [], "normal"
        self._send(held, "reverse" if reverse else "normal")
        return len(held)

    def forge(self, event: Obj, endpoint: Obj, header: str | None) -> Obj:
        """Send an event that Stripe never made; the record's status tells how it was answered."""
        record = {"type": event["type"], "event": event["id"], "signature": header, "status": None, "answered": False}
        self.forged.append(record)
        self._start(self._forged(record, endpoint["url"], body_of(event), header))
        return record

    async def _forged(self, record: Obj, url: str, body: bytes, header: str | None) -> None:
        record["status"] = await self._post(url, body, header)
        record["answered"] = True

    # sending

    def resume(self) -> None:
        """After a restart: what was not delivered goes out."""
        waiting = [entry["id"] for entry in self._account.store.all("_delivery") if entry["state"] == "waiting"]
        if waiting:
            self._posted.append((waiting[::-1], self.mode))
            self._wake.set()

    async def run(self) -> None:
        """Send what is posted, until cancelled."""
        async with httpx.AsyncClient(timeout=ANSWER_WITHIN_SECONDS, trust_env=False, verify=_tls()) as self._http:
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
            self._start(self._one_by_one(batch[::-1]))
            return
        for id in batch:
            self._start(self._deliver(id))
            if mode == "double":
                self._start(self._deliver(id))

    async def _one_by_one(self, batch: list[str]) -> None:
        for id in batch:
            if not await self._attempt(id):
                self._start(self._deliver(id))

    async def _deliver(self, id: str) -> None:
        for attempts in range(1, ATTEMPTS + 1):
            if await self._attempt(id):
                return
            await asyncio.sleep(pause_seconds(attempts))

    async def _attempt(self, id: str) -> bool:
        """Whether nothing is left to do for the delivery."""
        store = self._account.store
        delivery = store.find("_delivery", id)
        endpoint = delivery and store.find("webhook_endpoint", delivery["endpoint"])
        if delivery is None or endpoint is None:
            return True
        body = body_of(store.get("event", delivery["event"]))
        secret = store.get("_secret", f"{endpoint['id']}#secret")["secret"]
        header = signature(body, secret=secret, at=self._account.wall())
        status = await self._post(endpoint["url"], body, header)
        if store.find("_delivery", id) is None:
            return True
        return self._note(id, status)

    def _note(self, id: str, status: int | None) -> bool:
        store = self._account.store
        delivery = store.edit(id)
        delivery["attempts"] += 1
        delivery["statuses"] = [*delivery["statuses"], status]
        answered = status is not None and 200 <= status < 300
        if answered and delivery["state"] != "delivered":
            delivery["state"] = "delivered"
            store.edit(delivery["event"])["pending_webhooks"] -= 1
        elif not answered and delivery["attempts"] >= ATTEMPTS and delivery["state"] == "waiting":
            delivery["state"] = "given up"
        store.commit()
        over: bool = delivery["state"] != "waiting"
        return over

    async def _post(self, url: str, body: bytes, header: str | None) -> int | None:
        """The status of the answer; None when there was none. A redirect is an answer, and no 2xx."""
        headers = {"content-type": "application/json; charset=utf-8", "user-agent": "Stripe/1.0 (simulator)"}
        if header is not None:
            headers["stripe-signature"] = header
        with contextlib.suppress(httpx.HTTPError, httpx.InvalidURL):
            return (await self._http.post(url, content=body, headers=headers)).status_code
        return None

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
