"""Contract: drop the table of predicted odds, which no release uses."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("reservations", "0006_attempt_reply")]

    operations = [migrations.DeleteModel("OddsPrediction")]
