"""The reference for programmers at /developers: made of the OpenAPI document, the tools of /mcp and the templates
developers/, in the page that the build rendered. It needs no script."""

import json
import re
import shlex
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page, require_safe

from apps.common.errors import Refusal
from apps.mcp.tools import TOOLS
from config import field_descriptions, landing, messages, openapi, scopes
from server.answers import answer

# The page sets these variables of the shell at its start. The client and the command line read them too.
SERVER: Final = "$TABLEHAWK_SERVER"
KEY_HEADER: Final = '-H "Authorization: Bearer $TABLEHAWK_KEY"'
# The names of fields in sentences.
CODE: Final = re.compile("`([^`<]+)`")

Schema = dict[str, Any]


class Field(NamedTuple):
    """A field of a body, an event or a tool's arguments, or a parameter of an operation."""

    name: str
    kind: str
    required: bool
    text: str


# The page quotes nothing that a visitor sends, so its compressed size reveals no secret.
@gzip_page
@conditional_page
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Return the reference. It is made once in each process and changes only with a new release."""
    file = settings.FRONTEND_DIST / "developers.html"
    try:
        built = _page(file, file.stat().st_mtime_ns)
    except OSError:
        return answer(request, Refusal("not_built", 503, messages.NOT_BUILT))
    return HttpResponse(built.html, headers={"Cache-Control": "no-cache", "Content-Security-Policy": built.policy})


@lru_cache(maxsize=1)
def _page(file: Path, built: int) -> landing.Built:
    html, policy = landing.with_inline_files(file, built)
    text = CODE.sub(r"<code>\1</code>", render_to_string("developers/page.html", facts()))
    return landing.Built(html.replace("{public_url}", settings.PUBLIC_URL).replace("{reference}", text), policy)


def facts() -> dict[str, Any]:
    """Return what the templates show."""
    document = openapi.document()
    schemas = document["components"]["schemas"]
    operations = [
        _operation(method.upper(), path, about, schemas)
        for path, methods in document["paths"].items()
        for method, about in methods.items()
        if about["x-scope"] != scopes.NONE
    ]
    tags = [
        (tag, _title(tag["name"]), [one for one in operations if one["tag"] == tag["name"]]) for tag in document["tags"]
    ]
    event = next(one["example"] for one in operations if one["name"] == "list_events")["events"][0]
    sent = {
        name: _resolved(hook["post"]["requestBody"]["content"][openapi.JSON]["schema"]["properties"]["data"], schemas)
        for name, hook in document["webhooks"].items()
    }
    return {
        "server": settings.PUBLIC_URL,
        "texts": openapi.TEXTS,
        "rates": {name: openapi.TEXTS["headers"][name.replace("-", "")]["description"] for name in openapi.RATED},
        "refusal": _json(openapi.SHARED_REFUSALS["429"][1].body()),
        "event": _json({"type": event["type"], "timestamp": event["at"], "data": event}),
        "events": [(name, data["description"], list(fields(data, schemas))) for name, data in sent.items()],
        "tools": [(tool, list(_arguments(tool.arguments.model_json_schema(by_alias=True)))) for tool in TOOLS.values()],
        # What most programs are for comes first, and what needs no key last.
        "tags": sorted(
            (tag for tag in tags if tag[-1]), key=lambda tag: -sum(one["scope"] != scopes.PUBLIC for one in tag[-1])
        ),
    }


def _operation(method: str, path: str, about: Schema, schemas: Schema) -> dict[str, Any]:
    content = about.get("requestBody", {}).get("content", {})
    # A body that is accepted as a file too is shown as JSON.
    kind = openapi.JSON if openapi.JSON in content else next(iter(content), "")
    body = content.get(kind, {})
    status, good = next((status, one) for status, one in about["responses"].items() if status < "400")
    example = good.get("content", {}).get(openapi.JSON, {}).get("example")
    return {
        "name": about["operationId"],
        "tag": about["tags"][0],
        "title": _title(about["operationId"]),
        "method": method,
        "path": path,
        "scope": about["x-scope"],
        "text": about["description"],
        "parameters": [
            Field(one["name"], f"{one['in']}, {_kind(one['schema'], schemas)}", one["required"], one["description"])
            for one in about.get("parameters", [])
        ],
        "fields": list(fields(body.get("schema", {}), schemas)),
        "request": _curl(method, path, about, body.get("example"), kind),
        "status": status,
        "example": example,
        "answer": "" if example is None else _json(example),
        "answer_kind": next(iter(good.get("content", {})), ""),
        "refusals": [
            (status, list(one["content"][openapi.JSON]["examples"]))
            for status, one in about["responses"].items()
            if "400" <= status < "500" and "content" in one
        ],
    }


def _curl(method: str, path: str, about: Schema, body: Any, kind: str) -> str:
    """Return the example of a request as a command."""
    needed = [one for one in about.get("parameters", []) if one["required"]]
    query = "&".join(f"{one['name']}={one['example']}" for one in needed if one["in"] == "query")
    address = path.format(**{one["name"]: one["example"] for one in needed}) + (query and f"?{query}")
    parts = [f'curl {"" if method == "GET" else f"-X {method} "}"{SERVER}{address}"']
    if about["x-scope"] != scopes.PUBLIC:
        parts.append(KEY_HEADER)
    if kind:
        parts.append(f"-H {shlex.quote(f'Content-Type: {kind}')}")
        parts.append(f"--data-binary {shlex.quote(body if isinstance(body, str) else _json(body))}")
    return " \\\n  ".join(parts)


def _arguments(schema: Schema) -> Iterator[Field]:
    field_descriptions.describe(schema)
    return fields(schema, schema.get("$defs", {}))


def fields(schema: Schema, schemas: Schema, prefix: str = "", above: tuple[str, ...] = ()) -> Iterator[Field]:
    """Yield the fields of an object, each followed by its own fields: `reservation`, `reservation.venues[].id`."""
    schema = _resolved(schema, schemas)
    for name, about in schema.get("properties", {}).items():
        required = name in schema.get("required", ())
        yield Field(prefix + name, _kind(about, schemas), required, about.get("description", ""))
        inner, mark = _resolved(about, schemas), ""
        if "items" in inner:
            inner, mark = _resolved(inner["items"], schemas), "[]"
        if "properties" in inner and inner["title"] not in above:
            yield from fields(inner, schemas, f"{prefix}{name}{mark}.", (*above, inner["title"]))


def _resolved(schema: Schema, schemas: Schema) -> Schema:
    """Follow references, and take the schema of a union of one schema with null."""
    while "$ref" in schema or len(choices := [one for one in _union(schema) if one.get("type") != "null"]) == 1:
        schema = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else choices[0]
    return schema


def _union(schema: Schema) -> list[Schema]:
    return list(schema.get("anyOf") or schema.get("oneOf") or ())


def _kind(schema: Schema, schemas: Schema) -> str:
    """Return the type of a field in words."""
    if schema.get("default") not in (None, [], {}, ""):
        return f"{_kind({**schema, 'default': None}, schemas)}, default {json.dumps(schema['default'])}"
    if choices := _union(schema):
        return " or ".join(dict.fromkeys(_kind(one, schemas) for one in choices))
    if "$ref" in schema:
        return _kind(_resolved(schema, schemas), schemas)
    if "const" in schema or "enum" in schema:
        return " or ".join(map(json.dumps, schema.get("enum", [schema.get("const")])))
    if "items" in schema:
        return f"list of {_kind(schema['items'], schemas)}"
    known = schema.get("format", schema.get("type", "any value"))
    return "string" if known == "password" else str(known)


def _title(name: str) -> str:
    return re.sub("[-_]", " ", name).capitalize()


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
