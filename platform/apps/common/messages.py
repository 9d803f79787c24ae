"""The sentences that refusals of several apps share."""

not_found = "We couldn't find that {what}.".format
