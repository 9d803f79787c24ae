"""The OpenAPI 3.1 document. It is served at /api/openapi.json, in production too.

Ninja generates the paths, parameters, bodies and responses. This module adds examples, the refusals (error responses)
of each operation with their messages, and descriptions of fields, parameters, tags, security and headers. Examples and
refusals are data, which config/examples.py reads.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import conditional_page, require_safe
from ninja.openapi.schema import REF_TEMPLATE, get_schema
from ninja.schema import NinjaGenerateJsonSchema

from apps.common.platform_wire import USER_FIELDS
from apps.common.schemas import RefusalOut
from apps.keys import idempotency
from config import examples, field_descriptions, openapi_socket, openapi_webhooks, scopes
from config.api import api
from server.answers import FAULT, UNAVAILABLE, refusal_for
from server.key_auth import refusal_of
from server.parser import not_json, too_big
from server.rates import too_fast
from snipers.clients import registry

JSON: Final = "application/json"
# What the document says about tags, statuses, headers, ways to sign in and the first packet of the socket.
TEXTS: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("document.json").read_text())

DESCRIPTION: Final = """\
Every answer is JSON unless an operation says otherwise. A refusal is always `{"message", "code"}`: a sentence for a
person and a stable code for programs, and for forms `"errors"` with one sentence for each field. Every answer has
`X-Request-ID`: a valid one that you send is kept, and the same id is in our log. Paths work with and without the
trailing slash. A body is read as JSON with any content type, unless an operation says otherwise.

A program signs in with an API key, which its user makes in the profile, or by OAuth 2.1: its client id is the https
address of its client ID metadata document, and its codes need PKCE with S256. `x-scope` of each operation is the scope
that a program needs, `none` if no program may call it, or `public` if it needs no sign-in.
"""
TAGS: Final = {
    **TEXTS["tags"],
    **{key: f"Connecting {registry.find(key).name} accounts, under older paths." for key in USER_FIELDS},
}
SHARED_REFUSALS: Final = {
    "400": ("Malformed", refusal_for(400)),
    "401": ("NotSignedIn", refusal_for(401)),
    "413": ("TooBig", too_big()),
    "422": ("DoesNotParse", not_json("The request body isn't valid JSON.")),
    "429": ("TooFast", too_fast(seconds=12)),
    "500": ("Fault", FAULT),
    "503": ("Unavailable", UNAVAILABLE),
}
ANSWERED: Final = {"X-Request-ID": {"$ref": "#/components/headers/RequestId"}}
# Of answers to calls with an API key.
RATED: Final = {
    f"RateLimit-{name}": {"$ref": f"#/components/headers/RateLimit{name}"}
    for name in ("Limit", "Policy", "Remaining", "Reset")
}
OWN_HEADERS: Final = {"401": ("WWW-Authenticate", "Authenticate"), "429": ("Retry-After", "RetryAfter")}


def document() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(get_schema(api, path_prefix="/api/"), cls=DjangoJSONEncoder))
    # No operation returns a refusal: the error handlers make all of them. So Ninja doesn't know their shape.
    refusal = RefusalOut.model_json_schema(
        mode="serialization", ref_template=REF_TEMPLATE, schema_generator=NinjaGenerateJsonSchema
    )
    made["components"]["schemas"] |= {**refusal.pop("$defs"), "RefusalOut": refusal}
    made["info"]["description"] = DESCRIPTION
    made["servers"] = [{"url": "/"}]
    _translate(made)
    used = set()
    for path, operations in made["paths"].items():
        for method, operation in operations.items():
            _complete(operation, examples.operations().get(f"{method.upper()} {path}"))
            used.update(operation["tags"])
    openapi_socket.add_socket(made, auth=TEXTS["socket_auth"])
    openapi_webhooks.add_webhooks(made, texts=TEXTS["webhooks"])
    field_descriptions.describe(made)
    for operations in made["paths"].values():
        for operation in operations.values():
            _show_answers(operation, made["components"]["schemas"])
    made["tags"] = [{"name": name, "description": TAGS.get(name, "")} for name in sorted(used)]
    components = made["components"]
    components["securitySchemes"] = TEXTS["security"]
    components["headers"] = TEXTS["headers"]
    components["responses"] = {
        name: _refusal(status, {refusal.code: refusal.body()})
        for status, (name, refusal) in sorted(SHARED_REFUSALS.items())
    }
    return made


# The names under which pydantic publishes bounds that are declared around a validator. JSON Schema ignores these names.
# The values are JSON Schema's name and the function that returns the narrower of two bounds.
BOUNDS: Final = {"ge": ("minimum", max), "le": ("maximum", min)}


def _translate(node: Any) -> None:
    """Rename pydantic's bounds to JSON Schema's, in place. If a schema has both, keep the narrower bound."""
    for part in node.values() if isinstance(node, dict) else node:
        if isinstance(part, dict | list):
            _translate(part)
    if isinstance(node, dict) and "type" in node:
        for word, (known, narrower) in BOUNDS.items():
            if word in node:
                bound = node.pop(word)
                node[known] = narrower(bound, node.get(known, bound))


@cache
def _text() -> bytes:
    return json.dumps(document(), sort_keys=True, ensure_ascii=False).encode()


@conditional_page
@require_safe
def served(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI document. It is made once in each process and changes only with a new release."""
    return HttpResponse(_text(), content_type=JSON, headers={"Cache-Control": "public, max-age=300"})


