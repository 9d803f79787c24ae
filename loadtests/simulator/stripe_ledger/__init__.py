"""Simulates one Stripe account: objects, transactions, billing, events and webhook deliveries. It does not serve HTTP;
stripe/api does."""
