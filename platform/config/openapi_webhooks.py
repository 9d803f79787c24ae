"""The section `webhooks` of the OpenAPI document: what we send to the addresses of users' programs."""

from typing import Any

from apps.webhooks.models import EVENT_NAMES, TEST


def add_webhooks(document: dict[str, Any], *, texts: dict[str, Any]) -> None:
    """Add a webhook for each type of event to a document that has their schemas, in place."""
    schemas = document["components"]["schemas"]
    schemas["WebhookTest"] = texts["test"]
    types = {name: about["properties"].get("type", {}).get("const") for name, about in schemas.items() if _has_at(about)}
    known = {type_: {"$ref": f"#/components/schemas/{name}"} for name, type_ in types.items() if type_}
    document["webhooks"] = {
        name: {"post": _call(name, known[name], parameters=texts["parameters"])} for name in (*EVENT_NAMES, TEST)
    }
    document["info"]["description"] += f"\n{texts['description']}\n"


def _call(name: str, event: dict[str, str], *, parameters: list[Any]) -> dict[str, Any]:
    at = {"type": "string", "format": "date-time", "description": "When this happened: an instant in UTC."}
    fields = {"type": {"const": name, "type": "string"}, "timestamp": at, "data": event}
    body = {"type": "object", "properties": fields, "required": list(fields)}
    return {
        "summary": f"An event {name}",
        "parameters": parameters,
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {"2XX": {"description": "The event was accepted."}},
    }


def _has_at(schema: dict[str, Any]) -> bool:
    return "at" in schema.get("properties", {})
