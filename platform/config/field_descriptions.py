"""The descriptions of fields and parameters in the OpenAPI document and in the schema of the events.

They are data in field_descriptions.json: {schema, or operationId: {field or parameter: sentence}}. The key "*" has the
sentences of names that mean the same wherever they occur. In an entry, "*" names a schema whose sentences also apply. A
description at the schema itself comes before all of these.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

from snipers.clients import registry

FILE: Final = Path(__file__).with_name("field_descriptions.json")
EVERYWHERE: Final = "*"
PLATFORM: Final = "platform"


@cache
def descriptions() -> dict[str, dict[str, str]]:
    """Return the content of field_descriptions.json."""
    return cast(dict[str, dict[str, str]], json.loads(FILE.read_text()))


def find_description(owner: str, name: str) -> str | None:
    """Return the description of a field or parameter, None if it has none. `owner` is a schema or an operationId."""
    own = descriptions().get(owner, {})
    if name in own:
        return own[name]
    return find_description(own[EVERYWHERE], name) if EVERYWHERE in own else descriptions()[EVERYWHERE].get(name)


def describe(node: Any) -> None:
    """Add the missing descriptions of all fields and parameters in a part of a document, in place, and the keys of the
    platforms to fields with the format of such a key."""
    _list_platforms(node)
    for owner, name, about in described_parts(node):
        if "description" not in about and (known := find_description(owner, name)):
            about["description"] = known


def _list_platforms(node: Any) -> None:
    if isinstance(node, dict) and node.get("format") == PLATFORM:
        del node["format"]
        node["enum"] = list(registry.keys())
    for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
        _list_platforms(part)


def described_parts(node: Any) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield (schema or operationId, name, schema or parameter) of all fields and parameters in a part of a document."""
    if isinstance(node, dict):
        for one in node.get("parameters", []) if "operationId" in node else []:
            yield node["operationId"], one["name"], one
        fields = node.get("properties") if "title" in node else None
        for name, about in fields.items() if isinstance(fields, dict) else []:
            yield node["title"], name, about
    for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
        yield from described_parts(part)
