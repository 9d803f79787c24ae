"""Expand: adds `one_table` to groups and attempts, and a trigger that copies it from the group to each new attempt.

The previous release files no such group, but its watchers may claim for one during an upgrade or after a rollback. The
trigger sets the column of their attempts too, so that the unique index of the next migration covers them.
"""

from django.db import migrations, models

COPY = """
    CREATE FUNCTION copy_one_table_of_group() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NEW.one_table := coalesce((SELECT one_table FROM reservation_group WHERE id = NEW.group_id), false);
        RETURN NEW;
    END
    $$;
    CREATE TRIGGER one_table_of_group BEFORE INSERT ON attempt
        FOR EACH ROW EXECUTE FUNCTION copy_one_table_of_group();
"""
REMOVE = """
    DROP TRIGGER one_table_of_group ON attempt;
    DROP FUNCTION copy_one_table_of_group();
"""


class Migration(migrations.Migration):
    dependencies = [("reservations", "0020_free_until_index")]

    operations = [
        migrations.AddField(
            model_name="reservationgroup",
            name="one_table",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="attempt",
            name="one_table",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunSQL(COPY, REMOVE),
    ]
