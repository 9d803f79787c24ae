from django.db import migrations
from django.db.models import Q
from django.db.models.functions import Now


def confirm_existing(apps, schema_editor):
    """Mark the addresses of existing users as confirmed, and the phones that receive texts.

    These users have used the product with these addresses, receive its mails and can reset their password with them.
    Asking for a confirmation now would hold back the messages about tables that they wait for. A phone is marked only
    if texts are switched on: its owner has received texts and could have answered STOP. Any other phone has never had a
    text from us, so it is confirmed with a code when texts are switched on.
    """
    users = apps.get_model("accounts", "User").objects.filter(is_active=True)
    users.filter(email_confirmed_at=None).update(email_confirmed_at=Now())
    users.filter(~Q(phone=""), phone_notifications=True, phone_confirmed_at=None).update(phone_confirmed_at=Now())


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0008_confirmed_addresses"),
    ]

    operations = [
        # In a migration of its own, because PostgreSQL cannot alter a table that has pending trigger events of the
        # same transaction.
        migrations.RunPython(confirm_existing, migrations.RunPython.noop),
    ]
