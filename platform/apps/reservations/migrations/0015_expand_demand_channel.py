"""Expand: adds a database function that notifies the snipers. Only this function contains the channel's name, which
changes to `demand`.

Until the next release, the function notifies the old channel, on which processes of the previous release listen.
Processes of this release listen on both channels, so the contract step only has to replace the function.
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
