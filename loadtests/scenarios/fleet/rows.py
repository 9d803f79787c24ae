"""The scenario's rows in its own database: venues with one active request each, written in bulk.

The venue, user, account, group and request of one number have this number as their id.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import LiteralString
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

# The ids of requests that are filed during the measurements begin here. A tenth of the venues has a second request,
# whose number is higher by SECOND.
SECOND = 1_000_000
FIRST_NEW = 2_000_000

_VENUES: LiteralString = """
insert into venue (id, reservation_source, platform_venue_id, venue_name, cuisine, neighborhood, locality, region,
    address1, postal_code, country, phone_number, website, price, cover_image_url, need_to_know, seating_types,
    time_zone, premium, featured, opted_out)
select n, 'resy', 1000000 + n, 'Venue ' || n, '', '', '', '', '', '', 'US', '', '', 2, '', '', '{}', 'America/New_York',
    false, false, false
from generate_series(%(first)s::bigint, %(last)s::bigint) n
"""
_USERS: LiteralString = """
insert into app_user (id, password, email, first_name, last_name, phone, tier, is_vip, has_had_free_trial, is_concierge,
    is_staff, is_superuser, is_active, email_confirmed_at, email_notifications, phone_notifications, referral_link)
select n, '', 'fleet' || n || '@tablehawk.test', '', '', '', 'premium', false, false, false, false, false, true, now(),
    true, false, ''
from generate_series(%(first)s::bigint, %(last)s::bigint) n
"""
_ACCOUNTS: LiteralString = """
insert into platform_account (id, user_id, platform, username, display_name, platform_user_id, payment_method_id,
    sealed_token, status, attention_reason, is_concierge, known_reservations, known_at)
select n, n, 'resy', 'fleet' || n, '', '', '1', 'sealed', 'connected', '', false, '{}', now()
from generate_series(%(first)s::bigint, %(last)s::bigint) n
"""
_REQUESTS: LiteralString = """
with numbers as materialized (
    select * from unnest(%(ids)s::bigint[], %(venues)s::bigint[]) as one (id, venue_id)
), groups as (
    insert into reservation_group (id, user_id, client_id, diner_key, snipe_type, release_at, party_size, start_time,
        end_time, time_windows, override_reservations, trace, notify_only, one_table, fee_ceiling_cents,
        cancel_fee_ceiling_cents, note_to_restaurant, accepts_unknown_fee)
    select id, venue_id, null, 'user:' || venue_id, 'cancel', null, 2 + id %% 3, '18:30', '20:30', '[]', false, '',
        false, false, 0, 0, '', false
    from numbers
)
insert into reservation (id, group_id, venue_id, account_id, date, table_type, table_types, choice, status, reason,
    stop, ends_at, created_at)
select id, id, venue_id, venue_id, current_date + 7 + (id %% 21)::int, '', '[]', 0, 'active', '', '',
    now() + interval '40 days', now()
from numbers
"""


def fill(url: str, *, first: int, last: int) -> None:
    """Write the venues with the numbers from `first` to `last`, their users and their requests."""
    numbers = {"first": first, "last": last}
    with psycopg.connect(url) as connection:
        # The foreign keys hold, because all rows of a number are written together.
        connection.execute("set local session_replication_role = replica")
        for statement in (_VENUES, _USERS, _ACCOUNTS):
            connection.execute(statement, numbers)
        each = range(first, last + 1)
        second = [one for one in each if one % 10 == 0]
        ids = [*each, *(SECOND + one for one in second)]
        connection.execute(_REQUESTS, {"ids": ids, "venues": [*each, *second]})
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("analyze")


@contextmanager
def limited_role(url: str, *, connections: int) -> Iterator[str]:
    """Yield the address of the database for a role that may have so many connections at one time.

    Leave the block before the database is dropped.
    """
    parts = urlsplit(url)
    role = parts.path.lstrip("/")
    own, name = sql.Identifier(role), sql.Identifier(parts.username or "")
    with psycopg.connect(url, autocommit=True) as server:
        # A superuser is not bound by its limit.
        server.execute(sql.SQL("create role {} login connection limit {}").format(own, connections))
        try:
            server.execute(sql.SQL("grant all on all tables in schema public to {}").format(own))
            server.execute(sql.SQL("grant all on all sequences in schema public to {}").format(own))
            yield urlunsplit(parts._replace(netloc=f"{role}@"))
        finally:
            server.execute(sql.SQL("reassign owned by {} to {}; drop owned by {}").format(own, name, own))
            server.execute(sql.SQL("drop role {}").format(own))


def file_requests(connection: "psycopg.Connection[object]", *, first: int, venues: Sequence[int]) -> None:
    """Write a new request at each of these venues, with ids from `first` on, and notify the controller as the web tower
    does."""
    ids = list(range(first, first + len(venues)))
    with connection.transaction():
        connection.execute(_REQUESTS, {"ids": ids, "venues": list(venues)})
        connection.execute("select notify_demand(one) from unnest(%s::bigint[]) one", [list(venues)])
