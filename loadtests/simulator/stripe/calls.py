"""One API call from its request to its answer: key, version, parameters, idempotency, transaction, expansion."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from loadtests.simulator.http import Call, Handler, Json

from . import wire
from .account import API_VERSION, StripeAccount
from .errors import BadRequest, StripeError
from .expand import expanded
from .params import check
from .shapes import listed
from .store import Obj, new_id

MOST_AT_ONCE = 100
LONGEST_KEY = 255
KEY_LIFE_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class Ask:
    """What an endpoint is asked: checked parameters but `expand`, and the ids that the path holds."""

    account: StripeAccount
    params: dict[str, Any]
    path: dict[str, str]

    def customer(self) -> Obj:
        """The customer that the parameter `customer` names."""
        return customer_of(self.account, self.params.get("customer"))


Run = Callable[[Ask], Obj]


def endpoint(run: Run, shape: type, obeys: str = "") -> Handler:
    """A handler that answers by `run`; `obeys` lists the parameters that it acts on (see `params.check`)."""
    names = frozenset({"expand", *obeys.split()})

    def handler(call: Call) -> Response:
        def checked(account: StripeAccount, params: dict[str, Any]) -> Obj:
            wanted = check(params, shape, obeys=names)
            wanted.pop("expand", None)
            return run(Ask(account, wanted, call.params))

        return answer(call, checked)

    return handler


def answer(call: Call, run: Callable[[StripeAccount, dict[str, Any]], Obj]) -> Response:
    account = call.world.stripe
    request_id = new_id("req", 14)
    headers = {"request-id": request_id, "stripe-version": API_VERSION}
    try:
        key = _key(call)
        params = wire.nested(wire.pairs(call.body) if call.method == "POST" else call.query.items())
        print_of = fingerprint(call.method, call.path, params)
        replayed = replay(account, key, print_of, call.path) if key else None
        if replayed is not None:
            return replayed
        with account.step(asked_by={"id": request_id, "idempotency_key": key}):
            obj = run(account, params)
            body = expanded(account, obj, params.get("expand", []))
        status = 200
    except StripeError as error:
        status, body = error.status, {"error": error.body}
        if not error.begun:
            return Json(body, status, headers)
    if key:
        remember(account, key, print_of, call.path, status, body)
    return Json(body, status, headers)


def customer_of(account: StripeAccount, id: Any) -> Obj:
    """The customer that a parameter names. StripeError when there is none, or no more."""
    if not id:
        raise BadRequest("Missing required param: customer.", code="parameter_missing", param="customer")
    return account.store.get("customer", id, param="customer")


# idempotency


def _key(call: Call) -> str | None:
    key = call.headers.get("idempotency-key")
    if key is not None and len(key) > LONGEST_KEY:
        raise BadRequest(f"Idempotency keys must be at most {LONGEST_KEY} characters.")
    return key if call.method == "POST" else None


def fingerprint(method: str, path: str, params: dict[str, Any]) -> str:
    text = json.dumps([method, path, params], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def replay(account: StripeAccount, key: str, print_of: str, path: str) -> Response | None:
    """The first answer to this key, None when there is none yet. StripeError when it was for another request."""
    first = account.store.find("_answer", f"{key}#answer")
    if first is None or first["at"] + KEY_LIFE_SECONDS < account.wall():
        return None
    if first["path"] != path:
        raise StripeError(
            400,
            "Keys for idempotent requests can only be used for the same endpoint they were first used for "
            f"('{path}' vs '{first['path']}'). Try using a key other than '{key}' if you meant to execute a different "
            "request.",
            type="idempotency_error",
            begun=False,
        )
    if first["fingerprint"] != print_of:
        raise StripeError(
            400,
            "Keys for idempotent requests can only be used with the same parameters they were first used with. Try "
            f"using a key other than '{key}' if you meant to execute a different request.",
            type="idempotency_error",
            begun=False,
        )
    headers = {"idempotent-replayed": "true", "stripe-version": API_VERSION}
    if first["status"] >= 500:
        headers["stripe-should-retry"] = "false"
    return Json(first["body"], first["status"], headers)


def remember(account: StripeAccount, key: str, print_of: str, path: str, status: int, body: Obj) -> None:
    """Also a 500: a repeated call with the key gets the same answer for a day."""
    account.store.put(
        {
            "id": f"{key}#answer",
            "object": "_answer",
            "at": account.wall(),
            "path": path,
            "fingerprint": print_of,
            "status": status,
            "body": body,
        }
    )
    account.store.commit()


# lists


def page(ask: Ask, url: str, objects: list[Obj]) -> Obj:
    """One page of a list that is newest first: limit, starting_after, ending_before."""
    limit = ask.params.get("limit", 10)
    if not 1 <= limit <= MOST_AT_ONCE:
        raise BadRequest(f"Invalid integer: limit must be from 1 to {MOST_AT_ONCE}", param="limit")
    ids = [obj["id"] for obj in objects]
    if "starting_after" in ask.params:
        objects = objects[_place(ids, ask.params["starting_after"], "starting_after") + 1 :]
    if "ending_before" in ask.params:
        before = objects[: _place(ids, ask.params["ending_before"], "ending_before")]
        return listed(url, before[-limit:], has_more=len(before) > limit)
    return listed(url, objects[:limit], has_more=len(objects) > limit)


def _place(ids: list[str], id: str, param: str) -> int:
    if id not in ids:
        raise StripeError(400, f"No such object: '{id}'", code="resource_missing", param=param)
    return ids.index(id)


def within(created: Any, moment: int) -> bool:
    """Whether an instant fits a `created` filter: a second, or gt/gte/lt/lte."""
    if isinstance(created, int):
        return moment == created
    tests = {"gt": moment.__gt__, "gte": moment.__ge__, "lt": moment.__lt__, "lte": moment.__le__}
    return all(tests[name](value) for name, value in (created or {}).items())
