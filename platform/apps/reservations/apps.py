"""The Django app of requests."""

from django.apps import AppConfig


class ReservationsConfig(AppConfig):
    """Connects the receivers of signals that other apps send, and registers the swaps with the relay."""

    name = "apps.reservations"

    def ready(self) -> None:
        from . import receivers
        from .swaps import registration

        receivers.connect()
        registration.register()
