"""Merges an operator's stored access to a platform with the environment's (see domain/access.py)."""

import logging

from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken
from snipers.domain.access import Access, StoredAccess

log = logging.getLogger(__name__)


def current_access(*, environment: Access, stored: StoredAccess | None, box: SealedBox) -> Access:
    """Return the access to use: each value that an operator has stored, and the environment's value for the others.

    A stored secret that no key can decrypt counts as missing, because calls with the environment's secret may still
    work.
    """
    if stored is None:
        return environment
    secret = environment.secret
    if stored.sealed_secret:
        try:
            secret = box.open(SealedToken(stored.sealed_secret))
        except BrokenSeal:
            log.error("the stored secret of a platform cannot be opened; the environment's is used")
    return Access(
        secret=secret,
        user_agent=stored.user_agent or environment.user_agent,
        application_id=stored.application_id or environment.application_id,
        sign_in_paths=stored.sign_in_paths or environment.sign_in_paths,
    )
