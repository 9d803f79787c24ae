"""Signals of platform accounts for the apps above, sent after the commit. The sender is PlatformAccount.

Connecting or disconnecting twice sends the signal twice, so receivers must be idempotent.
"""

from django.dispatch import Signal

# account_id: int, now: datetime. The account's requests have to stop.
account_disconnected = Signal()

# account_id: int, renewed: bool (it needed a reconnect before), now: datetime. The account has a new token, and its
# requests may continue.
account_connected = Signal()

# platform: str. Its sender is PlatformAccess, in the transaction of the change. Watchers have to read our access again.
access_changed = Signal()
