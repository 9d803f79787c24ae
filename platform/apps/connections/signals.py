"""What the apps above want to know about accounts. Each is sent after the change has committed.

A receiver must be safe to run again: connecting or disconnecting twice sends twice.
"""

from django.dispatch import Signal

# sender=PlatformAccount, account_id: int, now: datetime. Its requests must not go on.
account_disconnected = Signal()

# sender=PlatformAccount, account_id: int, renewed: bool (it needed a reconnect before), now: datetime. Its
# requests may go on.
account_connected = Signal()
