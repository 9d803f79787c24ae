"""Payment methods of customers: cards, and the outcome of their charges."""

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from .account import StripeAccount
from .errors import StripeError
from .objects import Obj, new_id

OUTCOMES = ("ok", "declined", "expired")


@dataclass(frozen=True, slots=True)
class Decline:
    """The reason for a failed charge, with Stripe's codes and message."""

    code: str
    decline_code: str
    message: str

    def error(self, *, kept: bool = False) -> StripeError:
        return StripeError(
            402, self.message, type="card_error", code=self.code, decline_code=self.decline_code, kept=kept
        )


DECLINED = Decline("card_declined", "generic_decline", "Your card was declined.")
EXPIRED = Decline("expired_card", "expired_card", "Your card has expired.")
_DECLINES = {"declined": DECLINED, "expired": EXPIRED}


def add(account: StripeAccount, customer: str, at: int, *, last4: str = "4242", number: str = "") -> Obj:
    """Attach a new card to the customer and return it. Its charges succeed until `set_outcome` changes this.

    Cards with the same `number` have the same fingerprint. A card without a number has a random one.
    """
    card: Obj = {
        "id": new_id("pm"),
        "object": "payment_method",
        "allow_redisplay": "unspecified",
        "billing_details": dict.fromkeys(("address", "email", "name", "phone", "tax_id")),
        "card": {
            **dict.fromkeys(("checks", "generated_from", "three_d_secure_usage", "wallet")),
            "fingerprint": sha256((number or new_id("pan")).encode()).hexdigest()[:16],
            "brand": "visa",
            "country": "US",
            "display_brand": "visa",
            "exp_month": 12,
            "exp_year": datetime.fromtimestamp(at, UTC).year + 4,
            "funding": "credit",
            "last4": last4,
            "networks": {"available": ["visa"], "preferred": None},
            "regulated_status": "unregulated",
        },
        "created": at,
        "customer": customer,
        "customer_account": None,
        "livemode": False,
        "metadata": {},
        "type": "card",
    }
    account.store.put(card)
    _store_outcome(account, card["id"], "ok")
    account.emit("payment_method.attached", card, at)
    return card


def _store_outcome(account: StripeAccount, id: str, outcome: str) -> None:
    account.store.put({"id": f"{id}#card", "object": "_card", "outcome": outcome})


def outcome_of(account: StripeAccount, id: str) -> str:
    outcome: str = account.store.get("_card", f"{id}#card")["outcome"]
    return outcome


def of_customer(account: StripeAccount, customer: str) -> list[Obj]:
    """Return the customer's cards, newest first."""
    return [card for card in account.store.all("payment_method") if card["customer"] == customer]


def set_outcome(account: StripeAccount, card: Obj, outcome: str, at: int) -> None:
    """Set the outcome of the card's next charges. `expired` also moves the card's expiry date into the past."""
    _store_outcome(account, card["id"], outcome)
    today = datetime.fromtimestamp(at, UTC)
    past = (today.year, today.month - 1) if today.month > 1 else (today.year - 1, 12)
    is_past = (card["card"]["exp_year"], card["card"]["exp_month"]) < (today.year, today.month)
    with account.changing(card["id"], at, event="payment_method.automatically_updated") as changed:
        if outcome == "expired":
            changed["card"]["exp_year"], changed["card"]["exp_month"] = past
        elif is_past:
            changed["card"]["exp_year"], changed["card"]["exp_month"] = today.year + 4, 12


def charge(account: StripeAccount, card: str, amount: int) -> Decline | None:
    """Charge the card. Return None if the charge succeeds, otherwise the reason. A charge of 0 always succeeds."""
    return _DECLINES.get(outcome_of(account, card)) if amount else None
