"""The Stripe simulator: the part of Stripe's API that sells a subscription, its hosted pages and its signed webhooks.

`api` is the HTTP side. The account itself (customers, subscriptions, invoices, time, events) is in
`loadtests/simulator/stripe_ledger`. The parameters that the simulator accepts come from stripe-python's own
parameter types, not from the product.
"""
