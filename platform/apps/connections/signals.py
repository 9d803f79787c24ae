"""Signals about platform accounts, for apps that this app may not import.

The sender is PlatformAccount, and the signals are sent after the commit, unless stated otherwise below. A signal may be
sent twice for the same change, so receivers must be idempotent.
"""

from django.dispatch import Signal

# account_id: int, now: datetime. The user disconnects the account. Sent in the transaction of the change, which has
# locked the account. If a receiver raises Refusal, the account stays connected (409 while a table is being canceled).
account_disconnecting = Signal()

# account_id: int, now: datetime. The account was disconnected. Receivers stop its requests.
account_disconnected = Signal()

# account_id: int, renewed: bool, now: datetime. The account has a new token, and its requests may continue. `renewed`
# is True if the account was disconnected or needed a reconnect before.
account_connected = Signal()

# platform: str. Our access to the platform was changed. The sender is PlatformAccess, in the transaction of the change.
# Receivers make the watchers read our access again.
access_changed = Signal()
