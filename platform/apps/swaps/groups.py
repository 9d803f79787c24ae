"""Files the group of a search or a swap, which belongs to a booked table."""

from typing import Any

from apps.requests.models import Attempt, ReservationGroup
from apps.requests.rules.submission import COLUMNS
from snipers.telemetry import trace

# A search and a swap are cancel requests of their own: what the request of the table says about these does not apply.
OWN = {
    "snipe_type": "cancel",
    **dict.fromkeys(("final_snipe_date", "release_date", "release_time")),
    **dict.fromkeys(("override_reservations", "notify_only", "one_table", "continue_as_cancel"), False),
}


def file_group(source: ReservationGroup, table: Attempt, **columns: Any) -> ReservationGroup:
    """Create a group with the diner and the fields of `source`, the group of the booked table.

    `columns` replace fields of `source`.
    """
    copied = ("user_id", "client_id", "diner_key", *COLUMNS)
    values = {name: getattr(source, name) for name in copied} | OWN | columns
    return ReservationGroup.objects.create(**values, swap_of=table.pk, trace=trace.current())
