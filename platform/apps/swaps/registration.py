"""Registers what swaps add to the relay and to the cards of requests."""

from apps.listing.selectors import swapped_tables
from apps.outcomes.relay import hooks

from . import looking, offers, swapping


def register() -> None:
    """Register the hooks. Called once, when Django is set up."""
    hooks.on_outcome.append(hooks.OutcomeStep(name="swaps", run=swapping.finish, batch=swapping.BATCH))
    hooks.on_poll.append(looking.end_searches)
    hooks.on_opening.append(offers)
    swapped_tables.newest_offers.append(offers.newest)
