"""The parameters of Django's database connection, for code that opens a connection of its own."""

from procrastinate.contrib.django import connector_params
from psycopg.conninfo import make_conninfo


def conninfo() -> str:
    """Return the parameters as a libpq string."""
    parameters = connector_params()
    # A parameter of psycopg alone.
    del parameters["prepare_threshold"]
    return make_conninfo("", **parameters)
