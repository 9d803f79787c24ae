"""The sentences that refusals of several apps share."""


def not_found(*, what: str) -> str:
    return f"We couldn't find that {what}."
