"""The endpoints /v1/products and /v1/prices. Clients find a price by its lookup key."""

from stripe import params

from loadtests.simulator.http import Routes
from loadtests.simulator.stripe_ledger.errors import BadRequest, StripeError, missing_param
from loadtests.simulator.stripe_ledger.objects import Obj, complete, new_id

from .endpoint import PAGE, Ask, endpoint, page, retrieve

PRICE = (
    "currency lookup_key metadata nickname product recurring.interval recurring.interval_count transfer_lookup_key "
    "unit_amount"
)


def create_product(ask: Ask) -> Obj:
    account, given = ask.account, ask.params
    id, at = given.get("id") or new_id("prod"), account.wall()
    if account.store.any(id) is not None:
        raise StripeError(400, f"Product already exists: {id}", code="resource_already_exists", param="id")
    product = complete(
        {
            "id": id,
            "object": "product",
            "active": True,
            "created": at,
            "name": given["name"],
            "type": "service",
            "updated": at,
        }
    )
    account.store.put(product)
    account.emit("product.created", product, at)
    return product


def create_price(ask: Ask) -> Obj:
    account, given = ask.account, ask.params
    for name in ("product", "unit_amount"):
        if name not in given:
            raise missing_param(name)
    if given["unit_amount"] < 0:
        raise BadRequest("This value must be greater than or equal to 0.", param="unit_amount")
    product = account.store.get("product", given["product"], param="product")
    recurring = given.get("recurring")
    price = account.create(
        "price",
        "price",
        account.wall(),
        active=True,
        billing_scheme="per_unit",
        currency=given["currency"].lower(),
        lookup_key=_claim_lookup_key(ask),
        metadata=given.get("metadata") or {},
        nickname=given.get("nickname"),
        product=product["id"],
        recurring=recurring
        and {
            "interval": recurring["interval"],
            "interval_count": recurring.get("interval_count", 1),
            "meter": None,
            "trial_period_days": None,
            "usage_type": "licensed",
        },
        tax_behavior="unspecified",
        type="recurring" if recurring else "one_time",
        unit_amount=given["unit_amount"],
        unit_amount_decimal=str(given["unit_amount"]),
    )
    account.emit("price.created", price, price["created"])
    return price


def _claim_lookup_key(ask: Ask) -> str | None:
    """Return the lookup key in the parameters, or None.

    If another price has the key, `transfer_lookup_key` takes it from that price. Without this parameter, raises
    StripeError.
    """
    key: str | None = ask.params.get("lookup_key")
    for holder in [price for price in ask.account.store.all("price") if key and price["lookup_key"] == key]:
        if not ask.params.get("transfer_lookup_key"):
            raise StripeError(
                400,
                f"A price (`{holder['id']}`) already uses that lookup key.",
                code="resource_already_exists",
                param="lookup_key",
            )
        with ask.account.changing(holder["id"], ask.account.wall(), event="price.updated") as changed:
            changed["lookup_key"] = None
    return key


def list_prices(ask: Ask) -> Obj:
    given = ask.params
    found = [
        price
        for price in ask.account.store.all("price")
        if price["active"] == given.get("active", price["active"])
        and price["lookup_key"] in given.get("lookup_keys", [price["lookup_key"]])
    ]
    return page(ask, "/v1/prices", found)


ROUTES: Routes = {
    "/v1/products": {"POST": endpoint(create_product, params.ProductCreateParams, "id name")},
    "/v1/products/{id}": {"GET": retrieve("product", params.ProductRetrieveParams)},
    "/v1/prices": {
        "POST": endpoint(create_price, params.PriceCreateParams, PRICE),
        "GET": endpoint(list_prices, params.PriceListParams, f"{PAGE} active lookup_keys"),
    },
}
