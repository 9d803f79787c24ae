"""The Django app of swaps."""

from django.apps import AppConfig


class SwapsConfig(AppConfig):
    """Registers what swaps add to the relay and to the list of requests."""

    name = "apps.swaps"

    def ready(self) -> None:
        from . import registration

        registration.register()
