"""Sentences for requests that reach no endpoint, fail in one, or have a body that does not parse."""

from typing import Final

MALFORMED: Final = "We could not read that request."
NOT_SIGNED_IN: Final = "Please log in first."
NOT_ALLOWED: Final = "You are not allowed to do that."
NOT_FOUND: Final = "There is nothing at this address."
WRONG_METHOD: Final = "This address does not accept that method."
TOO_BIG: Final = "That is too large. The limit is 1 MB."
REFUSED: Final = "We could not accept that request."
FAULT: Final = "Something went wrong on our side. Try again in a moment."
UNAVAILABLE: Final = "Tablehawk is not available right now. Try again in a moment."
BUSY: Final = "We are very busy right now. Try again in a moment."
TOO_FAST: Final = "That was a lot at once. Wait a moment, then try again."

# Bodies that do not parse
NOT_JSON: Final = "The request body is not valid JSON."
NOT_STORABLE: Final = "The request body has characters that we cannot store."
NOT_AN_OBJECT: Final = "The request body must be a JSON object."
UNKNOWN_FIELD: Final = "This field is not known."
FIELD_REQUIRED: Final = "This field is required."


def unknown_field(*, name: str) -> str:
    return f"Unknown field: {name}."


def wrong_field(*, name: str, sentence: str) -> str:
    return f"{name}: {sentence}"
