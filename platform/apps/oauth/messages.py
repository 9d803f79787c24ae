"""The sentences about connected programs."""

REVOKED = "That program no longer has access."
UNKNOWN_PROGRAM = "We couldn't read the program's own description, so we don't know who asks. Nothing was allowed."
BAD_RETURN_ADDRESS = "The program wants to be called back at an address that isn't in its own description."
OTHER_RESOURCE = "It asks for access to another service."
bad_authorization = "The program asked in a way that we don't accept. {reason}".format
