"""Contract: store the submission of a weekly rule as one value, and drop the columns that copied its fields."""

from django.db import migrations, models

COLUMNS = (
    "snipe_type", "venues", "party_size", "start_time", "end_time", "time_windows", "override_reservations",
    "fee_ceiling_cents", "notify_only", "one_table", "continue_as_cancel", "account_ids", "card_ids",
)  # fmt: skip
PAIRS = ", ".join(f"'{name}', {name}" for name in COLUMNS)
FILL = f"UPDATE weekly_rule SET submission = jsonb_build_object({PAIRS})"


class Migration(migrations.Migration):
    dependencies = [("reservations", "0001_initial")]

    operations = [
        migrations.AddField("weeklyrule", "submission", models.JSONField(db_default={})),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        *(migrations.RemoveField("weeklyrule", name) for name in COLUMNS),
    ]
