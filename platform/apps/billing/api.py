"""Endpoints of billing: the caller's subscription, and Stripe's webhook."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router

from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.billing import checkout, messages, selectors, services
from apps.billing.schemas import ChangeIn, CheckoutIn, CheckoutOut, DetailsOut, ManageOut
from apps.billing.stripe import webhook
from apps.common.schemas import MessageOut

router = Router()


@router.post("/subscription/create-checkout-session/", auth=bearer, response=CheckoutOut)
def create_checkout_session(request: SignedInRequest, form: CheckoutIn) -> dict[str, str]:
    """Open a Stripe page for buying a plan and return its URL. A user who has had no free trial
    gets one.

    If the user's subscription to that plan was about to end, renew it and return the URL of the
    page that Stripe would open after a purchase.
    """
    started = checkout.start(user=request.auth.user, wanted=form.subscription_tier, now=timezone.now())
    return {"sessionUrl": started.url, "message": started.message}


@router.post("/subscription/cancel-subscription/", auth=bearer, response=MessageOut)
def cancel_subscription(request: SignedInRequest) -> dict[str, str]:
    """Cancel the subscription at the end of the paid period."""
    return {"message": services.cancel(user=request.auth.user, now=timezone.now())}


@router.post("/subscription/change-subscription/", auth=bearer, response=MessageOut)
def change_subscription(request: SignedInRequest, form: ChangeIn) -> dict[str, str]:
    """Switch to another plan at once. The price of the rest of the period is prorated."""
    services.change(user=request.auth.user, wanted=form.new_subscription_tier, now=timezone.now())
    return {"message": messages.CHANGED}


@router.get("/subscription/subscription-details/", auth=bearer, response=DetailsOut)
def get_subscription_details(request: SignedInRequest) -> dict[str, Any]:
    """The user's subscription, and the actions that its state allows."""
    return selectors.details(user=request.auth.user, now=timezone.now())


@router.get("/subscription/access-end-date/", auth=bearer, response=MessageOut)
def get_access_end_date(request: SignedInRequest) -> dict[str, str]:
    """Return a sentence with the date on which the user's access to the plan would end after a cancellation."""
    return {"message": selectors.access_sentence(user=request.auth.user)}


@router.get("/subscription/manage-subscription/", auth=bearer, response=ManageOut)
def manage_subscription(request: SignedInRequest) -> dict[str, str]:
    """Open the Stripe page on which the user manages card, invoices and subscription, and return its URL."""
    return {"url": services.portal_url(user=request.auth.user, now=timezone.now())}


@router.post("/webhook/", response=MessageOut)
def receive_stripe_event(request: HttpRequest) -> dict[str, str]:
    """Store one event of Stripe after checking its signature; the background worker applies it."""
    header = request.headers.get("Stripe-Signature", "")
    new = webhook.store_event(body=request.body, header=header, now=timezone.now())
    return {"message": "Received" if new else "Received before"}
