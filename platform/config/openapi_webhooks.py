"""The section `webhooks` of the OpenAPI document: what we send to the addresses of users' programs."""

from typing import Any

from apps.webhooks.models import EVENT_NAMES, TEST


def add_webhooks(document: dict[str, Any], *, texts: dict[str, Any]) -> None:
    """Add a webhook for each type of event to a document that has their schemas, in place."""
    schemas = document["components"]["schemas"]
    schemas["WebhookTest"] = texts["test"]
    types = {about.get("properties", {}).get("type", {}).get("const"): name for name, about in schemas.items()}
    document["webhooks"] = {
        name: {"post": _call(name, schema=types[name], parameters=texts["parameters"])} for name in (*EVENT_NAMES, TEST)
    }
    document["info"]["description"] += f"\n{texts['description']}\n"


def _call(name: str, *, schema: str, parameters: list[Any]) -> dict[str, Any]:
    at = {"type": "string", "format": "date-time", "description": "When this happened: an instant in UTC."}
    fields = {
        "type": {"const": name, "type": "string"},
        "timestamp": at,
        "data": {"$ref": f"#/components/schemas/{schema}"},
    }
    body = {"type": "object", "properties": fields, "required": list(fields)}
    return {
        "summary": f"An event {name}",
        "parameters": parameters,
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {"2XX": {"description": "The event was accepted."}},
    }
