"""Control calls that set how the platform behaves: its service times, its faults, its switches."""

from starlette.responses import Response

from loadtests.simulator.faults import KINDS, Fault
from loadtests.simulator.http import Call, Json
from loadtests.simulator.latency import Latency
from loadtests.simulator.stripe.api.face import FAULTS as STRIPE_FAULTS

from .fields import body, flag, integer, known_face, number, one_of, refused, text
from .rows import fault_rows, latency_row

LONGEST_MS = 60_000
LONGEST_FAULT_S = 86_400
LONGEST_LOCK_S = 3_600
SWITCHES = ("unauthorized", "details_form", "library_agents", "canceled_rows", "lock_seconds")


def latency(call: Call) -> Response:
    """POST /latency `{source, find_ms, details_ms, book_ms, list_ms?, calendar_ms?, jitter_ms}`; what is left out is 0,
    but `list_ms` is then as long as details and `calendar_ms` as long as the list."""
    fields = body(call)
    source = known_face(fields)
    details_ms = number(fields, "details_ms", default=0, most=LONGEST_MS)
    list_ms = number(fields, "list_ms", default=details_ms, most=LONGEST_MS)
    call.world.latency[source] = Latency(
        find_ms=number(fields, "find_ms", default=0, most=LONGEST_MS),
        details_ms=details_ms,
        book_ms=number(fields, "book_ms", default=0, most=LONGEST_MS),
        list_ms=list_ms,
        calendar_ms=number(fields, "calendar_ms", default=list_ms, most=LONGEST_MS),
        jitter_ms=number(fields, "jitter_ms", default=0, most=LONGEST_MS),
    )
    return Json({"source": source, **latency_row(call.world.latency[source])})


def add_fault(call: Call) -> Response:
    """POST /faults `{source, kind, path?, rate?, seconds?, times?, retry_after?, delay_ms?}`."""
    fields = body(call)
    seconds = number(fields, "seconds", default=60, most=LONGEST_FAULT_S)
    source = known_face(fields)
    fault = Fault(
        source=source,
        path=text(fields, "path", default="") or None,
        kind=one_of(fields, "kind", STRIPE_FAULTS if source == "stripe" else KINDS),
        rate=number(fields, "rate", default=1, most=1),
        until_ms=call.world.clock.monotonic_ms() + seconds * 1000,
        times=integer(fields, "times", least=1) if "times" in fields else None,
        retry_after=integer(fields, "retry_after") if "retry_after" in fields else None,
        delay_ms=number(fields, "delay_ms", default=3_000, most=LONGEST_MS),
    )
    call.world.faults.add(fault)
    return Json({"faults": fault_rows(call.world)}, 201)


def faults(call: Call) -> Response:
    return Json({"faults": fault_rows(call.world)})


def clear_faults(call: Call) -> Response:
    call.world.faults.clear()
    return Json({"faults": []})


def switches(call: Call) -> Response:
    """POST /switches `{unauthorized?, details_form?, library_agents?, canceled_rows?, lock_seconds?}`: with which
    status a bad Resy token is refused (401 or 419), whether Resy's details take a form, whether the agents that HTTP
    libraries send by themselves may pass, whether both platforms list canceled reservations too, and how long
    OpenTable's locks made from now on last."""
    fields, world = body(call), call.world
    if not set(SWITCHES) & fields.keys():
        raise refused(f"Name at least one switch: {', '.join(SWITCHES)}.")
    status = integer(fields, "unauthorized", default=world.unauthorized_status)
    if status not in (401, 419):
        raise refused("unauthorized must be 401 (newer) or 419 (older).")
    lock_seconds = number(fields, "lock_seconds", default=world.lock_seconds, most=LONGEST_LOCK_S)
    world.details_form = flag(fields, "details_form", default=world.details_form)
    world.unauthorized_status, world.lock_seconds = status, lock_seconds
    world.library_agents = flag(fields, "library_agents", default=world.library_agents)
    world.canceled_rows = flag(fields, "canceled_rows", default=world.canceled_rows)
    return Json(
        {
            "unauthorized": status,
            "details_form": world.details_form,
            "library_agents": world.library_agents,
            "canceled_rows": world.canceled_rows,
            "lock_seconds": lock_seconds,
        }
    )
