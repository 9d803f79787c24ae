"""Merges the rows of `platform_account` of one user that are about the same account at a platform. Until now, each
reconnect could create such a row.

Requests, attempts, clients' cards and kill switches move to one row: a connected one if there is one, otherwise the
newest. The other rows stay, disconnected and without the platform's id, because the previous release may still refer to
them. Rows whose booking calls could be mistaken for each other are not merged.
"""

from django.db import migrations

MERGE = """
create temporary table merged_account on commit drop as
select ranked.id as old, ranked.stays
from (
    select id, first_value(id) over (
               partition by user_id, platform, platform_user_id
               order by case status when 'connected' then 0 when 'needs_reconnect' then 1 else 2 end,
                        connected_at desc, id desc
           ) as stays
    from platform_account
    where platform_user_id <> ''
) ranked
where ranked.id <> ranked.stays;

create temporary table busy_account on commit drop as
select m.stays
from (select old as id, stays from merged_account union select stays, stays from merged_account) m
where exists (select 1 from attempt t where t.account_id = m.id and t.state in ('claimed', 'unknown'))
group by m.stays having count(*) > 1;

-- The order of row locks everywhere: requests, attempts, accounts.
update reservation r set account_id = m.stays
from merged_account m
where r.account_id = m.old and m.stays not in (select stays from busy_account);

update attempt t set account_id = m.stays
from merged_account m
where t.account_id = m.old and m.stays not in (select stays from busy_account);

delete from client_card c
using merged_account m
where c.account_id = m.old and m.stays not in (select stays from busy_account)
  and exists (
      select 1 from client_card other left join merged_account n on n.old = other.account_id
      where other.client_id = c.client_id and coalesce(n.stays, other.account_id) = m.stays
        and (other.account_id = m.stays or other.id > c.id)
  );

update client_card c set account_id = m.stays
from merged_account m
where c.account_id = m.old and m.stays not in (select stays from busy_account);

insert into kill_switch (scope, key, reason, created_by, created_at)
select distinct on (m.stays) k.scope, m.stays::text, k.reason, k.created_by, k.created_at
from kill_switch k join merged_account m on k.scope = 'account' and k.key = m.old::text
order by m.stays, k.id
on conflict (scope, key) do nothing;

update platform_account a
set known_reservations = coalesce((
    select array_agg(distinct known.id)
    from platform_account b, unnest(b.known_reservations) as known (id)
    where b.id = a.id or b.id in (select old from merged_account where stays = a.id)
), '{}')
where a.id in (select stays from merged_account);

update platform_account a
set platform_user_id = '',
    status = case when busy then status else 'disconnected' end,
    disconnected_at = case when busy then disconnected_at else coalesce(disconnected_at, now()) end,
    sealed_token = case when busy then sealed_token else '' end,
    attention_reason = '', attention_told = true
from (
    select old, stays in (select stays from busy_account) as busy from merged_account
) m
where a.id = m.old;

drop table merged_account, busy_account;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('connections', '0004_admin_names'),
        ('reservations', '0009_cells'),
    ]

    operations = [
        migrations.RunSQL(MERGE, migrations.RunSQL.noop),
    ]
