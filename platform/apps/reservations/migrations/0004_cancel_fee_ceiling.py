"""Expand: add the limit of what is paid if nobody comes. An existing limit becomes the limit of both amounts.

A request that the release before files meanwhile accepts no amount that is paid if nobody comes.
"""

from django.db import migrations, models

COPY = """
    UPDATE reservation_group SET cancel_fee_ceiling_cents = fee_ceiling_cents WHERE fee_ceiling_cents > 0;
    UPDATE weekly_rule
    SET submission = submission || jsonb_build_object('cancel_fee_ceiling_cents', submission -> 'fee_ceiling_cents')
    WHERE submission ? 'fee_ceiling_cents';
"""


class Migration(migrations.Migration):
    dependencies = [("reservations", "0003_note_to_restaurant")]

    operations = [
        migrations.AddField(
            "reservationgroup", "cancel_fee_ceiling_cents", models.PositiveIntegerField(db_default=0, default=0)
        ),
        migrations.AddField("attempt", "held_cancel_fee_cents", models.IntegerField(null=True)),
        migrations.AddField("watchstate", "held_cancel_fee_cents", models.IntegerField(null=True)),
        migrations.RunSQL(COPY, migrations.RunSQL.noop),
    ]