def _complete(operation: dict[str, Any], known: dict[str, Any] | None) -> None:
    """Add the summary, security, refusals and examples of an operation, in place. `known` is its entry in an
    examples.json."""
    operation["summary"] = operation.get("description", "").split(". ")[0].split("\n")[0].rstrip(".")
    operation["x-scope"] = scopes.SCOPES[operation["operationId"]]
    operation.setdefault("security", [])
    takes_keys = operation["x-scope"] not in (scopes.NONE, scopes.PUBLIC)
    if takes_keys:
        operation["security"] += [{"ApiKey": [operation["x-scope"]]}, {"OAuth": [operation["x-scope"]]}]
    shown = known or {}
    for parameter in operation.get("parameters", []):
        given = shown.get(parameter["in"], {})
        if parameter["name"] in given:
            parameter["example"] = given[parameter["name"]]
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        wanted = "request" if kind == JSON else "file"
        if wanted in shown:
            content["example"] = shown[wanted]
    answers = operation["responses"]
    for answer in answers.values():
        if len(answer.get("content", {})) > 1:
            # An operation that declares its own content has no JSON response.
            answer["content"].pop(JSON, None)
    for status, body in shown.get("answers", {}).items():
        for content in answers.get(status, {}).get("content", {}).values():
            content["example"] = body
    for status, answer in answers.items():
        if status < "400":
            answer["headers"] = {**ANSWERED, **(RATED if takes_keys else {}), **answer.get("headers", {})}
    if "304" in answers:
        for status in ("200", "304"):
            answers[status]["headers"]["ETag"] = {"$ref": "#/components/headers/ETag"}
        operation["parameters"] = [*operation.get("parameters", []), TEXTS["if_none_match"]]
    if operation["operationId"] in idempotency.OPERATIONS:
        operation["parameters"] = [*operation.get("parameters", []), TEXTS["idempotency_key"]]
    operation["responses"] = dict(sorted({**_kept(answers, known), **_refusals(operation, shown)}.items()))


def _show_answers(operation: dict[str, Any], components: dict[str, Any]) -> None:
    """Add the examples of JSON responses that have none of their own, in place."""
    for status, answer in operation["responses"].items():
        content = answer.get("content", {}).get(JSON, {})
        if status < "300" and "schema" in content and "example" not in content:
            content["example"] = examples.example_of(content["schema"], components)


def _kept(answers: dict[str, Any], known: dict[str, Any] | None) -> dict[str, Any]:
    """Return the responses that Ninja generated. If an examples.json has the operation, leave out the refusals among
    them."""
    return {status: answer for status, answer in answers.items() if status < "400" or known is None}


def _refusals(operation: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """Return the refusals of an operation as responses by status: the shared ones that are possible for it, and its
    own."""
    own: dict[str, Any] = dict(known.get("refusals", {}))
    if operation["security"]:
        refused = refusal_of(scopes.scope_of(operation["operationId"]))
        own["403"] = {**own.get("403", {}), refused.code: refused.message}
    if operation["operationId"] in idempotency.OPERATIONS:
        own |= {status: {**own.get(status, {}), **said} for status, said in idempotency.REFUSED.items()}
    possible = {"400", "429", "500", "503", *own}
    if operation["security"]:
        possible.add("401")
    if "requestBody" in operation:
        possible |= {"413", "422"}
    if operation.get("parameters"):
        possible.add("422")
    made = {}
    for status in sorted(possible):
        bodies = {code: _body(code, said) for code, said in own.get(status, {}).items()}
        shared = SHARED_REFUSALS.get(status)
        if shared and not bodies:
            made[status] = {"$ref": f"#/components/responses/{shared[0]}"}
            continue
        if shared and (status != "401" or operation["security"]):
            bodies[shared[1].code] = shared[1].body()
        made[status] = _refusal(status, bodies)
    return made


def _body(code: str, said: str | dict[str, Any]) -> dict[str, Any]:
    return {"code": code, **({"message": said} if isinstance(said, str) else said)}


def _refusal(status: str, bodies: dict[str, Any]) -> dict[str, Any]:
    headers = {**ANSWERED, **(RATED if status == "429" else {})}
    if status in OWN_HEADERS:
        name, component = OWN_HEADERS[status]
        headers[name] = {"$ref": f"#/components/headers/{component}"}
    return {
        "description": TEXTS["statuses"][status],
        "headers": headers,
        "content": {
            JSON: {
                "schema": {"$ref": "#/components/schemas/RefusalOut"},
                "examples": {code: {"value": body} for code, body in bodies.items()},
            }
        },
    }
