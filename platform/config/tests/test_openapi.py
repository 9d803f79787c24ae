"""The OpenAPI document: everything is described, and examples match their schemas."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta
from pytest_django import Settings

from apps.common.schemas import DAY_PATTERN
from config import examples
from testing.users import Anyone

from .documented import DOCUMENT

# The names under which pydantic publishes bounds that it cannot translate to JSON Schema.
UNTRANSLATED = {"ge", "gt", "le", "lt", "min_length", "max_length", "multiple_of"}
SIGNED_BY_STRIPE = "POST /api/stripe-integration/webhook/"
Operation = dict[str, Any]
# {"GET /api/venues/": operation}
OPERATIONS: dict[str, Operation] = {
    f"{method.upper()} {path}": operation
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}
each_operation = pytest.mark.parametrize(
    ("name", "operation"), [pytest.param(name, operation, id=name) for name, operation in OPERATIONS.items()]
)


def resolved(node: dict[str, Any]) -> dict[str, Any]:
    """Resolve one reference."""
    if "$ref" not in node:
        return node
    found: Any = DOCUMENT
    for part in node["$ref"].removeprefix("#/").split("/"):
        found = found[part]
    return dict(found)


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a JSON value."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from nodes(part)
    elif isinstance(value, list):
        for part in value:
            yield from nodes(part)


def complaints(schema: dict[str, Any], value: Any) -> list[str]:
    """Return the violations of a schema by a value."""
    found = validator_of(json.dumps(schema)).iter_errors(value)
    return [f"{error.instance_path}: {error.message}" for error in found]


@cache
def validator_of(schema: str) -> Draft202012Validator:
    """Return the validator of a schema, given as JSON. It reads all components, and most operations share schemas."""
    return Draft202012Validator({**json.loads(schema), "components": DOCUMENT["components"]})


def shown(content: dict[str, Any]) -> list[Any]:
    """Return the examples of one media type of a body."""
    return [content["example"]] if "example" in content else [one["value"] for one in content["examples"].values()]


@each_operation
def test_an_operation_has_a_summary(name: str, operation: Operation) -> None:
    assert operation["summary"]
    assert len(operation["summary"]) < 120
    assert operation["description"].rstrip().endswith(".")
    assert operation["operationId"]
    assert operation["tags"]
    assert all(resolved(answer)["description"] for answer in operation["responses"].values())


@each_operation
def test_an_operation_declares_its_security(name: str, operation: Operation) -> None:
    scope = operation["x-scope"]
    signed_in: list[dict[str, list[str]]] = [{"Bearer": []}]
    programs = [{"ApiKey": [scope]}, {"OAuth": [scope]}]
    assert operation["security"] == {"public": [], "none": signed_in}.get(scope, [*signed_in, *programs])
    assert ("401" in operation["responses"]) >= bool(operation["security"])


@each_operation
def test_examples_match_their_schemas(name: str, operation: Operation) -> None:
    contents = list(operation.get("requestBody", {}).get("content", {}).values())
    for answer in operation["responses"].values():
        contents += resolved(answer).get("content", {}).values()
    wrong = [bad for content in contents for value in shown(content) for bad in complaints(content["schema"], value)]
    for parameter in operation.get("parameters", []):
        if "example" in parameter:
            wrong += complaints(parameter["schema"], parameter["example"])
    assert not wrong, f"The example of {name} in its examples.json does not match its schema."


@each_operation
def test_path_parameters_have_examples(name: str, operation: Operation) -> None:
    needed = [one for one in operation.get("parameters", []) if one["in"] == "path" or one.get("required")]
    assert all("example" in one for one in needed)


@each_operation
def test_an_operation_has_a_successful_response(name: str, operation: Operation) -> None:
    good = [answer for status, answer in operation["responses"].items() if status < "300"]
    assert good
    assert all(content["schema"] for answer in good for content in answer.get("content", {}).values())


@each_operation
def test_refusals_share_one_schema_and_have_examples(name: str, operation: Operation) -> None:
    refusals = {status: resolved(answer) for status, answer in operation["responses"].items() if status >= "400"}
    assert {"400", "429", "500", "503"} <= refusals.keys()
    assert ({"413", "422"} <= refusals.keys()) >= ("requestBody" in operation)
    for status, refusal in refusals.items():
        (content,) = refusal["content"].values()
        assert content["schema"] == {"$ref": "#/components/schemas/RefusalOut"}
        for code, example in content["examples"].items():
            assert example["value"]["code"] == code
            assert example["value"]["message"].strip()
        assert ("Retry-After" in refusal["headers"]) >= (status == "429")


@each_operation
def test_an_operation_is_in_examples_json(name: str, operation: Operation) -> None:
    assert name in examples.operations()


def test_examples_json_has_no_removed_operation() -> None:
    assert examples.operations().keys() <= OPERATIONS.keys()


def test_every_tag_has_a_description() -> None:
    used = {tag for operation in OPERATIONS.values() for tag in operation["tags"]}
    assert used == {tag["name"] for tag in DOCUMENT["tags"]}
    assert all(tag["description"] for tag in DOCUMENT["tags"])


def test_every_schema_is_valid_json_schema() -> None:
    for name, schema in DOCUMENT["components"]["schemas"].items():
        assert meta.is_valid({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}), name
        assert schema.get("description", "").strip(), name
    bounds = [node for node in nodes(DOCUMENT) if UNTRANSLATED & node.keys() and "properties" not in node]
    assert not bounds


@pytest.mark.parametrize("name", sorted(OPERATIONS.keys() - {SIGNED_BY_STRIPE}))
def test_request_bodies_refuse_unknown_fields(name: str) -> None:
    for content in OPERATIONS[name].get("requestBody", {}).get("content", {}).values():
        for node in reachable(content["schema"]):
            # A schema has a title; the parts of a condition (if, then) have none.
            if "properties" in node and "title" in node:
                assert node.get("additionalProperties") is False, node.get("title")


def reachable(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return every object in a schema, and in the schemas that it refers to directly or indirectly."""
    found, waiting, seen = [], [schema], set()
    while waiting:
        for node in nodes(waiting.pop()):
            found.append(node)
            name = node.get("$ref")
            if name and name not in seen:
                seen.add(name)
                waiting.append(resolved(node))
    return found


