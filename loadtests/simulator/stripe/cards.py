"""Payment methods: test cards, how they behave when charged, and attaching them to a customer."""

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from .errors import StripeError, missing
from .store import Obj, new_id

if TYPE_CHECKING:
    from .account import StripeAccount

OUTCOMES = ("ok", "declined", "expired")


@dataclass(frozen=True, slots=True)
class Decline:
    """Why a charge failed, in Stripe's words."""

    code: str
    decline_code: str | None
    message: str
    status: int = 402
    type: str = "card_error"

    def error(self, payment_method: Obj | None, *, kept: bool = True) -> StripeError:
        return StripeError(
            self.status,
            self.message,
            type=self.type,
            code=self.code,
            decline_code=self.decline_code,
            payment_method=payment_method,
            kept=kept,
        )


DECLINED = Decline("card_declined", "generic_decline", "Your card was declined.")
EXPIRED = Decline("expired_card", "expired_card", "Your card has expired.")
NO_CARD = Decline(
    "resource_missing",
    None,
    "This customer has no attached payment source or default payment method. Please consider adding a default payment "
    "method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting",
    400,
    "invalid_request_error",
)
_DECLINES = {"declined": DECLINED, "expired": EXPIRED}

# Stripe's own names for test cards: brand, last four, what a charge says, whether it can be attached at all.
TEST_CARDS = {
    "pm_card_visa": ("visa", "4242", "ok", True),
    "pm_card_mastercard": ("mastercard", "4444", "ok", True),
    "pm_card_chargeCustomerFail": ("visa", "0341", "declined", True),
    "pm_card_visa_chargeDeclined": ("visa", "0002", "declined", False),
    "pm_card_chargeDeclined": ("visa", "0002", "declined", False),
    "pm_card_chargeDeclinedExpiredCard": ("visa", "0069", "expired", False),
}


def new_card(
    account: "StripeAccount",
    at: int,
    *,
    brand: str = "visa",
    last4: str = "4242",
    outcome: str = "ok",
    number: str = "",
) -> Obj:
    """Make a card. Cards of one `number` have one fingerprint; without a number each has its own."""
    year = datetime.fromtimestamp(at, UTC).year
    payment_method: Obj = {
        "id": new_id("pm"),
        "object": "payment_method",
        "allow_redisplay": "unspecified",
        "billing_details": dict.fromkeys(("address", "email", "name", "phone", "tax_id")),
        "card": {
            **dict.fromkeys(("checks", "generated_from", "three_d_secure_usage", "wallet")),
            "fingerprint": sha256((number or new_id("pan")).encode()).hexdigest()[:16],
            "brand": brand,
            "country": "US",
            "display_brand": brand,
            "exp_month": 12,
            "exp_year": year + 4,
            "funding": "credit",
            "last4": last4,
            "networks": {"available": [brand], "preferred": None},
            "regulated_status": "unregulated",
        },
        "created": at,
        "customer": None,
        "customer_account": None,
        "livemode": False,
        "metadata": {},
        "type": "card",
    }
    account.store.put(payment_method)
    _behave(account, payment_method["id"], outcome)
    return payment_method


def _behave(account: "StripeAccount", id: str, outcome: str) -> None:
    account.store.put({"id": f"{id}#card", "object": "_card", "outcome": outcome})


def outcome_of(account: "StripeAccount", id: str) -> str:
    outcome: str = account.store.get("_card", f"{id}#card")["outcome"]
    return outcome


def attach(account: "StripeAccount", id: str, customer: str, at: int, *, param: str | None = None) -> Obj:
    """The payment method, now the customer's. A test card's name makes a new one; one that may not be charged at all is
    refused here, as by Stripe."""
    if id in TEST_CARDS:
        brand, last4, outcome, attachable = TEST_CARDS[id]
        if not attachable:
            raise _DECLINES[outcome].error(None, kept=False)
        id = new_card(account, at, brand=brand, last4=last4, outcome=outcome)["id"]
    known = account.store.find("payment_method", id)
    if known is None:
        raise missing("payment_method", id, param=param or "id", status=400 if param else 404)
    if known["customer"] not in (None, customer):
        raise StripeError(400, "The payment method you provided has already been attached to a customer.")
    if known["customer"] is None:
        known = account.store.edit(id)
        known["customer"] = customer
        account.tell("payment_method.attached", known, at)
    return known


def of_customer(account: "StripeAccount", customer: str) -> list[Obj]:
    """The customer's cards, newest first."""
    return [card for card in account.store.all("payment_method") if card["customer"] == customer]


def set_outcome(account: "StripeAccount", card: Obj, outcome: str, at: int) -> None:
    """From now on the card is charged, declined or expired; an expired one also looks it."""
    _behave(account, card["id"], outcome)
    today = datetime.fromtimestamp(at, UTC)
    past = (today.year, today.month - 1) if today.month > 1 else (today.year - 1, 12)
    is_past = (card["card"]["exp_year"], card["card"]["exp_month"]) < (today.year, today.month)
    with account.changing(card["id"], at, event="payment_method.automatically_updated") as changed:
        if outcome == "expired":
            changed["card"]["exp_year"], changed["card"]["exp_month"] = past
        elif is_past:
            changed["card"]["exp_year"], changed["card"]["exp_month"] = today.year + 4, 12


def payer(account: "StripeAccount", customer: Obj, subscription: Obj | None) -> Obj | None:
    """The payment method that an invoice of the subscription is charged to."""
    chosen = subscription["default_payment_method"] if subscription else None
    return account.store.find("payment_method", chosen or customer["invoice_settings"]["default_payment_method"])


def charge(account: "StripeAccount", card: Obj | None, amount: int) -> Decline | None:
    """None when the money came."""
    if amount == 0:
        return None
    if card is None:
        return NO_CARD
    return _DECLINES.get(outcome_of(account, card["id"]))
