"""Reads the booking terms that were last seen at venues: by an attempt of any user, or by a rehearsal."""

from collections.abc import Collection, Mapping
from typing import Final

from apps.common.database.statements import fetch_all
from apps.common.formatting import currency_of
from apps.outcomes.rules.known_terms import KnownTerms
from snipers.domain.fees import UNKNOWN_CENTS

# Attempts are read only from a venue's newest requests.
NEWEST_REQUESTS: Final = 200
LAST_TERMS: Final = """
    select v.id, v.country, t.*
    from venue v
    cross join lateral (
        select * from (
            (select a.party_size, a.deposit_cents, a.cancel_fee_cents,
                    -- Of a table that was booked with an unknown fee, one amount is null.
                    case when a.reason = 'fee_unknown' or (a.deposit_cents is null) <> (a.cancel_fee_cents is null)
                         then %(unknown)s else a.fee_cents end as held_back_cents,
                    a.currency, a.free_until, a.date, a.slot_time, a.claimed_at as seen_at
             from (select id from reservation where venue_id = v.id order by id desc limit %(newest)s) r
             join attempt a on a.reservation_id = r.id
             where a.deposit_cents is not null or a.cancel_fee_cents is not null or a.fee_cents is not null
                   or a.reason = 'fee_unknown'
             order by a.id desc limit 1)
            union all
            (select s.party_size, s.deposit_cents, s.cancel_fee_cents, null, s.currency, s.free_until,
                    s.slot_date, s.slot_time, s.seen_at
             from seen_terms s where s.venue_id = v.id order by s.seen_at desc limit 1)
        ) stated
        order by seen_at desc limit 1
    ) t
    where v.id = any(%(venues)s::bigint[])
"""


def terms_at(*, venue_ids: Collection[int]) -> Mapping[int, KnownTerms]:
    """Return the last terms seen at each of these venues, by our id. Venues without known terms are left out."""
    rows = fetch_all(LAST_TERMS, {"venues": list(venue_ids), "newest": NEWEST_REQUESTS, "unknown": UNKNOWN_CENTS})
    return {venue_id: _in_currency(KnownTerms(*terms), country=country) for venue_id, country, *terms in rows}


def _in_currency(terms: KnownTerms, *, country: str) -> KnownTerms:
    return terms._replace(currency=currency_of(stated=terms.currency, country=country))
