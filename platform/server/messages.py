"""Sentences for requests that reach no endpoint, fail in one, or have a body that does not parse."""

from typing import Final

MALFORMED: Final = "We couldn't read that request."
NOT_SIGNED_IN: Final = "Please log in first."
NOT_ALLOWED: Final = "You aren't allowed to do that."
NOT_FOUND: Final = "There's nothing at this address."
WRONG_METHOD: Final = "This address doesn't accept that method."
TOO_BIG: Final = "That's too large. The limit is 1 MB."
REFUSED: Final = "We couldn't accept that request."
FAULT: Final = "Something went wrong on our side. Try again in a moment."
UNAVAILABLE: Final = "Tablehawk isn't available right now. Try again in a moment."
BUSY: Final = "We're very busy right now. Try again in a moment."
UNANSWERED: Final = "This takes too long. It may still be done, so check that before you try again."
TOO_FAST: Final = "That was a lot at once. Wait a moment, then try again."

# Bodies that do not parse
NOT_JSON: Final = "The request body isn't valid JSON."
NOT_STORABLE: Final = "The request body has characters that we can't store."
NOT_AN_OBJECT: Final = "The request body must be a JSON object."
UNKNOWN_FIELD: Final = "This field isn't known."
FIELD_REQUIRED: Final = "This field is required."

unknown_field = "Unknown field: {name}.".format
wrong_field = "{name}: {sentence}".format
