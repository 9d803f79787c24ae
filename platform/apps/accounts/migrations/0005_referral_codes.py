from django.contrib.postgres.functions import RandomUUID
from django.db import migrations, models
from django.db.models.functions import MD5, Cast, Left, Upper


def give_codes(apps, schema_editor):
    code = Upper(Left(MD5(Cast(RandomUUID(), models.CharField())), 12))
    apps.get_model("accounts", "User").objects.filter(referral_code=None).update(referral_code=code)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_audit_entry'),
    ]

    operations = [
        # In a migration of its own, because PostgreSQL cannot alter a table that has pending trigger events of the
        # same transaction.
        migrations.RunPython(give_codes, migrations.RunPython.noop),
    ]
