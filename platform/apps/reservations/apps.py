"""Hooks of the reservations app: what a connected or disconnected account means for its requests."""

from django.apps import AppConfig


class ReservationsConfig(AppConfig):
    """Listens to the connections app, which may not import this one."""

    name = "apps.reservations"

    def ready(self) -> None:
        """Connect the receivers."""
        from . import receivers

        receivers.connect()
