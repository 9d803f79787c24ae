"""Expand: the database function that notifies the snipers owns the name of the channel, which is to be `demand`.

Until the next release it notifies the channel that processes of the release before listen on. Those of this release
listen on both, so the contract step only replaces the function.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("reservations", "0014_expand_renamed_columns")]

    operations = [
        migrations.RunSQL(
            """
            CREATE FUNCTION notify_demand(venue_id bigint) RETURNS void LANGUAGE sql AS $$
                SELECT pg_notify('wishes', venue_id::text)
            $$;
            """,
            "DROP FUNCTION notify_demand(bigint);",
        )
    ]
