"""Expand: in a database that has two tables that nothing uses, let the rows that they name be deleted."""

from django.db import migrations

DROP_FOREIGN_KEYS = """
    DO $$
    DECLARE
        one record;
    BEGIN
        FOR one IN
            SELECT conrelid::regclass AS name, conname FROM pg_constraint
                WHERE contype = 'f' AND conrelid IN (to_regclass('odds_prediction'), to_regclass('duplicate_pair'))
        LOOP
            EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.name, one.conname);
        END LOOP;
    END $$
"""


class Migration(migrations.Migration):
    dependencies = [("reservations", "0006_attempt_reply"), ("venues", "0001_initial")]

    operations = [migrations.RunSQL(DROP_FOREIGN_KEYS, migrations.RunSQL.noop)]
