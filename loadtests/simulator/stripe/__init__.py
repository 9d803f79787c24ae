"""The Stripe simulator: the part of Stripe's API that sells subscriptions, the hosted pages and the signed webhooks.

`api` is the HTTP side. The account (customers, subscriptions, invoices, time, events) is in
`loadtests/simulator/stripe_ledger`. Parameters are checked against stripe-python's parameter types, not against the
product.
"""
