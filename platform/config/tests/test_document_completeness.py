"""The OpenAPI document says everything that a client needs. Each failure names what is missing."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from apps.mcp.tools import TOOLS
from apps.webhooks.models import EVENT_NAMES
from config.field_descriptions import EVERYWHERE, described_parts, descriptions, find_description
from realtime.routing import SOCKET_PATHS
from realtime.send_queue import Close
from testing.simulator import Simulator
from testing.users import Person

from .documented import CONTRACT, DOCUMENT, OPERATIONS, WITH_BODY, Operation, Step, at, objects

VERB_AND_NOUN = r"[a-z]+(_[a-z0-9]+)+"
MODULE_WORDS = {"apps", "api", "schemas", "config"}
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
NOT_BOOLEANS = ("yes", "true", 1, 0.0)


def references(node: Any) -> set[str]:
    """Return the names of the schemas that a part of the document refers to, directly or indirectly."""
    found: set[str] = set()
    waiting = re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(node))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(SCHEMAS[name]))
    return found


def is_boolean(schema: dict[str, Any]) -> bool:
    return any(one.get("type") == "boolean" for one in (schema, *schema.get("anyOf", [])))


def booleans(operation: Operation) -> Iterator[tuple[str, tuple[Step, ...], str]]:
    """Yield (schema, steps, field) for each boolean of the objects in an operation's example."""
    for steps, schema in objects(operation.body_schema or {}, operation.body):
        for field, about in schema["properties"].items():
            if is_boolean(about):
                yield schema["title"], steps, field


def test_operation_ids_are_a_verb_and_a_noun_without_a_module() -> None:
    ids = {one.name: one.about["operationId"] for one in OPERATIONS}
    wrong = {
        name: known
        for name, known in ids.items()
        if not re.fullmatch(VERB_AND_NOUN, known) or MODULE_WORDS & set(known.split("_"))
    }
    assert not wrong, "Rename the functions of these endpoints: an operationId is its function's name."


def test_operation_ids_are_unique() -> None:
    counts = Counter(one.about["operationId"] for one in OPERATIONS)
    assert [name for name, count in counts.items() if count > 1] == []


@pytest.mark.parametrize(
    "operation", [one for one in WITH_BODY if any(booleans(one))], ids=lambda one: one.about["operationId"]
)
def test_booleans_of_bodies_accept_no_text_and_no_number(dana: Person, operation: Operation) -> None:
    accepted = []
    for _, steps, field in booleans(operation):
        for value in NOT_BOOLEANS:
            sent = operation.body
            at(sent, steps)[field] = value
            answer = dana.send(operation.method, operation.address(), sent)
            named = ".".join(map(str, (*steps, field)))
            if answer.status_code != 422 or answer.json()["errors"].get(named) != "Input should be true or false.":
                accepted.append((named, value, answer.status_code))
    assert not accepted, "Declare these fields with apps.common.schemas.Flag."


def test_every_boolean_of_a_body_is_in_an_example() -> None:
    used = set().union(*(references(one.about["requestBody"]) for one in WITH_BODY))
    declared = {
        (name, field)
        for name in used
        for field, about in SCHEMAS[name].get("properties", {}).items()
        if is_boolean(about)
    }
    tried = {(schema, field) for one in WITH_BODY for schema, _, field in booleans(one)}
    assert declared - tried == set(), "Add objects of these schemas to requests in examples.json."


def test_every_field_and_parameter_has_a_description() -> None:
    parts = list(described_parts(CONTRACT))
    missing = {f"{owner}.{name}" for owner, name, about in parts if not about.get("description", "").strip()}
    assert len(parts) > 900
    assert missing == set(), "Describe them in platform/config/field_descriptions.json."


def test_descriptions_are_sentences() -> None:
    parts = described_parts(CONTRACT)
    wrong = {
        f"{owner}.{name}" for owner, name, about in parts if not about.get("description", "").rstrip().endswith(".")
    }
    # An example at the end of a description is quoted without a full stop.
    assert wrong <= {"LearnedRuleOut.text"}


def test_every_description_is_used() -> None:
    # /developers describes the arguments of the tools.
    parts = list(described_parts([CONTRACT, *(tool.arguments.model_json_schema() for tool in TOOLS.values())]))
    fields = {(owner, name) for owner, name, _ in parts}
    parents = {own[EVERYWHERE] for own in descriptions().values() if EVERYWHERE in own}
    unused = {
        f"{owner}.{name}"
        for owner, own in descriptions().items()
        for name in own
        if owner != EVERYWHERE and name != EVERYWHERE and (owner, name) not in fields and owner not in parents
    }
    shared = {name: said for name, said in descriptions()[EVERYWHERE].items()}
    unused |= {name for name, said in shared.items() if not any(find_description(*one) == said for one in fields)}
    assert unused == set(), "Remove them from platform/config/field_descriptions.json."


def test_answers_with_an_etag_are_documented(dana: Person, catalogue: Simulator) -> None:
    undocumented, sent = [], set()
    for operation in OPERATIONS:
        if operation.method == "GET":
            answer = dana.get(operation.address())
            if answer.status_code == 200:
                sent |= {operation.about["operationId"]} if "ETag" in answer else set()
                headers = operation.about["responses"]["200"]["headers"]
                undocumented += [
                    f"{operation.name}: {name}"
                    for name in ("ETag", "Last-Modified")
                    if name in answer and name not in headers
                ]
    assert undocumented == [], "Declare 304 among the responses of these operations."
    assert {"list_venues", "search_venues", "list_featured_stories"} <= sent


def test_operations_with_304_document_both_headers() -> None:
    for one in OPERATIONS:
        parameters = {parameter["name"] for parameter in one.about.get("parameters", [])}
        headers = {status: about.get("headers", {}) for status, about in one.about["responses"].items()}
        assert ("304" in headers) == ("If-None-Match" in parameters), one.name
        assert ("304" in headers) == ("ETag" in headers.get("200", {})), one.name


def test_webhooks_are_documented() -> None:
    hooks = DOCUMENT["webhooks"]
    assert set(hooks) == {*EVENT_NAMES, "webhook.test"}
    for name, path in hooks.items():
        fields = path["post"]["requestBody"]["content"]["application/json"]["schema"]["properties"]
        (event,) = references(fields["data"]) - {"Platform"}
        assert SCHEMAS[event]["properties"]["type"]["const"] == fields["type"]["const"] == name
        assert {one["name"] for one in path["post"]["parameters"]} == {
            "webhook-id",
            "webhook-timestamp",
            "webhook-signature",
        }


def test_calls_with_a_key_document_their_limits() -> None:
    for one in OPERATIONS:
        takes_keys = one.about["x-scope"] not in ("none", "public")
        for status, answer in one.about["responses"].items():
            if status < "400":
                assert ("RateLimit-Remaining" in answer["headers"]) == takes_keys, one.name
    assert "RateLimit-Policy" in DOCUMENT["components"]["responses"]["TooFast"]["headers"]


def test_the_socket_is_documented() -> None:
    socket = DOCUMENT["x-socket"]
    assert socket["path"] in SOCKET_PATHS
    assert references(socket) >= {"SocketAuth", "DurableEvent", "LiveEvent", "Ready", "Away"}
    assert references(socket) <= SCHEMAS.keys()
    assert set(CONTRACT["events"]["$defs"]) <= SCHEMAS.keys()
    assert {int(code) for code in socket["closeCodes"]} == set(Close) - {Close.NORMAL}
    for word in (socket["path"], "auth", "last_seq", *socket["events"]):
        assert word in DOCUMENT["info"]["description"]
