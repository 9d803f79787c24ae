"""Checks the hosts of new devices and chat apps in the background worker, because a name server may be silent.

A message is never sent to an internal host, whatever the state here says: apps/senders/outbound.py checks each call.
"""

import json
from datetime import datetime, timedelta
from typing import Final

from apps.notices.models import AddressState, Channel, DeliveryAddress

from . import addresses

# An address that has been checked for this long has no job any more: the job was lost.
OVERDUE: Final = timedelta(seconds=60)
SWEEP_LIMIT: Final = 100


def check(*, address_id: int) -> None:
    """Resolve the host of an address and store the result. An address that was checked already stays as it is."""
    # Imported here and not at the top, so that web processes do not load the libraries.
    from apps.senders import outbound

    row = DeliveryAddress.objects.filter(pk=address_id, state=AddressState.CHECKING).first()
    text = addresses.open_address(row)
    if row is None or text is None:
        return
    address = json.loads(text)
    url = address["endpoint"] if row.channel == Channel.PUSH else address["server"]
    try:
        outbound.check_address(url)
        state = AddressState.READY
    except outbound.InternalHost:
        state = AddressState.INTERNAL
    except (OSError, UnicodeError):
        state = AddressState.UNKNOWN
    DeliveryAddress.objects.filter(pk=address_id, state=AddressState.CHECKING).update(state=state)


def defer_lost(*, now: datetime) -> None:
    """Defer another check for addresses whose job was lost."""
    lost = DeliveryAddress.objects.filter(state=AddressState.CHECKING, created_at__lt=now - OVERDUE)
    for pk in lost.values_list("pk", flat=True)[:SWEEP_LIMIT]:
        addresses.defer_check(address_id=pk)
