"""The endpoints of webhooks. API keys may read them, but not change where a user's data goes."""

from typing import Annotated, Any

from django.db.models import QuerySet
from django.utils import timezone
from ninja import Router, Status
from pydantic import Field

from apps.accounts.security.throttle import origin
from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.schemas import BIGGEST_ID, Id, MessageOut

from . import messages, services
from .models import Webhook, WebhookDelivery
from .schemas import NewWebhookOut, WebhookChangesIn, WebhookDeliveriesOut, WebhookDeliveryOut, WebhookIn, WebhookOut

router = Router(auth=bearer)

Before = Annotated[int | None, Field(ge=1, le=BIGGEST_ID)]
Limit = Annotated[int, Field(ge=1, le=100)]


@router.get("/", response=list[WebhookOut])
def list_webhooks(request: SignedInRequest) -> QuerySet[Webhook]:
    """The user's webhooks, oldest first."""
    return Webhook.objects.filter(user=request.auth.user).order_by("pk")


@router.post("/", response={201: NewWebhookOut})
def create_webhook(request: SignedInRequest, form: WebhookIn) -> Status[Webhook]:
    """Add a webhook, at most five. The answer has its secret, which is never shown again."""
    url = form.url.get_secret_value()
    return Status(201, services.create(user=request.auth.user, url=url, events=form.events, **origin(request)))


@router.patch("/{webhook_id}/", response=WebhookOut)
def change_webhook(request: SignedInRequest, webhook_id: Id, form: WebhookChangesIn) -> Webhook:
    """Change a webhook's address or events, or turn it on or off. Turned off, it also drops the events that wait."""
    given: dict[str, Any] = form.model_dump() | {"url": form.url and form.url.get_secret_value()}
    return services.change(user=request.auth.user, webhook_id=webhook_id, **given, **origin(request))


@router.delete("/{webhook_id}/", response=MessageOut)
def remove_webhook(request: SignedInRequest, webhook_id: Id) -> dict[str, str]:
    """Remove a webhook and its log. It gets no more events."""
    services.remove(user=request.auth.user, webhook_id=webhook_id, **origin(request))
    return {"message": messages.REMOVED}


@router.post("/{webhook_id}/secret/", response=NewWebhookOut)
def rotate_webhook_secret(request: SignedInRequest, webhook_id: Id) -> Webhook:
    """Give a webhook a new secret, which is in this answer only. The old one signs beside it for 24 hours."""
    return services.rotate_secret(user=request.auth.user, webhook_id=webhook_id, **origin(request))


@router.post("/{webhook_id}/tests/", response=WebhookDeliveryOut)
def test_webhook(request: SignedInRequest, webhook_id: Id) -> WebhookDelivery:
    """Send a test event once. The log of the webhook has its result."""
    return services.send_test(user=request.auth.user, webhook_id=webhook_id, now=timezone.now())


@router.get("/{webhook_id}/deliveries/", response=WebhookDeliveriesOut)
def list_webhook_deliveries(
    request: SignedInRequest, webhook_id: Id, before: Before = None, limit: Limit = 30
) -> dict[str, Any]:
    """A webhook's events of the last 30 days, newest first, with the answer to the last try of each."""
    return services.log(user=request.auth.user, webhook_id=webhook_id, before=before, limit=limit)


@router.post("/deliveries/{delivery_id}/", response=WebhookDeliveryOut)
def redeliver_webhook(request: SignedInRequest, delivery_id: Id) -> WebhookDelivery:
    """Send an event of the log again, with its id, whether it was accepted or given up."""
    return services.redeliver(user=request.auth.user, delivery_id=delivery_id, now=timezone.now())
