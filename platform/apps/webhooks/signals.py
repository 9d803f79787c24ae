"""Signals of the webhooks app for apps that it may not import. The sender is the class Webhook."""

from django.dispatch import Signal

# user_id: int, webhook: Webhook, now: datetime. Sent in the transaction that turns a webhook off because its server
# does not accept events.
webhook_switched_off = Signal()
