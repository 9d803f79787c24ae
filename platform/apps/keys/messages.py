"""The sentences about API keys."""

REVOKED = "That key no longer works."
KEYS_REFUSED = "API keys can't do this. Log in instead."
too_many = "You have {most} API keys, which is the most. Revoke one that you no longer use.".format
scope_missing = "This API key needs the scope {scope} for this.".format
