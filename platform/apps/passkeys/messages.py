"""The sentences about passkeys."""

REMOVED = "That passkey is removed."
too_many = "You have {most} passkeys, which is the most. Remove one that you no longer use.".format
KNOWN = "This passkey was added before."
REQUIRED = "You have a passkey, so this needs it. Load the page again."
UNKNOWN = "This isn't one of your passkeys. Choose another one."
CHALLENGE_OVER = "This took too long, or was used before. Try again."
REFUSED = "We couldn't check your passkey. Try again, with your device's PIN, fingerprint or face."
