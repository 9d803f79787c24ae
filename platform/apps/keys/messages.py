"""The sentences about API keys and idempotency keys."""

REVOKED = "That key no longer works."
KEYS_REFUSED = "Programs can't do this. Log in instead."
too_many = "You have {most} API keys, which is the most. Revoke one that you no longer use.".format
IDEMPOTENCY_KEY_REUSED = "This Idempotency-Key was sent with another call, or its client is deleted. Use a new one."
bad_idempotency_key = "An Idempotency-Key has 1 to {longest} characters.".format
scope_missing = "This program needs the scope {scope} for this.".format
