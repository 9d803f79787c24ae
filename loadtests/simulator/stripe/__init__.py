"""The Stripe simulator: the part of Stripe's API that sells a subscription, its hosted pages and its signed webhooks.

What is accepted is read off stripe-python's own parameter types, never off the product: `front.py` is the port,
`account.py` everything that one Stripe account knows, `lifecycle.py` how a subscription lives.
"""
