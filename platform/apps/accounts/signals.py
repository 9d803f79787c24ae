"""Signals of the accounts app for apps that it may not import. The sender is the class User."""

from django.dispatch import Signal

# user_id: int, now: datetime. Sent inside the transaction that closes an account, while the user's row is locked and
# not yet changed. A receiver stops the user's activities and deletes the user's data in its own tables. For calls to
# other services, it stores a job that runs after the commit. If a receiver raises Refusal, the account stays open and
# the client gets this refusal (409 while a booking call is in flight). A receiver may return a list of phrases: tables
# that stay booked.
account_closing = Signal()

# user_id: int. The user's e-mail address or phone has changed.
contact_changed = Signal()

# user_id: int, now: datetime. Sent in the transaction that confirms a user's e-mail address. A receiver sends the mails
# that waited for it.
email_confirmed = Signal()

# user: User. Sent in the transaction of a sign-up that starts the free trial (SIGNUP_TRIAL_DAYS).
trial_started = Signal()

# user_id: int, address: str (network address), now: datetime. Sent in the transaction of a password reset.
password_reset = Signal()

# user_id: int, now: datetime. Sent in the transaction that restores a user's former e-mail address, because a stranger
# may have changed it. A receiver removes what grants access to the user's data without a sign-in.
address_reverted = Signal()

# user_id: int, address: str (network address), now: datetime. Sent when the owner of an unconfirmed e-mail address
# takes the account over with a password reset, inside the transaction of the reset, while the user's row is locked. A
# receiver removes everything that the person who signed up may have connected. It calls other services only after the
# commit.
unconfirmed_account_reset = Signal()
