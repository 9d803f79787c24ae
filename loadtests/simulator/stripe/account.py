"""Everything that one Stripe account knows: its objects, its time, who is told of what, and what is due by itself.

It owns transactions (`step`), the time of each customer, and events. What a subscription does when something is due is
`lifecycle.py`; how a webhook travels is `webhooks.py`.
"""

import copy
import json
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from loadtests.simulator.agenda import Agenda
from loadtests.simulator.clock import PlatformClock

from . import lifecycle, sales
from .shapes import whole
from .store import Obj, Store, new_id
from .webhooks import Webhooks

API_VERSION = "2026-10-28.endive"
KEPT_AT_RESET = ("product", "price", "webhook_endpoint", "_secret")
RETRY_DAYS = (3, 5, 7)
REQUESTS_KEPT = 5_000


class StripeAccount:
    """`base_url` is where its hosted pages are; the server sets it as soon as it listens."""

    def __init__(self, *, clock: PlatformClock, agenda: Agenda, sink: Callable[[bytes], None]) -> None:
        self.clock = clock
        self.agenda = agenda
        self.base_url = ""
        self._sink = sink
        self.store = Store(sink)
        self.webhooks = Webhooks(self)
        self.asked_by: dict[str, Any] | None = None
        self.settle()

    def settle(self) -> None:
        """The dunning settings of a fresh account: three retries, then the subscription ends."""
        self.retry_days: tuple[int, ...] = RETRY_DAYS
        self.after_retries = "cancel"
        self.revoked_keys: set[str] = set()
        self.requests: deque[Obj] = deque(maxlen=REQUESTS_KEPT)

    def reset(self) -> None:
        """Customers and all that belongs to them are gone; the catalogue and the webhook endpoints stay."""
        self.store.keep_only(KEPT_AT_RESET)
        self.webhooks.forget()
        self.settle()
        self._sink(b'{"kind":"stripe_reset"}')

    # the log of requests, and restarts

    def note(self, request: Obj) -> None:
        """Write a request down: who asked what with which idempotency key, and how it ended."""
        self.requests.append(request)
        self._sink(_request_line(request))

    def snapshot(self) -> Iterator[bytes]:
        """Lines of a journal that restore all that is here."""
        yield from self.store.snapshot()
        yield from map(_request_line, self.requests)

    def restore(self, record: dict[str, Any]) -> None:
        """Take one line of the journal."""
        match record["kind"]:
            case "stripe":
                self.store.restore(record)
            case "stripe_request":
                self.requests.append(record["entry"])
            case "stripe_reset":
                self.store.keep_only(KEPT_AT_RESET)
                self.requests.clear()

    def resume(self) -> None:
        """After a restart: what is due happens, and what was not delivered goes out."""
        self.arm_all()
        self.webhooks.resume()

    def arm_all(self) -> None:
        """As `arm`, for everybody; also when the account's clock was set."""
        for customer in [entry["id"] for entry in self.store.all("customer")]:
            self.arm(customer)
        for session in [entry for entry in self.store.all("checkout.session") if entry["status"] == "open"]:
            sales.arm(self, session)

    # time

    def wall(self) -> int:
        return int(self.clock.wall_ms() // 1000)

    def now(self, customer: str | None = None) -> int:
        """Seconds of the epoch, on the customer's own clock: a test clock stands still, `POST /stripe/advance` moves
        a customer without one ahead of everybody else."""
        owner = self.store.any(customer) if customer else None
        if owner is None:
            return self.wall()
        if owner.get("test_clock"):
            frozen: int = self.store.get("test_helpers.test_clock", owner["test_clock"])["frozen_time"]
            return frozen
        return self.wall() + self.ahead(owner["id"])

    def ahead(self, customer: str) -> int:
        """By how many seconds the customer's clock is ahead."""
        moved = self.store.find("_ahead", f"{customer}#ahead")
        return moved["seconds"] if moved else 0

    def move(self, customer: str, seconds: int) -> None:
        """Let that much time go by for one customer without a test clock, and all happen that falls into it."""
        target = self.now(customer) + seconds
        lifecycle.live_until(self, customer, target)
        self.store.put({"id": f"{customer}#ahead", "object": "_ahead", "seconds": target - self.wall()})
        self.arm(customer)

    def arm(self, customer: str) -> None:
        """See to it that what is due next for the customer happens by itself, unless a test clock decides that."""
        owner = self.store.find("customer", customer)
        due = lifecycle.next_due(self, customer) if owner and not owner.get("test_clock") else None
        if due is not None:
            due_ms = self.clock.machine_ms((due - self.ahead(customer)) * 1000.0)
            self.agenda.at(due_ms, lambda _: self._wake(customer))

    def _wake(self, customer: str) -> None:
        if self.store.find("customer", customer):
            with self.step():
                lifecycle.live_until(self, customer, self.now(customer))
                self.arm(customer)

    # transactions and events

    @contextmanager
    def step(self, *, asked_by: dict[str, Any] | None = None) -> Iterator[None]:
        """One transaction. An error undoes it, unless the error says that what was done stays done."""
        self.asked_by = asked_by
        try:
            yield
        except BaseException as error:
            if not getattr(error, "kept", False):
                self.store.rollback()
                self.webhooks.unqueue()
                raise
            self._commit()
            raise
        else:
            self._commit()
        finally:
            self.asked_by = None

    @contextmanager
    def rolled_back(self) -> Iterator[None]:
        """Roll back at the end of the block. Use it only where nothing was changed before."""
        try:
            yield
        finally:
            self.store.rollback()
            self.webhooks.unqueue()

    def _commit(self) -> None:
        self.store.commit()
        self.webhooks.post()

    def tell(self, type: str, obj: Obj, at: int, *, previous: Obj | None = None) -> Obj:
        """An event about the object as it is now."""
        data: dict[str, Any] = {"object": copy.deepcopy(obj)}
        if previous is not None:
            data["previous_attributes"] = previous
        event = {
            "id": new_id("evt"),
            "object": "event",
            "api_version": API_VERSION,
            "created": at,
            "data": data,
            "livemode": False,
            "pending_webhooks": 0,
            "request": dict(self.asked_by or {"id": None, "idempotency_key": None}),
            "type": type,
        }
        self.store.put(event)
        self.webhooks.queue(event)
        return event

    def make(self, kind: str, prefix: str, at: int, **fields: Any) -> Obj:
        """A new object, whole and stored; who is to hear of it is the caller's business."""
        return self.store.put(whole({"id": new_id(prefix), "object": kind, "created": at, "livemode": False, **fields}))

    @contextmanager
    def changing(self, id: str, at: int, *, event: str) -> Iterator[Obj]:
        """Change an object; an event tells the difference, if there is one."""
        obj = self.store.edit(id)
        before = copy.deepcopy(obj)
        yield obj
        previous = difference(before, obj)
        if previous:
            self.tell(event, obj, at, previous=previous)


def _request_line(request: Obj) -> bytes:
    return json.dumps({"kind": "stripe_request", "entry": request}, separators=(",", ":")).encode()


def difference(before: Obj, now: Obj) -> Obj:
    """Stripe's previous_attributes: the old values of what changed; of objects only changed members, of lists all."""
    previous: Obj = {}
    for name in {**before, **now}:
        old, new = before.get(name), now.get(name)
        if old == new:
            continue
        previous[name] = difference(old, new) if isinstance(old, dict) and isinstance(new, dict) else old
    return previous
