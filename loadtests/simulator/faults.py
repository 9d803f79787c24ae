"""Fault injection: decides which fault, if any, applies to a request. `face.py` makes the fault's reply."""

import random
import re
from dataclasses import dataclass
from fnmatch import fnmatchcase

from . import odd_slots

KINDS = (
    "429",
    "400",
    "401",
    "419",
    "404",
    "409",
    "409-query",
    "403-html",
    "500-short",
    "500-edge",
    "503-html",
    "card-declined",
    "not-allowed",
    "empty",
    "slow",
    "hang",
    "cut-after-commit",
    "expire-token",
    "captcha",
    "payment-required",
    "schema-drift",
    *odd_slots.KINDS,
    "finished-rows",
    "no-show-rows",
    "bad-row",
    "conflict-in-lock",
)
LIST_KINDS = ("finished-rows", "no-show-rows", "bad-row")  # the handlers of LIST_PATH apply them
LIST_PATH = re.compile(r"/3/user/reservations|/user/dining-dashboard")
LOCK_KINDS = ("conflict-in-lock",)  # the handler of LOCK_PATH applies it
LOCK_PATH = re.compile(r"/api/v\d/reservation/[^/]+/lock")
BOOKING_KINDS = ("captcha", "payment-required")  # they apply only to calls of BOOKING_PATH
BOOKING_PATH = re.compile(r"/3/book|/api/v\d/reservation/[^/]+|/dapi/booking/make-reservation")


@dataclass(slots=True)
class Fault:
    """A fault that lasts until `until_ms` (monotonic). It applies with probability `rate`, at most `times` times if
    set.

    `path` is a route and may contain `*`. None means every call of the source to which this kind of fault can apply.
    `retry_after` (seconds) is the header of the kind 429, `delay_ms` the added service time of the kind slow.
    """

    source: str
    path: str | None
    kind: str
    rate: float
    until_ms: float
    times: int | None = None
    retry_after: int | None = None
    delay_ms: float = 3_000
    hits: int = 0

    def is_live(self, monotonic_ms: float) -> bool:
        return monotonic_ms < self.until_ms and (self.times is None or self.hits < self.times)

    def fits(self, source: str, path: str) -> bool:
        if source != self.source or not fnmatchcase(path, self.path or "*"):
            return False
        if self.kind in odd_slots.KINDS:
            return odd_slots.can_change(self.kind, path)
        if self.kind in LIST_KINDS:
            return LIST_PATH.fullmatch(path) is not None
        if self.kind in LOCK_KINDS:
            return LOCK_PATH.fullmatch(path) is not None
        return self.kind not in BOOKING_KINDS or BOOKING_PATH.fullmatch(path) is not None


class Faults:
    def __init__(self) -> None:
        self.active: list[Fault] = []

    def add(self, fault: Fault) -> None:
        self.active.append(fault)

    def clear(self) -> None:
        self.active.clear()

    def draw(self, *, source: str, path: str, monotonic_ms: float, rng: random.Random) -> Fault | None:
        """Return the first live fault that applies to this request and count the hit. None if no fault applies."""
        if not self.active:
            return None
        self.active = [fault for fault in self.active if fault.is_live(monotonic_ms)]
        for fault in self.active:
            if fault.fits(source, path) and rng.random() < fault.rate:
                fault.hits += 1
                return fault
        return None
