"""Calls to Stripe, with plain types. No other module imports `stripe`.

This module sets the URLs, timeouts and retries, and translates the library's errors into GatewayError. Callers choose
parameters and idempotency keys.
"""

import atexit
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from threading import BoundedSemaphore
from typing import Any, Final, cast

import httpx
import stripe
from django.conf import settings

from apps.billing.rules import OVER, PRICES, Contract, plan_of

CONNECT_SECONDS: Final = 3.0
READ_SECONDS: Final = 8.0
RETRIES: Final = 2
# How long a call waits for a parallel call with the same key, and the bounds of the random pause between its attempts,
# in seconds. The library's first pause has a fixed length, so parallel clicks would collide again.
SAME_KEY_SECONDS: Final = 4.0
SAME_KEY_PAUSE: Final = (0.1, 0.4)
# The largest number of parallel calls of this process. Each call holds a thread and a database connection. If Stripe
# does not answer, the waiting calls must not use all of them.
MOST_AT_ONCE: Final = 8
# The number of subscriptions that one call reads. No customer has more.
PAGE: Final = 100
# Stripe's code for an object that does not exist. The error's `param` names the parameter with the object's id.
MISSING: Final = "resource_missing"

_slots = BoundedSemaphore(MOST_AT_ONCE)


class GatewayError(Exception):
    """A call to Stripe failed."""


class Unavailable(GatewayError):
    """Stripe gave no usable answer. Unless `key_spent` is set, Stripe may have executed the call,
    so a retry must use the same key.

    `key_spent` means that Stripe stored a failure under the key and would only repeat it, so a
    retry needs a new key.
    """

    def __init__(self, message: str, *, key_spent: bool = False) -> None:
        super().__init__(message)
        self.key_spent = key_spent


