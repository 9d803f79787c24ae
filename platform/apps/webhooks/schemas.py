"""Request and response shapes of webhooks."""

from typing import Annotated, Literal

from pydantic import Field

from apps.common.schemas import Flag, Instant, Secret, Shape, Strict

from .models import EVENT_NAMES, EventName

Url = Annotated[Secret, Field(json_schema_extra={"pattern": "^https://"})]
Events = Annotated[list[EventName], Field(min_length=1, max_length=len(EVENT_NAMES))]


class WebhookIn(Strict):
    """A webhook to add: its address, https on port 443 of a public server, and the events that it gets."""

    url: Url
    events: Events


class WebhookChangesIn(Strict):
    """Changes of a webhook. What is null or missing stays. `is_on` turns it on or off."""

    url: Url | None = None
    events: Events | None = None
    is_on: Flag | None = None


class WebhookOut(Shape):
    """A webhook. `label` is its host and the end of its address. `problem` is a sentence if events don't get through,
    or if we turned it off. Until `rotates_until`, the secret before the newest one signs too."""

    id: int
    label: str
    events: list[EventName]
    is_on: bool
    problem: str | None
    created_at: Instant
    rotates_until: Instant | None


class NewWebhookOut(WebhookOut):
    """A webhook with its new secret, which is in this answer only."""

    secret: str


class WebhookDeliveryOut(Shape):
    """An event for a webhook, with the answer to its last try.

    `message_id` is the header `webhook-id` of each try. `status` is null without an answer, and `problem` is a sentence
    that says why. `next_at` is null if there is no further try.
    """

    id: int
    message_id: str
    type: EventName | Literal["webhook.test"]
    state: Literal["queued", "sending", "accepted", "given_up"]
    attempts: int
    created_at: Instant
    next_at: Instant | None = Field(validation_alias="next_try_at")
    status: int | None
    answer: str
    duration_ms: int | None
    problem: str | None


class WebhookDeliveriesOut(Shape):
    """A page of a webhook's events of the last 30 days, newest first. `more`: older ones follow."""

    deliveries: list[WebhookDeliveryOut]
    more: bool
