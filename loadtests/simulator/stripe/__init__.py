"""The Stripe simulator: the part of Stripe's API that sells a subscription, its hosted pages and its signed webhooks.

`ledger` holds one account and knows no HTTP: customers, subscriptions, invoices, time, events. `api` is what a caller
sees of it. Accepted parameters come from stripe-python's own parameter types, not from the product.
"""