@pytest.mark.parametrize("path", ["/api/openapi.json", "/api/openapi.json/"])
def test_the_document_is_public_in_production(anyone: Anyone, settings: Settings, path: str) -> None:
    settings.PRODUCTION = True
    answer = anyone.get(path)
    assert (answer.status_code, answer["Cache-Control"]) == (200, "public, max-age=300")
    assert answer["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert anyone._client.get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_the_document_names_nothing_internal(anyone: Anyone) -> None:
    # Patterns of addresses name the hosts that they exclude.
    text = re.sub(r'"pattern": "(?:[^"\\]|\\.)*"', "", json.dumps(anyone.get("/api/openapi.json").json()))
    internal = (
        "/api/ops",
        "/admin",
        "/dev/",
        "localhost",
        "127.0.0.1",
        ".svc",
        "apps_",
        "BEGIN ",
        "sk_",
    )
    assert [name for name in internal if name in text] == []
    # The form of a webhook's secret is public, but no secret is.
    assert not re.search("whsec_[A-Za-z0-9]", text)
    pages = set(re.findall(r"https?://([^/\"\\\\ :,)]+)", text))
    public = ("example", "example.org", "example.net", "stripe.com", "resy.com", "opentable.com", "ntfy.sh")
    assert [page for page in pages if not page.endswith(public)] == []


def test_days_have_the_format_date() -> None:
    text = json.dumps(DOCUMENT, sort_keys=True)
    days = text.count(json.dumps(DAY_PATTERN))
    assert days > 0
    assert text.count(f'"format": "date", "pattern": {json.dumps(DAY_PATTERN)}') == days


def test_the_document_is_served(anyone: Anyone) -> None:
    served = anyone.get("/api/openapi.json")
    assert served["Content-Type"] == "application/json"
    assert json.loads(served.content) == DOCUMENT
    assert served.json()["openapi"].startswith("3.1")
