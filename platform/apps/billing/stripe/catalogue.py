"""Creates our products and prices at Stripe if they are missing. Products are found by id, prices by lookup key."""

from apps.billing import rules

from . import gateway


def set_up() -> dict[str, str]:
    """Create the products and prices of `rules.PRICES` that Stripe lacks. Return the price id of each tier.

    Stripe's prices cannot be changed. If an amount in `rules.PRICES` is new, a new price is created, which takes over
    the lookup key; earlier subscribers keep the old price. A second call changes nothing. Raises GatewayError.
    """
    return {tier: _price(tier, cents) for tier, cents in rules.PRICES.items()}


def _price(tier: str, cents: int) -> str:
    lookup_key = rules.LOOKUP_KEYS[tier]
    product = gateway.find_or_create_product(product_id=lookup_key, name=f"Tablehawk {rules.NAMES[tier]}")
    found = gateway.find_price(lookup_key=lookup_key)
    if found is not None and found[1] == cents:
        return found[0]
    params = {
        "product": product,
        "currency": "usd",
        "unit_amount": cents,
        "recurring": {"interval": "month"},
        "nickname": rules.NAMES[tier],
        "lookup_key": lookup_key,
        "transfer_lookup_key": True,
        "metadata": {"tier": tier},
    }
    return gateway.create_price(params=params, key=f"price-{lookup_key}-{cents}-after-{found[0] if found else 'none'}")
