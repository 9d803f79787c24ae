"""Signals of the accounts app for the apps above it. The sender is User."""

from django.dispatch import Signal

# user_id: int, now: datetime. Sent inside the transaction that closes an account, while the user's row is locked and
# not yet changed. A receiver stops and deletes what it stores for the user. What it has to do at other services after
# the commit, it stores. A Refusal from a receiver keeps the account open and becomes the answer (409 while a booking
# call is in flight).
account_closing = Signal()

# user_id: int. The user's e-mail address or phone has changed.
contact_changed = Signal()

# user: User. Sent in the transaction of a sign-up that starts the free trial (SIGNUP_TRIAL_DAYS).
trial_started = Signal()

# user_id: int, address: str, now: datetime. The owner of an unconfirmed address takes the account over with a password
# reset. Sent inside that transaction, while the user's row is locked. A receiver removes everything that the account's
# first user may have connected, and calls other services only after the commit.
unconfirmed_account_reset = Signal()
