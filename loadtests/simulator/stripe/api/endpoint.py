"""Runs one API call: checks parameters and the idempotency key, runs a transaction, expands the reply. Also cuts lists
into pages."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from loadtests.simulator.http import Call, Handler, Json
from loadtests.simulator.scheduler import Scheduler
from loadtests.simulator.stripe_ledger.account import API_VERSION, StripeAccount
from loadtests.simulator.stripe_ledger.errors import BadRequest, StripeError, missing_param
from loadtests.simulator.stripe_ledger.objects import Obj, listed, new_id

from .encoding import decode, nest
from .expand import expand
from .params import check

MOST_AT_ONCE = 100
LONGEST_KEY = 255
KEY_LIFE_SECONDS = 86_400
PAGE = "limit starting_after"


@dataclass(frozen=True, slots=True)
class Ask:
    """The input of an endpoint: checked parameters without `expand`, and the ids in the path."""

    account: StripeAccount
    scheduler: Scheduler
    params: dict[str, Any]
    path: dict[str, str]

    def customer(self) -> Obj:
        """Return the customer that the parameter `customer` names. Raises StripeError."""
        if not self.params.get("customer"):
            raise missing_param("customer")
        return self.account.store.get("customer", self.params["customer"], param="customer")


Run = Callable[[Ask], Obj]


def endpoint(run: Run, shape: type, obeys: str = "") -> Handler:
    """Return a handler that replies with the object that `run` returns.

    `shape` is stripe-python's type of the call's parameters. `obeys` lists, separated by spaces, the parameters that
    `run` supports; the handler refuses all others (see `params.check`).
    """
    names = frozenset({"expand", *obeys.split()})

    def handler(call: Call) -> Response:
        account = call.world.stripe
        request_id = new_id("req", 14)
        headers = {"request-id": request_id, "stripe-version": API_VERSION}
        try:
            key = _key(call)
            given = decode(call.body) if call.method == "POST" else nest(call.query.items())
            print_of = fingerprint(call.method, call.path, given)
            replayed = replay(account, key, print_of, call.path) if key else None
            if replayed is not None:
                return replayed
            with account.transaction(caller={"id": request_id, "idempotency_key": key}):
                params = check(given, shape, obeys=names)
                paths = params.pop("expand", [])
                body = expand(account.store, run(Ask(account, call.world.scheduler, params, call.params)), paths)
            status = 200
        except StripeError as error:
            status, body = error.status, {"error": error.body}
            if not error.begun:
                return Json(body, status, headers)
        if key:
            remember(account, key, print_of, call.path, status, body)
        return Json(body, status, headers)

    return handler


def retrieve(kind: str, shape: type) -> Handler:
    """Return a handler that replies with the object whose id is in the path.

    `kind` is the object's kind in the store. `shape` is stripe-python's type of the call's parameters.
    """
    return endpoint(lambda ask: ask.account.store.get(kind, ask.path["id"]), shape)


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
    """Return the stored reply for this idempotency key. None if there is none or it is older than a day.

    `print_of` is the fingerprint of the current request. Raises StripeError if the key was first used for a request
    with a different fingerprint.
    """
    first = account.store.find("_answer", f"{key}#answer")
    if first is None or first["at"] + KEY_LIFE_SECONDS < account.wall():
        return None
    if first["fingerprint"] != print_of:
        same = (
            f"with the same parameters they were first used with. Try using a key other than '{key}'"
            if first["path"] == path
            else f"for the same endpoint they were first used for ('{path}' vs '{first['path']}'). Try using a key "
            f"other than '{key}'"
        )
        raise StripeError(
            400,
            f"Keys for idempotent requests can only be used {same} if you meant to execute a different request.",
            type="idempotency_error",
            begun=False,
        )
    headers = {"idempotent-replayed": "true", "stripe-version": API_VERSION}
    if first["status"] >= 500:
        headers["stripe-should-retry"] = "false"
    return Json(first["body"], first["status"], headers)


def remember(account: StripeAccount, key: str, print_of: str, path: str, status: int, body: Obj) -> None:
    """Store the reply, even a 500, under the idempotency key. `replay` returns it to repeated calls for a day."""
    reply = {"at": account.wall(), "path": path, "fingerprint": print_of, "status": status, "body": body}
    account.store.put({"id": f"{key}#answer", "object": "_answer", **reply})
    account.store.commit()


# lists


def page(ask: Ask, url: str, objects: list[Obj]) -> Obj:
    """Return the page of the list `objects` that the parameters `limit` and `starting_after` select.

    Raises StripeError if a parameter is invalid.
    """
    limit = ask.params.get("limit", 10)
    if not 1 <= limit <= MOST_AT_ONCE:
        raise BadRequest(f"Invalid integer: limit must be from 1 to {MOST_AT_ONCE}", param="limit")
    if "starting_after" in ask.params:
        ids, last = [obj["id"] for obj in objects], ask.params["starting_after"]
        if last not in ids:
            raise StripeError(400, f"No such object: '{last}'", code="resource_missing", param="starting_after")
        objects = objects[ids.index(last) + 1 :]
    return listed(url, objects[:limit], has_more=len(objects) > limit)