class Refused(GatewayError):
    """Stripe refused the call. `code` is Stripe's error code. `card_sentence` is Stripe's message for the cardholder,
    "" if the card is not the reason."""

    def __init__(self, code: str, *, card_sentence: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.card_sentence = card_sentence


class CustomerMissing(Refused):
    """The customer of the call does not exist: it was deleted in Stripe's Dashboard, or belongs to another mode or
    account."""


class PriceMissing(Refused):
    """Stripe has no price for a plan, because `manage.py stripe_setup` has not been run in this mode."""


class BadSignature(Exception):
    """A webhook request does not have a valid Stripe signature."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A checkout page at Stripe. `url` is None unless the `status` is "open"."""

    id: str
    status: str
    url: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The object that a call created or changed. `id` is its id; only a portal session has a `url`."""

    id: str
    url: str | None = None


def contracts(*, customer_id: str) -> list[Contract]:
    """Return all current and past subscriptions of a customer, [] if the customer was deleted. Raises GatewayError."""
    try:
        with _stripe_client() as client:
            found = client.v1.subscriptions.list(
                {
                    "customer": customer_id,
                    "status": "all",
                    "limit": PAGE,
                    "expand": ["data.default_payment_method"],
                }
            )
            return [_contract(one) for one in found.data]
    except CustomerMissing:
        return []


def check_customer(*, customer_id: str) -> None:
    """Raise CustomerMissing if the customer does not exist or was deleted. Raises GatewayError."""
    try:
        with _stripe_client() as client:
            found = client.v1.customers.retrieve(customer_id)
    except Refused as error:
        # The id is in the path here, so Stripe's error names no customer.
        raise CustomerMissing(error.code) if error.code == MISSING else error from None
    # Stripe still returns a deleted customer: its id, and `deleted: true`.
    if getattr(found, "deleted", False):
        raise CustomerMissing("deleted")


def price_id(*, lookup_key: str) -> str:
    """Return the id of the price with this lookup key. Raises GatewayError: PriceMissing if there is no such price."""
    found = find_price(lookup_key=lookup_key)
    if found is None:
        raise PriceMissing(lookup_key)
    return found[0]


def find_price(*, lookup_key: str) -> tuple[str, int | None] | None:
    """Return (id, cents) of the active price with this lookup key, or None. Raises GatewayError."""
    with _stripe_client() as client:
        found = client.v1.prices.list({"lookup_keys": [lookup_key], "active": True, "limit": 1}).data
        return (found[0].id, found[0].unit_amount) if found else None


def create_customer(*, params: Mapping[str, Any], key: str) -> Result:
    """Create a customer with Stripe's parameters `params` and the idempotency key `key`. Raises GatewayError."""
    with _stripe_client() as client:
        return Result(id=client.v1.customers.create(cast(Any, params), _keyed(key)).id)


def open_checkout(*, params: Mapping[str, Any], key: str) -> Session:
    """Create a checkout page (Stripe's checkout session) with Stripe's parameters `params`. Raises GatewayError."""
    with _stripe_client() as client:
        return _session(client.v1.checkout.sessions.create(cast(Any, params), _keyed(key)))


def checkout(*, session_id: str) -> Session | None:
    """Read the checkout session with this id. None if Stripe has none, as in another mode. Raises GatewayError."""
    try:
        with _stripe_client() as client:
            return _session(client.v1.checkout.sessions.retrieve(session_id))
    except Refused as error:
        if error.code == MISSING:
            return None
        raise


def expire_checkout(*, session_id: str, key: str) -> Result:
    """Close an open checkout session. Raises GatewayError: Refused if it is not open any more."""
    with _stripe_client() as client:
        return Result(id=client.v1.checkout.sessions.expire(session_id, None, _keyed(key)).id)


def update_subscription(*, subscription_id: str, params: Mapping[str, Any], key: str) -> Result:
    """Change a subscription. Raises GatewayError: Refused with a `card_sentence` if the payment for the change
    failed."""
    with _stripe_client() as client:
        return Result(id=client.v1.subscriptions.update(subscription_id, cast(Any, params), _keyed(key)).id)


def end_subscription(*, subscription_id: str) -> None:
    """End a subscription at once, without a refund. If it has already ended, nothing happens. Raises GatewayError.

    The call needs no idempotency key: a subscription can end only once. Besides, Stripe stores keys
    only for POSTs, and this call is a DELETE.
    """
    try:
        with _stripe_client() as client:
            client.v1.subscriptions.cancel(subscription_id)
    except Refused as error:
        if error.code != MISSING:
            raise


def end_subscriptions(*, customer_id: str) -> None:
    """End every subscription of a customer at once, without a refund. Raises GatewayError."""
    for contract in contracts(customer_id=customer_id):
        if contract.status not in OVER:
            end_subscription(subscription_id=contract.id)


def open_portal(*, params: Mapping[str, Any], key: str) -> Result:
    """Create a session of Stripe's portal, the page on which customers manage their subscription. Raises
    GatewayError."""
    with _stripe_client() as client:
        session = client.v1.billing_portal.sessions.create(cast(Any, params), _keyed(key))
        return Result(id=session.id, url=session.url or None)


def find_or_create_product(*, product_id: str, name: str) -> str:
    """Return the id of the product `product_id`. Create the product if Stripe has none with this id. Raises
    GatewayError."""
    with _stripe_client() as client:
        try:
            return client.v1.products.retrieve(product_id).id
        except stripe.InvalidRequestError as error:
            if error.http_status != 404:
                raise
        return client.v1.products.create({"id": product_id, "name": name}, _keyed(f"product-{product_id}")).id


def create_price(*, params: Mapping[str, Any], key: str) -> str:
    """Create a price and return its id. Raises GatewayError."""
    with _stripe_client() as client:
        return client.v1.prices.create(cast(Any, params), _keyed(key)).id


def check_signature(*, body: bytes, header: str) -> None:
    """Check the signature of a webhook. Raises BadSignature unless `header` is a signature of `body` with our secret.

    The caller, webhook.py, checks the time of signing.
    """
    try:
        stripe.WebhookSignature.verify_header(body, header, settings.STRIPE_WEBHOOK_SECRET)
    except (stripe.SignatureVerificationError, UnicodeDecodeError):
        raise BadSignature from None


class _Transport(stripe.HTTPClient):
    """Makes the Stripe library's calls with httpx, because the library's own HTTP clients follow redirects or print
    warnings."""

    name = "httpx"

    def __init__(self) -> None:
        super().__init__()
        timeout = httpx.Timeout(READ_SECONDS, connect=CONNECT_SECONDS)
        self._http = httpx.Client(timeout=timeout, follow_redirects=False)
        atexit.register(self._http.close)

    def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None,
        post_data: Any = None,
        *,
        _usage: list[str] | None = None,
    ) -> tuple[str, int, Mapping[str, str]]:
        """Send a request and return (body, status, headers). Repeat the request for up to four seconds while Stripe
        answers that a parallel call has the same idempotency key.

        After any other failure, the library decides whether and when to call this method again. Raises
        stripe.APIConnectionError.
        """
        deadline = time.monotonic() + SAME_KEY_SECONDS
        try:
            response = self._http.request(method, url, headers=headers, content=post_data)
            while _key_in_use(response) and time.monotonic() < deadline:
                time.sleep(random.uniform(*SAME_KEY_PAUSE))  # noqa: S311 - no secret
                response = self._http.request(method, url, headers=headers, content=post_data)
        except httpx.HTTPError as error:
            # A user waits for the page, so the library must not repeat a call that timed out.
            retry = not isinstance(error, httpx.ReadTimeout)
            raise _connection_error(type(error).__name__, retry) from error
        return response.text, response.status_code, response.headers


