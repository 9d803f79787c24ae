"""Signals of programs for apps that keys and oauth may not import."""

from django.dispatch import Signal

# user_id: int, client_id: str (as in Program), address: str (network address), now: datetime. Sent in the transaction
# in which a program loses its access to a user's account. The sender is the model.
program_revoked = Signal()
