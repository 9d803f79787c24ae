"""Expand: adds `time_windows` to groups and weekly rules, and the function that reads them.

`start_time` and `end_time` stay the window that counts first. The previous release reads these two columns alone: its
watchers book in the first window only, and never between two windows. If it edits them, `time_windows` no longer begins
with them, and the function ignores it.
"""

from django.db import migrations, models

CREATE = """
    CREATE FUNCTION time_windows_of(first_start time, first_end time, windows jsonb)
    RETURNS TABLE (place int, start_time time, end_time time) LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT (ordinality - 1)::int, (value ->> 0)::time, (value ->> 1)::time
        FROM jsonb_array_elements(windows) WITH ORDINALITY
        WHERE (windows #>> '{0,0}')::time = first_start AND (windows #>> '{0,1}')::time = first_end
        UNION ALL
        SELECT 0, first_start, first_end
        WHERE (windows #>> '{0,0}')::time IS DISTINCT FROM first_start
           OR (windows #>> '{0,1}')::time IS DISTINCT FROM first_end
    $$;
"""
REMOVE = "DROP FUNCTION time_windows_of(time, time, jsonb);"


class Migration(migrations.Migration):
    dependencies = [("reservations", "0031_groups_of_a_table")]

    operations = [
        migrations.AddField(
            model_name="reservationgroup",
            name="time_windows",
            field=models.JSONField(blank=True, db_default=[], default=list),
        ),
        migrations.AddField(
            model_name="weeklyrule",
            name="time_windows",
            field=models.JSONField(db_default=[], default=list),
        ),
        migrations.RunSQL(CREATE, REMOVE),
    ]
