"""A walk over the whole document: nothing is left undescribed, and what it shows is true to its own shapes."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta
from pytest_django import Settings

from apps.common.schemas import DAY_PATTERN
from config import openapi
from testing.users import Anyone

DOCUMENT = openapi.document()
# Words of JSON Schema that bound a value, as pydantic calls them when it cannot translate them.
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
    """Follow one reference inside the document."""
    if "$ref" not in node:
        return node
    found: Any = DOCUMENT
    for part in node["$ref"].removeprefix("#/").split("/"):
        found = found[part]
    return dict(found)


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a JSON value."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from nodes(part)
    elif isinstance(value, list):
        for part in value:
            yield from nodes(part)


def complaints(schema: dict[str, Any], value: Any) -> list[str]:
    """What is wrong with a value by a schema of the document."""
    validator = Draft202012Validator({**schema, "components": DOCUMENT["components"]})
    return [f"{error.instance_path}: {error.message}" for error in validator.iter_errors(value)]


def shown(content: dict[str, Any]) -> list[Any]:
    """The examples of one content."""
    return [content["example"]] if "example" in content else [one["value"] for one in content["examples"].values()]


@each_operation
def test_it_says_what_it_does(name: str, operation: Operation) -> None:
    assert operation["summary"]
    assert len(operation["summary"]) < 120
    assert operation["description"].rstrip().endswith(".")
    assert operation["operationId"]
    assert operation["tags"]
    assert all(resolved(answer)["description"] for answer in operation["responses"].values())


@each_operation
def test_it_says_who_may_ask(name: str, operation: Operation) -> None:
    assert operation["security"] in ([], [{"Bearer": []}])
    assert ("401" in operation["responses"]) >= bool(operation["security"])


@each_operation
def test_its_examples_have_the_shape_that_it_promises(name: str, operation: Operation) -> None:
    contents = list(operation.get("requestBody", {}).get("content", {}).values())
    for answer in operation["responses"].values():
        contents += resolved(answer).get("content", {}).values()
    wrong = [bad for content in contents for value in shown(content) for bad in complaints(content["schema"], value)]
    for parameter in operation.get("parameters", []):
        if "example" in parameter:
            wrong += complaints(parameter["schema"], parameter["example"])
    assert not wrong


@each_operation
def test_each_parameter_in_its_path_has_an_example(name: str, operation: Operation) -> None:
    needed = [one for one in operation.get("parameters", []) if one["in"] == "path" or one.get("required")]
    assert all("example" in one for one in needed)


@each_operation
def test_it_answers_well_in_one_way_at_least(name: str, operation: Operation) -> None:
    good = [answer for status, answer in operation["responses"].items() if status < "300"]
    assert good
    assert all(content["schema"] for answer in good for content in answer.get("content", {}).values())


@each_operation
def test_its_refusals_share_one_shape_and_say_their_reasons(name: str, operation: Operation) -> None:
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
def test_it_is_known_to_the_examples(name: str, operation: Operation) -> None:
    assert name in openapi.examples()


def test_no_example_is_of_an_operation_that_is_gone() -> None:
    assert openapi.examples().keys() <= OPERATIONS.keys()


def test_every_tag_is_explained() -> None:
    used = {tag for operation in OPERATIONS.values() for tag in operation["tags"]}
    assert used == {tag["name"] for tag in DOCUMENT["tags"]}
    assert all(tag["description"] for tag in DOCUMENT["tags"])


def test_every_schema_is_valid_and_says_nothing_that_json_schema_does_not_know() -> None:
    for name, schema in DOCUMENT["components"]["schemas"].items():
        assert meta.is_valid({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}), name
        assert schema.get("description", "").strip(), name
    bounds = [node for node in nodes(DOCUMENT) if UNTRANSLATED & node.keys() and "properties" not in node]
    assert not bounds


@pytest.mark.parametrize("name", sorted(OPERATIONS.keys() - {SIGNED_BY_STRIPE}))
def test_a_body_knows_all_its_fields(name: str) -> None:
    for content in OPERATIONS[name].get("requestBody", {}).get("content", {}).values():
        for node in reachable(content["schema"]):
            if "properties" in node:
                assert node.get("additionalProperties") is False, node.get("title")


def reachable(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Every schema below this one."""
    found, waiting, seen = [], [schema], set()
    while waiting:
        for node in nodes(waiting.pop()):
            found.append(node)
            name = node.get("$ref")
            if name and name not in seen:
                seen.add(name)
                waiting.append(resolved(node))
    return found


def test_the_document_is_not_public_in_production(anyone: Anyone, settings: Settings) -> None:
    settings.PRODUCTION = True
    answers = [anyone.get(path) for path in ("/api/openapi.json", "/api/openapi.json/")]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(404, "not_found")] * 2


def test_every_day_is_published_as_a_date() -> None:
    text = json.dumps(DOCUMENT, sort_keys=True)
    days = text.count(json.dumps(DAY_PATTERN))
    assert days > 0
    assert text.count(f'"format": "date", "pattern": {json.dumps(DAY_PATTERN)}') == days


def test_the_document_is_served(anyone: Anyone) -> None:
    served = anyone.get("/api/openapi.json")
    assert served["Content-Type"] == "application/json"
    assert json.loads(served.content) == json.loads(json.dumps(DOCUMENT))
    assert served.json()["openapi"].startswith("3.1")
