"""Encrypts the addresses of devices and chat apps again with the newest key (`manage.py reseal`)."""

from collections.abc import Sequence
from typing import NamedTuple

from apps.notices.models import DeliveryAddress
from snipers.clients.credentials import SealedBox, SealedToken

BATCH = 500


class AddressCounts(NamedTuple):
    """The number of addresses that were encrypted again (`sealed`), that already used the newest key (`already`), and
    that no key can open (`broken`)."""

    sealed: int
    already: int
    broken: int


def reseal(*, keys: Sequence[str]) -> AddressCounts:
    """Encrypt every address again with the first of `keys`. May be repeated.

    An address that no key opens is left as it is; its owner has to add it again.
    """
    box, newest = SealedBox(keys), SealedBox(keys[:1])
    sealed = already = broken = 0
    rows = DeliveryAddress.objects.order_by("pk").values_list("pk", "sealed_address")
    for pk, text in rows.iterator(chunk_size=BATCH):
        if newest.opens(SealedToken(text)):
            already += 1
        elif not box.opens(SealedToken(text)):
            broken += 1
        else:
            same = DeliveryAddress.objects.filter(pk=pk, sealed_address=text)
            sealed += same.update(sealed_address=box.reseal(SealedToken(text)).text)
    return AddressCounts(sealed, already, broken)