def _key_in_use(response: httpx.Response) -> bool:
    return response.status_code == 409 and "idempotency_key_in_use" in response.text


def _connection_error(why: str, retry: bool) -> stripe.APIConnectionError:
    return stripe.APIConnectionError(why, should_retry=retry)  # type: ignore[no-untyped-call] # the library's gap


@cache
def _client(api_key: str, base: str) -> stripe.StripeClient:
    return stripe.StripeClient(
        api_key,
        base_addresses={"api": base} if base else None,
        max_network_retries=RETRIES,
        http_client=_Transport(),
    )


@contextmanager
def _stripe_client() -> Iterator[stripe.StripeClient]:
    """Yield Stripe's client. Raises GatewayError for the library's errors, and Unavailable at the limit of parallel
    calls."""
    if not _slots.acquire(timeout=CONNECT_SECONDS):
        raise Unavailable("too many calls at once")
    try:
        yield _client(settings.STRIPE_SECRET_KEY, settings.STRIPE_API_BASE)
    except stripe.APIConnectionError as error:
        raise Unavailable("no answer") from error
    except stripe.CardError as error:
        raise Refused(error.code or "card_error", card_sentence=error.user_message or "") from error
    except stripe.StripeError as error:
        raise _translate(error) from error
    finally:
        _slots.release()


def _translate(error: stripe.StripeError) -> GatewayError:
    status = error.http_status or 0
    if status in (401, 403):
        return Unavailable("Stripe does not accept our key")
    if status == 429:
        return Unavailable("asked too often")
    if status == 409:
        return Unavailable("the same call is under way")
    if status >= 500 or not 400 <= status:
        return Unavailable(f"status {status}", key_spent=True)
    param = str(getattr(error, "param", None) or "")
    if error.code == MISSING and param == "customer":
        return CustomerMissing(MISSING)
    if error.code == MISSING and param.endswith(("price", "[price]")):
        return PriceMissing(param)
    return Refused(error.code or type(error).__name__)


def _keyed(key: str) -> Any:
    return {"idempotency_key": key}


def _session(session: Any) -> Session:
    return Session(id=session.id, status=session.status or "", url=session.url)


def _contract(found: Any) -> Contract:
    plan, item = _plan_item(found["items"].data)
    return Contract(
        id=found.id,
        status=found.status,
        plan=plan,
        item_id=item.id if item is not None and plan in PRICES else "",
        created=_required_instant(found.created),
        # Since API version 2025-03-31, the end of the billing period is a field of the subscription's item.
        current_period_end=None if item is None else _instant(item.current_period_end),
        cancel_at_period_end=found.cancel_at_period_end,
        cancel_at=_instant(found.cancel_at),
        trial_ends_at=_instant(found.trial_end),
        card=_fingerprint(found.default_payment_method),
    )


def _plan_item(items: Sequence[Any]) -> tuple[str, Any]:
    """Return the plan of a subscription and the item with its price: of several, the highest; ("none", its first item)
    if no price is ours.

    Stripe promises no order of the items. Staff add items in the Dashboard, such as support or a tax line.
    """
    plans = [(_plan_of_price(item.price), item) for item in items]
    first = plans[0] if plans else ("none", None)
    return max(plans, key=lambda found: PRICES.get(found[0], 0), default=first)


def _plan_of_price(price: Any) -> str:
    tier = price.metadata["tier"] if price.metadata and "tier" in price.metadata else None
    return plan_of(lookup_key=price.lookup_key, metadata_tier=tier)


def _fingerprint(payment_method: Any) -> str:
    card = getattr(payment_method, "card", None)
    return (card.fingerprint or "") if card else ""


def _instant(seconds: int | None) -> datetime | None:
    return None if seconds is None else _required_instant(seconds)


def _required_instant(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
