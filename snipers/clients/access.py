"""The values in use at one platform: those of the environment, or an operator's where the row has one."""

import logging

from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken
from snipers.domain.access import Access, StoredAccess

log = logging.getLogger(__name__)


def current_access(*, environment: Access, stored: StoredAccess | None, box: SealedBox) -> Access:
    """Return an operator's values, and the environment's where the row has none.

    A secret that no key opens counts as missing: calls with the environment's secret may still work.
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
