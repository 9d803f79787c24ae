"""Writes the chart's values files and their schema from the values of the overlays."""

import copy
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import yaml

from k8s.policy import compose
from k8s.policy.rules_references import SECRET_WORDS

from .tree import MISSING

# Values by name ("web.minReplicas") of one overlay. None is a value that the overlay leaves out.
Values = Mapping[str, Any]
_IMAGE = {"type": "string", "pattern": r"^[^\s:@]+(:\d+)?[^\s:@]*(:[\w.-]+)?(@sha256:[0-9a-f]{64})?$"}
_CELL_NAMES = "^[a-z][a-z0-9]{2,9}$"


def files(values: Mapping[str, Values], table: Mapping[str, Any], *, default: str) -> dict[str, str]:
    """Return the text of values.yaml, of one file for each other overlay with its differences, and of
    values.schema.json.
    """
    given = {overlay: _with_cell_defaults(mine) for overlay, mine in values.items()}
    known = dict(given[default])
    for mine in given.values():
        known |= {name: value for name, value in mine.items() if name not in known and not name.startswith("cells.")}
    made = {"values.yaml": _with_comments(_nested(known), table)}
    for overlay, mine in given.items():
        if overlay != default:
            made[f"values-{overlay}.yaml"] = yaml.safe_dump(_nested(_changed(known, mine)), sort_keys=False, width=120)
    made["values.schema.json"] = json.dumps(_schema(values, table), indent=1, sort_keys=True) + "\n"
    return made


def _with_cell_defaults(mine: Values) -> Values:
    """Return the values of an overlay in which each cell has only its image and what differs from `cellDefaults`, the
    values of the first cell.
    """
    defaults: dict[str, Any] = {}
    for name, value in mine.items():
        if (part := _part_of_cell(name)) not in ("", "image"):
            defaults.setdefault(part, value)
    own = {name: _change(defaults.get(_part_of_cell(name), MISSING), value) for name, value in mine.items()}
    return {
        **{name: value for name, value in own.items() if value is not MISSING},
        **{f"cellDefaults.{part}": value for part, value in defaults.items()},
    }


def _part_of_cell(name: str) -> str:
    """Return the name of a cell's value without the cell, "" for another value."""
    return name.split(".", 2)[2] if name.startswith("cells.") else ""


def _changed(known: Values, mine: Values) -> Values:
    found = {name: _change(known.get(name, MISSING), value) for name, value in mine.items()}
    return {name: value for name, value in found.items() if value is not MISSING}


def _change(old: Any, new: Any) -> Any:
    """Return the tree that helm has to merge into `old` to get `new`, MISSING if they are equal.

    helm merges mappings, and None removes a key.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        found = {key: _change(old.get(key, MISSING), new.get(key)) for key in {**old, **new}}
        return {key: value for key, value in found.items() if value is not MISSING} or MISSING
    return MISSING if old == new else new


def _nested(values: Values) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, value in values.items():
        *parents, last = name.split(".")
        inner = made
        for parent in parents:
            inner = inner.setdefault(parent, {})
        inner[last] = copy.deepcopy(value)
    return made


def _with_comments(tree: Mapping[str, Any], table: Mapping[str, Any]) -> str:
    """Return the values as YAML, each with the table's description as a comment."""
    described = [one for one in (*table["values"], *table["options"]) if "about" in one]
    about = {one.get("name", one.get("when")): one["about"] for one in described}
    lines = ["# The defaults are production's values. Each values-*.yaml has the differences of one overlay."]
    path: list[str] = []
    for line in yaml.safe_dump(tree, sort_keys=False, width=10**9).splitlines():
        depth, key = (len(line) - len(line.lstrip())) // 2, line.strip().partition(":")[0]
        path = [*path[:depth], key]
        parts = path[2:] if path[0] == "cells" else path[1:] if path[0] == "cellDefaults" else []
        name = ".".join(["cells", "*", *parts] if parts else path)
        if name in about:
            lines.append(f"{'  ' * depth}# {about[name]}")
        lines.append(line)
    return "\n".join(lines) + "\n"


def _schema(values: Mapping[str, Values], table: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, list[Any]] = {}
    for mine in values.values():
        for name, value in mine.items():
            part = _part_of_cell(name)
            found.setdefault(_pattern(name) if part in ("", "image") else f"cellDefaults.{part}", []).append(value)
    given = {one["name"]: one["schema"] for one in table["values"] if "schema" in one}
    given |= dict.fromkeys(table["images"].values(), _IMAGE)
    schema = _closed({})
    for name, each in found.items():
        *parents, last = name.split(".")
        inner = schema
        for parent in parents:
            kind = "patternProperties" if parent == "*" else "properties"
            key = _CELL_NAMES if parent == "*" else parent
            inner["required"] = sorted({*inner["required"], *([parent] if parent != "*" else [])})
            inner = inner.setdefault(kind, {}).setdefault(key, _closed({}))
        known = _variables if parents == ["settings"] else _inferred
        inner["properties"][last] = given.get(name) or known(each)
        if None not in each:
            inner["required"] = sorted({*inner["required"], last})
    defaults, cells = schema["properties"]["cellDefaults"], schema["properties"]["cells"]
    cells["patternProperties"][_CELL_NAMES]["properties"] |= _optional(defaults["properties"])
    return {"$schema": "http://json-schema.org/draft-07/schema#", **schema}


def _optional(schema: Any) -> Any:
    """Return a copy of a schema in which no property is required."""
    if not isinstance(schema, dict):
        return schema
    return {key: [] if key == "required" else _optional(part) for key, part in schema.items()}


def _pattern(name: str) -> str:
    parts = name.split(".")
    return ".".join(["cells", "*", *parts[2:]] if parts[0] == "cells" else parts)


def _variables(each: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """Return the schema of environment variables. It permits those that a program reads, except secrets, which belong
    in no ConfigMap.
    """
    read = {name for name in compose.variables_of_programs() if not any(word in name for word in SECRET_WORDS)}
    return {
        **_closed({name: {"type": "string"} for name in read.union(*each)}),
        "required": sorted(set.intersection(*map(set, each))),
    }


def _inferred(values: Iterable[Any]) -> dict[str, Any]:
    """Return a schema for the type of the values. For mappings, it permits no keys but those of the values."""
    each = [value for value in values if value is not None]
    first = each[0]
    if isinstance(first, dict):
        parts = {key: _inferred(one.get(key) for one in each) for key in {key for one in each for key in one}}
        return {**_closed(parts), "required": sorted(set.intersection(*map(set, each)))}
    kinds = {bool: "boolean", int: "integer", str: "string"}
    return {"type": kinds[type(first)], **({"minimum": 0} if type(first) is int else {})}


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [], "additionalProperties": False}
