"""Contract: drop the table of proposed pairs of venues, which no release uses."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("venues", "0001_initial")]

    operations = [migrations.DeleteModel("DuplicatePair")]
