"""Expand: a database function that notifies the snipers, so that only it knows the channel's name. The new name is
`demand`.

Until the next release it notifies the old channel, on which processes of the previous release listen. Processes of this
release listen on both channels, so the contract step only has to replace the function.
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
