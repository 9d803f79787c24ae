"""Control calls for a platform's behavior: service times, faults, switches."""

from dataclasses import asdict

from starlette.responses import Response

from loadtests.simulator.faults import KINDS, Fault
from loadtests.simulator.http import Call, Json
from loadtests.simulator.latency import FIND_READS, Latency
from loadtests.simulator.stripe.api.face import FAULTS as STRIPE_FAULTS
from loadtests.simulator.world import Switches

from .parameters import body, face_of, refused, source_of
from .rows import fault_rows

LONGEST_MS = 60_000
LONGEST_FAULT_S = 86_400
LONGEST_LOCK_S = 3_600


def latency(call: Call) -> Response:
    """POST /latency `{source, find_ms, details_ms, book_ms, list_ms?, calendar_ms?, jitter_ms, find_reads?}`: set
    service times.

    A missing time is 0, but `list_ms` defaults to `details_ms`, and `calendar_ms` to `list_ms`. `find_reads` is when a
    find reads the tables: `arrival`, `random` (at a random moment of its service time) or `reply` (the default).
    """
    fields = body(call)
    source = face_of(fields)
    times: dict[str, float] = {}
    for name in ("find_ms", "details_ms", "book_ms", "list_ms", "calendar_ms", "jitter_ms"):
        default = times.get({"list_ms": "details_ms", "calendar_ms": "list_ms"}.get(name, ""), 0)
        times[name] = fields.number(name, default=default, most=LONGEST_MS)
    find_reads = fields.one_of("find_reads", FIND_READS, default="reply")
    call.world.latency[source] = Latency(**times, find_reads=find_reads)
    return Json({"source": source, **asdict(call.world.latency[source])})


def add_fault(call: Call) -> Response:
    """POST /faults `{source, kind, path?, rate?, seconds?, times?, retry_after?, delay_ms?}`: add a fault.

    `path` is a route and may contain `*`. The fault applies to a request with the probability `rate` (1), lasts
    `seconds` (60) and applies at most `times` times. `retry_after` (s) is for 429, `delay_ms` (3000) for slow.
    """
    fields = body(call)
    source = face_of(fields)
    seconds = fields.number("seconds", default=60, most=LONGEST_FAULT_S)
    fault = Fault(
        source=source,
        path=fields.text("path", default="") or None,
        kind=fields.one_of("kind", STRIPE_FAULTS if source == "stripe" else KINDS),
        rate=fields.number("rate", default=1, most=1),
        until_ms=call.world.clock.monotonic_ms() + seconds * 1000,
        times=fields.integer("times", least=1) if "times" in fields else None,
        retry_after=fields.integer("retry_after") if "retry_after" in fields else None,
        delay_ms=fields.number("delay_ms", default=3_000, most=LONGEST_MS),
    )
    call.world.faults.add(fault)
    return Json({"faults": fault_rows(call.world)}, 201)


def faults(call: Call) -> Response:
    return Json({"faults": fault_rows(call.world)})


def clear_faults(call: Call) -> Response:
    call.world.faults.clear()
    return Json({"faults": []})


def keys(call: Call) -> Response:
    """POST /keys `{source, key}`: accept only this API key (Resy) or client id (OpenTable); "" accepts any.

    A new client id also revokes all tokens of applications at OpenTable.
    """
    fields = body(call)
    source, key = source_of(fields), fields.text("key", default="")
    call.world.keys.pop(source, None)
    if key:
        call.world.keys[source] = key
        if source == "opentable":
            call.world.accounts.revoke_applications()
    return Json({"source": source, "rotated": bool(key)})


def switches(call: Call) -> Response:
    """POST /switches, with at least one field of `world.Switches`: select variants of the platforms' protocols."""
    fields, now = body(call), asdict(call.world.switches)
    if not now.keys() & fields.values.keys():
        raise refused(f"Name at least one switch: {', '.join(now)}.")
    status = fields.integer("unauthorized", default=now["unauthorized"])
    if status not in (401, 419):
        raise refused("unauthorized must be 401 (newer) or 419 (older).")
    flags = {name: fields.flag(name, default=value) for name, value in now.items() if isinstance(value, bool)}
    call.world.switches = Switches(
        unauthorized=status,
        lock_seconds=fields.number("lock_seconds", default=now["lock_seconds"], most=LONGEST_LOCK_S),
        **flags,
    )
    return Json(asdict(call.world.switches))
