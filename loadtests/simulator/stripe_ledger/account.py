"""A simulated Stripe account: its objects, transactions, events, clocks and request log.

`lifecycle.py` contains the changes of a subscription over time; `scheduling.py` schedules them.
"""

import copy
import json
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from loadtests.simulator.clock import PlatformClock

from .objects import Obj, complete, new_id
from .store import Store
from .webhooks import Webhooks

API_VERSION = "2026-10-28.endive"
KEPT_AT_RESET = ("product", "price", "webhook_endpoint", "_secret")
REQUESTS_KEPT = 5_000


class StripeAccount:
    """A simulated Stripe account. `base_url` is the address of its hosted pages; the server sets this address when it
    starts to listen.

    `after_retries` is the state of a subscription after the last failed retry: `cancel`, `unpaid` or `past_due`.
    """

    def __init__(self, *, clock: PlatformClock, sink: Callable[[bytes], None]) -> None:
        self.clock = clock
        self.base_url = ""
        self._sink = sink
        self.store = Store(sink)
        self.webhooks = Webhooks(self.store, clock)
        self.after_retries = "cancel"
        self.requests: deque[Obj] = deque(maxlen=REQUESTS_KEPT)
        self._caller: dict[str, Any] = {"id": None, "idempotency_key": None}

    def reset(self) -> None:
        """Delete customers and everything that belongs to them. Catalog and webhook endpoints stay."""
        self.store.keep_only(KEPT_AT_RESET)
        self.webhooks.reset()
        self.after_retries = "cancel"
        self.requests.clear()
        self._sink(b'{"kind":"stripe_reset"}')

    # request log and journal

    def log_request(self, request: Obj) -> None:
        self.requests.append(request)
        self._sink(_request_line(request))

    def snapshot(self) -> Iterator[bytes]:
        """Return journal lines that restore the account."""
        yield from self.store.snapshot()
        yield from map(_request_line, self.requests)

    def restore(self, record: dict[str, Any]) -> None:
        """Apply one journal line whose kind begins with `stripe`."""
        match record["kind"]:
            case "stripe":
                self.store.restore(record)
            case "stripe_request":
                self.requests.append(record["entry"])
            case "stripe_reset":
                self.store.keep_only(KEPT_AT_RESET)
                self.requests.clear()

    # clocks, in seconds of the epoch

    def wall(self) -> int:
        return int(self.clock.wall_ms() // 1000)

    def now(self, customer: str) -> int:
        """Return the time of the customer's own clock. `POST /stripe/advance` moves it ahead of the account's clock."""
        return self.wall() + self.ahead(customer)

    def ahead(self, customer: str) -> int:
        """Return how many seconds the customer's clock is ahead of the account's."""
        moved = self.store.find("_ahead", f"{customer}#ahead")
        return moved["seconds"] if moved else 0

    def set_now(self, customer: str, moment: int) -> None:
        self.store.put({"id": f"{customer}#ahead", "object": "_ahead", "seconds": moment - self.wall()})

    # transactions and events

    @contextmanager
    def transaction(self, *, caller: dict[str, Any] | None = None) -> Iterator[None]:
        """Run the block in a transaction: commit at its end and send the events that it emitted.

        If the block raises an error, roll back, unless the error is a StripeError with `kept`. `caller` has the id and
        the idempotency key of the API request, which the events show; it is None outside of a request.
        """
        self._caller = caller or {"id": None, "idempotency_key": None}
        try:
            yield
        except BaseException as error:
            if getattr(error, "kept", False):
                self._commit()
            else:
                self.store.rollback()
                self.webhooks.discard_queue()
            raise
        self._commit()

    def _commit(self) -> None:
        self.store.commit()
        self.webhooks.post_queue()

    def emit(self, type: str, obj: Obj, at: int, *, previous: Obj | None = None) -> None:
        """Store an event with a copy of the object's current state and queue its delivery.

        `previous` is the event's `previous_attributes`.
        """
        data: dict[str, Any] = {"object": copy.deepcopy(obj)}
        if previous is not None:
            data["previous_attributes"] = previous
        event = new_event(type, data, at, self._caller)
        self.store.put(event)
        self.webhooks.queue(event)

    def create(self, kind: str, prefix: str, at: int, **fields: Any) -> Obj:
        """Store a new object with defaults for missing fields and return it. Emits no event; the caller must do so."""
        return self.store.put(complete({"id": new_id(prefix), "object": kind, "created": at, **fields}))

    @contextmanager
    def changing(self, id: str, at: int, *, event: str) -> Iterator[Obj]:
        """Yield an object that the block may change. If the block changed it, emit `event` with the old values."""
        obj = self.store.edit(id)
        before = copy.deepcopy(obj)
        yield obj
        previous = difference(before, obj)
        if previous:
            self.emit(event, obj, at, previous=previous)


def new_event(type: str, data: Obj, at: int, caller: Obj) -> Obj:
    return {
        "id": new_id("evt"),
        "object": "event",
        "api_version": API_VERSION,
        "created": at,
        "data": data,
        "livemode": False,
        "pending_webhooks": 0,
        "request": dict(caller),
        "type": type,
    }


def _request_line(request: Obj) -> bytes:
    return json.dumps({"kind": "stripe_request", "entry": request}, separators=(",", ":")).encode()


def difference(before: Obj, now: Obj) -> Obj:
    """Return Stripe's `previous_attributes`: the old values of the members that differ.

    Nested objects are compared member by member. A list that differs is returned whole.
    """
    previous: Obj = {}
    for name in {**before, **now}:
        old, new = before.get(name), now.get(name)
        if old == new:
            continue
        previous[name] = difference(old, new) if isinstance(old, dict) and isinstance(new, dict) else old
    return previous
