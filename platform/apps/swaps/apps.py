"""The Django app of swaps."""

from django.apps import AppConfig


class SwapsConfig(AppConfig):
    """Registers what swaps add to the relay and to the list of requests."""

    name = "apps.swaps"

    def ready(self) -> None:
        from apps.listing.selectors import swapped_tables
        from apps.outcomes.relay import hooks

        from . import looking, offers, swapping

        hooks.on_outcome.append(hooks.OutcomeStep(name="swaps", run=swapping.finish, batch=swapping.BATCH))
        hooks.on_poll.append(looking.end_searches)
        hooks.on_opening.append(offers)
        swapped_tables.newest_offers.append(offers.newest)
