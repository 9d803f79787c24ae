"""What the apps above want to know about users."""

from django.dispatch import Signal

# sender=User, user_id: int, now: datetime. The user closes their account. Sent inside the transaction that does it,
# with the user's row locked and still as it was: a receiver stops and forgets what it keeps for the user, and writes
# down what has to be asked of others afterwards. A receiver that raises a Refusal keeps the account open, and its
# sentence is the answer (409 while a booking call is in flight).
account_closing = Signal()

# sender=User, user_id: int. The user's e-mail address or phone is another one now.
contact_changed = Signal()

# sender=User, user: User. A sign-up has started the free trial (SIGNUP_TRIAL_DAYS), in its transaction.
trial_started = Signal()

# sender=User, user_id: int, address: str, now: datetime. The owner of an address that was never confirmed takes the
# account over with a password reset. Sent inside that transaction, with the user's row locked: a receiver removes what
# the person who signed up could have connected, and leaves to the commit what has to be asked of others.
unconfirmed_account_reset = Signal()
