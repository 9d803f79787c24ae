"""Expands: the previous release inserts users without a locale, and the database fills in the default."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("accounts", "0010_audit_entry_kept")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="locale",
            field=models.CharField(
                db_default="en-US",
                default="en-US",
                help_text="Locale of dates, times and money: the browser's language at the last log-in, such as en-GB.",
                max_length=16,
            ),
        ),
    ]
