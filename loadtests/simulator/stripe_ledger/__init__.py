"""One Stripe account without HTTP: objects, transactions, billing, events and webhook deliveries."""
