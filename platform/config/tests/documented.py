"""The OpenAPI document for generated tests: its operations, valid bodies, and every object inside a body.

Each process that collects these tests makes the document once.
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from config.management.commands import contract

CONTRACT = contract.document()
DOCUMENT: dict[str, Any] = CONTRACT["openapi"]
# Stripe calls this operation: the body has Stripe's format, and a signature is checked instead of an access token. The
# tests of apps/billing cover it.
STRIPES_OWN = "POST /api/stripe-integration/webhook/"
Step = str | int


@dataclass(frozen=True)
class Operation:
    """One operation of the document. `name` is as in examples.json ("POST /api/users/login/"); `about` is its entry."""

    name: str
    about: dict[str, Any]

    @property
    def method(self) -> str:
        return self.name.split()[0]

    @property
    def path(self) -> str:
        return self.name.split()[1]

    @property
    def is_signed_in(self) -> bool:
        return bool(self.about["security"])

    @property
    def parameters(self) -> list[dict[str, Any]]:
        """The operation's path parameters, as the document describes them."""
        return [one for one in self.about.get("parameters", []) if one["in"] == "path"]

    @cached_property
    def body_schema(self) -> dict[str, Any] | None:
        """The schema of the operation's JSON body, or None if it has no JSON body."""
        content = self.about.get("requestBody", {}).get("content", {}).get("application/json")
        return resolved(content["schema"]) if content else None

    @property
    def body(self) -> Any:
        """The example of the operation's JSON body, or None if it has none."""
        content = self.about.get("requestBody", {}).get("content", {}).get("application/json", {})
        return deepcopy(content.get("example"))

    def address(self, **values: object) -> str:
        """Return the operation's path and query. `values` has values of path parameters; the other parameters have the
        values of their examples."""
        shown = {one["name"]: one.get("example") for one in self.parameters}
        needed = [one for one in self.about.get("parameters", []) if one["in"] == "query" and one.get("required")]
        query = "&".join(f"{one['name']}={one['example']}" for one in needed)
        return self.path.format(**{**shown, **values}) + (f"?{query}" if query else "")


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    """Follow the references of a schema. For a union of one schema and null, return that schema."""
    while True:
        if "$ref" in schema:
            schema = DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        elif len(choices := [one for one in schema.get("anyOf", []) if one.get("type") != "null"]) == 1:
            schema = choices[0]
        else:
            return schema


def objects(schema: dict[str, Any], value: Any, steps: tuple[Step, ...] = ()) -> Iterator[tuple[tuple[Step, ...], Any]]:
    """Yield (steps, schema) for every object with known fields in an example. `steps` is its path in the example."""
    schema = resolved(schema)
    if isinstance(value, dict) and "properties" in schema:
        yield steps, schema
        for name, part in value.items():
            yield from objects(schema["properties"].get(name, {}), part, (*steps, name))
    elif isinstance(value, list) and value:
        yield from objects(schema.get("items", {}), value[0], (*steps, 0))


def at(value: Any, steps: tuple[Step, ...]) -> Any:
    """Return the part of a JSON value at the path `steps`."""
    for step in steps:
        value = value[step]
    return value


OPERATIONS = [
    Operation(name=f"{method.upper()} {path}", about=about)
    for path, methods in sorted(DOCUMENT["paths"].items())
    for method, about in sorted(methods.items())
]
WITH_BODY = [one for one in OPERATIONS if one.body_schema is not None and one.name != STRIPES_OWN]
