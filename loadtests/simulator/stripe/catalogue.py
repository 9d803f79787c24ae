"""/v1/products and /v1/prices: what is sold, found again by lookup keys."""

from stripe import params

from loadtests.simulator.http import Routes

from .calls import Ask, endpoint, page, within
from .changes import merged
from .errors import BadRequest, StripeError
from .shapes import whole
from .store import Obj, new_id

PAGE = "limit starting_after ending_before"


def create_product(ask: Ask) -> Obj:
    account, given = ask.account, ask.params
    id = given.get("id") or new_id("prod")
    if account.store.any(id) is not None:
        raise StripeError(400, f"Product already exists: {id}", code="resource_already_exists", param="id")
    at = account.wall()
    product = whole(
        {
            "id": id,
            "object": "product",
            "active": given.get("active", True),
            "created": at,
            "description": given.get("description"),
            "images": [],
            "livemode": False,
            "marketing_features": [],
            "metadata": given.get("metadata") or {},
            "name": given["name"],
            "type": "service",
            "updated": at,
        }
    )
    account.store.put(product)
    account.tell("product.created", product, at)
    return product


def retrieve_product(ask: Ask) -> Obj:
    return ask.account.store.get("product", ask.path["id"])


def update_product(ask: Ask) -> Obj:
    account, given = ask.account, ask.params
    id = account.store.get("product", ask.path["id"])["id"]
    with account.changing(id, account.wall(), event="product.updated") as changed:
        changed |= {name: given[name] for name in ("active", "name") if name in given}
        if "description" in given:
            changed["description"] = given["description"] or None
        if "metadata" in given:
            changed["metadata"] = merged(changed["metadata"], given["metadata"])
        if given:
            changed["updated"] = account.wall()
    return changed


def list_products(ask: Ask) -> Obj:
    given = ask.params
    found = [
        product
        for product in ask.account.store.all("product")
        if product["active"] == given.get("active", product["active"])
        and product["id"] in given.get("ids", [product["id"]])
        and within(given.get("created"), product["created"])
    ]
    return page(ask, "/v1/products", found)


def create_price(ask: Ask) -> Obj:
    account, given = ask.account, ask.params
    if "product" not in given:
        raise BadRequest("Missing required param: product.", code="parameter_missing", param="product")
    if "unit_amount" not in given:
        raise BadRequest("Missing required param: unit_amount.", code="parameter_missing", param="unit_amount")
    if given["unit_amount"] < 0:
        raise BadRequest("This value must be greater than or equal to 0.", param="unit_amount")
    product = account.store.get("product", given["product"], param="product")
    recurring = given.get("recurring")
    price = account.make(
        "price",
        "price",
        account.wall(),
        active=given.get("active", True),
        billing_scheme="per_unit",
        currency=given["currency"].lower(),
        lookup_key=None,
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
        tax_behavior=given.get("tax_behavior", "unspecified"),
        type="recurring" if recurring else "one_time",
        unit_amount=given["unit_amount"],
        unit_amount_decimal=str(given["unit_amount"]),
    )
    _look_up_by(ask, price)
    account.tell("price.created", price, price["created"])
    return price


def _look_up_by(ask: Ask, price: Obj) -> None:
    """A lookup key belongs to one price; it can be taken away from another only on purpose."""
    key = ask.params.get("lookup_key")
    if key is None:
        return
    store = ask.account.store
    holders = [other for other in store.all("price") if other["lookup_key"] == key and other["id"] != price["id"]]
    if key and holders and not ask.params.get("transfer_lookup_key"):
        raise StripeError(
            400,
            f"A price (`{holders[0]['id']}`) already uses that lookup key.",
            code="resource_already_exists",
            param="lookup_key",
        )
    for holder in holders if key else []:
        with ask.account.changing(holder["id"], ask.account.wall(), event="price.updated") as changed:
            changed["lookup_key"] = None
    price["lookup_key"] = key or None


def retrieve_price(ask: Ask) -> Obj:
    return ask.account.store.get("price", ask.path["id"])


def update_price(ask: Ask) -> Obj:
    account, given = ask.account, ask.params
    id = account.store.get("price", ask.path["id"])["id"]
    with account.changing(id, account.wall(), event="price.updated") as changed:
        if "active" in given:
            changed["active"] = given["active"]
        if "nickname" in given:
            changed["nickname"] = given["nickname"] or None
        if "metadata" in given:
            changed["metadata"] = merged(changed["metadata"], given["metadata"])
        _look_up_by(ask, changed)
    return changed


def list_prices(ask: Ask) -> Obj:
    given = ask.params
    found = [
        price
        for price in ask.account.store.all("price")
        if price["active"] == given.get("active", price["active"])
        and price["lookup_key"] in given.get("lookup_keys", [price["lookup_key"]])
        and price["product"] == given.get("product", price["product"])
        and price["currency"] == given.get("currency", price["currency"])
        and price["type"] == given.get("type", price["type"])
        and within(given.get("created"), price["created"])
    ]
    return page(ask, "/v1/prices", found)


PRICE = "active lookup_key metadata nickname transfer_lookup_key"

ROUTES: Routes = {
    "/v1/products": {
        "POST": endpoint(create_product, params.ProductCreateParams, "id active description metadata name"),
        "GET": endpoint(list_products, params.ProductListParams, f"{PAGE} active ids created"),
    },
    "/v1/products/{id}": {
        "GET": endpoint(retrieve_product, params.ProductRetrieveParams),
        "POST": endpoint(update_product, params.ProductUpdateParams, "active description metadata name"),
    },
    "/v1/prices": {
        "POST": endpoint(
            create_price,
            params.PriceCreateParams,
            f"{PRICE} currency product recurring.interval recurring.interval_count tax_behavior unit_amount",
        ),
        "GET": endpoint(
            list_prices, params.PriceListParams, f"{PAGE} active created currency lookup_keys product type"
        ),
    },
    "/v1/prices/{id}": {
        "GET": endpoint(retrieve_price, params.PriceRetrieveParams),
        "POST": endpoint(update_price, params.PriceUpdateParams, PRICE),
    },
}
