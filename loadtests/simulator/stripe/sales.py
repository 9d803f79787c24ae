"""What becomes of a checkout session: somebody pays on its hosted page, or it expires."""

from typing import TYPE_CHECKING

from . import cards
from .beginning import begin
from .store import Obj, new_id
from .terms import trial_end_of

if TYPE_CHECKING:
    from .account import StripeAccount


def details(email: str | None) -> Obj | None:
    if email is None:
        return None
    names = ("address", "business_name", "individual_name", "name", "phone", "tax_ids")
    return dict.fromkeys(names) | {"email": email, "tax_exempt": "none"}


def expire(account: "StripeAccount", id: str) -> Obj:
    session = account.store.edit(id)
    session |= {"status": "expired", "url": None}
    account.tell("checkout.session.expired", session, account.wall())
    return session


def hidden(account: "StripeAccount", id: str) -> Obj:
    return account.store.get("_session", f"{id}#session")


def arm(account: "StripeAccount", session: Obj) -> None:
    """An open session expires by itself."""
    id = session["id"]

    def over(_: float) -> None:
        found = account.store.find("checkout.session", id)
        if found is not None and found["status"] == "open" and found["expires_at"] <= account.wall():
            with account.step():
                expire(account, id)

    account.agenda.at(account.clock.machine_ms(session["expires_at"] * 1000.0), over)


def pay(account: "StripeAccount", id: str, *, card: str, number: str = "") -> Obj:
    """The person paid: the session is complete and its subscription begins. This charge succeeds; `card` is how the
    card behaves from the next one on; payments with the same `number` are made with the same card."""
    session, asked = account.store.edit(id), hidden(account, id)
    data = asked["data"]
    customer = _payer(account, session)
    at = account.now(customer["id"])
    trial_end = trial_end_of(data, at)
    payment_method = None
    if not (trial_end and session["payment_method_collection"] == "if_required"):
        payment_method = cards.attach(account, cards.new_card(account, at, number=number)["id"], customer["id"], at)
    ending = data.get("trial_settings", {}).get("end_behavior", {}).get("missing_payment_method", "create_invoice")
    subscription = begin(
        account,
        customer,
        [(account.store.get("price", line["price"]["id"]), line["quantity"]) for line in asked["lines"]],
        at,
        trial_end=trial_end,
        payment_method=payment_method["id"] if payment_method else None,
        missing_payment_method=ending,
        metadata=data.get("metadata") or {},
        description=data.get("description"),
    )
    if payment_method and card != "ok":
        cards.set_outcome(account, payment_method, card, at)
    session |= {
        "status": "complete",
        "url": None,
        "customer": customer["id"],
        "customer_details": details(customer["email"]),
        "payment_status": "no_payment_required" if trial_end else "paid",
        "subscription": subscription["id"],
        "invoice": subscription["latest_invoice"],
    }
    account.tell("checkout.session.completed", session, at)
    account.arm(customer["id"])
    return session


def _payer(account: "StripeAccount", session: Obj) -> Obj:
    """The session's customer; a new one where the session named none."""
    if session["customer"]:
        return account.store.get("customer", session["customer"], param="customer")
    at = account.wall()
    customer = account.make(
        "customer",
        "cus",
        at,
        balance=0,
        delinquent=False,
        email=session["customer_email"] or "guest@example.com",
        invoice_prefix=new_id("", 8)[1:].upper(),
        invoice_settings=dict.fromkeys(("custom_fields", "default_payment_method", "footer", "rendering_options")),
        metadata={},
        next_invoice_sequence=1,
        preferred_locales=[],
        tax_exempt="none",
    )
    account.tell("customer.created", customer, at)
    return customer
