import django.core.validators
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name='Blog',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=120, unique=True)),
                ('title', models.CharField(max_length=200)),
                ('summary', models.TextField(help_text='One or two sentences for the carousel.')),
                ('body', models.TextField(blank=True, help_text='Plain text; a blank line begins a new paragraph. Markup stays as typed.')),
                ('category', models.CharField(max_length=60)),
                ('image_url', models.CharField(blank=True, max_length=300, validators=[django.core.validators.RegexValidator('^/(?!/)[A-Za-z0-9._/-]+\\Z', 'Give the path of a picture of our own, such as /assets/story.jpg.')], verbose_name='picture')),
                ('image_alt', models.CharField(blank=True, max_length=200, verbose_name='what the picture shows')),
                ('featured', models.BooleanField(default=False, verbose_name='in the carousel')),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('published_at', models.DateTimeField(blank=True, db_index=True, help_text='UTC. Empty: a draft. In the future: shown from then on.', null=True)),
            ],
            options={
                'verbose_name': 'story',
                'verbose_name_plural': 'stories',
                'db_table': 'blog',
                'ordering': ['-published_at', '-id'],
            },
        ),
    ]
