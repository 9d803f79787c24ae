"""The examples of the OpenAPI document.

They are data in the file examples.json of each app. A file has
- `schemas`: one example of each schema of a response, {schema: {field: value}}. A field is left out if its example
  follows from its type: an object of another schema, a list of one of them, the first value of an enumeration;
- `operations`: {"POST /api/users/login/": entry}. An entry may have `request` (a JSON body) or `file` (any other body),
  `path` and `query` (parameters), `refusals` ({status: {code: sentence, or {message, errors, ...}}}) and `answers`
  ({status: body}) if the example of a response is not that of its schema.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

APPS: Final = Path(__file__).parents[1] / "apps"


@cache
def operations() -> dict[str, Any]:
    """Return the entries of all operations."""
    return _read("operations")


@cache
def schemas() -> dict[str, Any]:
    """Return the examples of all schemas."""
    return _read("schemas")


def example_of(schema: dict[str, Any], components: dict[str, Any]) -> Any:
    """Return an example of a schema. Raises LookupError, with the name, if a field has no example."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return _object(name, components[name], components)
    if "anyOf" in schema or "oneOf" in schema:
        choices = schema.get("anyOf") or schema["oneOf"]
        return example_of(next((one for one in choices if one.get("type") != "null"), choices[0]), components)
    for known in ("const", "default"):
        if known in schema:
            return schema[known]
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "array":
            return [example_of(schema["items"], components)]
        case "boolean":
            return False
    raise LookupError


def _object(name: str, schema: dict[str, Any], components: dict[str, Any]) -> Any:
    if "properties" not in schema:
        return example_of(schema, components)
    known, made = schemas().get(name, {}), {}
    for field, about in schema["properties"].items():
        try:
            made[field] = known[field] if field in known else example_of(about, components)
        except LookupError as error:
            raise LookupError(*(error.args or (f"no example: {name}.{field}",))) from None
    return made


def _read(part: str) -> dict[str, Any]:
    files = sorted(APPS.glob("**/examples.json"))
    return {name: value for file in files for name, value in json.loads(file.read_text())[part].items()}
