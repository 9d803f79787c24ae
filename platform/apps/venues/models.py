"""Models of restaurants and their release rules, of catalog calls, city imports and pairs of venues."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from apps.common.pictures import own_picture
from apps.common.rules.zones import is_time_zone
from apps.connections.models import PLATFORMS
from apps.venues import messages
from apps.venues.rules import cover_art, links
from snipers.domain.venue_gates import VenueGate

FURTHEST_BOOK_DAYS = 366


class RuleSource(models.TextChoices):
    NONE = "none", "unknown"
    VENUE_PAGE = "venue_page", "the venue's own page"
    OBSERVED = "observed", "observed by our watchers"
    COMMUNITY = "community", "reported by diners"


class Confidence(models.TextChoices):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Fold(models.Func):
    """The SQL function `venue_fold`, which normalizes a name for search.

    The result is in lower case, without accents, apostrophes and dots; other punctuation becomes one space.
    """

    function = "venue_fold"
    output_field = models.TextField()


def check_time_zone(name: str) -> None:
    if not is_time_zone(name):
        raise ValidationError("Give an IANA zone, such as America/New_York.")


class Venue(models.Model):
    """One restaurant at one platform. A venue that has opted out is never polled or booked.

    Release rule: the venue opens a day for booking `release_days_ahead` days ahead, at `release_local_time` in
    `time_zone`. Both fields are set, or both are null if the rule is unknown. `release_source`, `release_confidence`
    and `release_checked_at` are the rule's source, our confidence in the rule and the time of its last check.

    `read_at` is when the platform's page of the venue was last read, null for a venue that is known only from a search.
    `closed_at` is when the platform was first seen not to list the venue any more; a closed venue is not shown to
    users. `gates` are properties that exclude a booking (rules/booking_obstacles.py). `horizon_days` is the number of
    days ahead for which the book was open at `read_at`. `reopens_on` is the day on which the venue
    opens again after a temporary closure, null without one. `picture_source_url` is the URL of the
    platform's picture, which our pages never load.
    """

    reservation_source = models.CharField("platform", max_length=10, choices=PLATFORMS)
    platform_venue_id = models.BigIntegerField("id at the platform")
    venue_name = models.CharField("name", max_length=200)
    search_name = models.GeneratedField(
        expression=Fold("venue_name"), output_field=models.TextField(), db_persist=True, editable=False
    )
    cuisine = models.CharField(max_length=40, blank=True)
    neighborhood = models.CharField(max_length=100, blank=True)
    locality = models.CharField(max_length=100, blank=True)
    region = models.CharField(max_length=40, blank=True)
    address1 = models.CharField("address", max_length=200, blank=True)
    postal_code = models.CharField(max_length=12, blank=True)
    country = models.CharField(max_length=2, default="US")
    latitude = models.FloatField(null=True, blank=True, validators=[MinValueValidator(-90), MaxValueValidator(90)])
    longitude = models.FloatField(null=True, blank=True, validators=[MinValueValidator(-180), MaxValueValidator(180)])
    phone_number = models.CharField(max_length=30, blank=True)
    website = models.URLField(blank=True)
    price = models.PositiveSmallIntegerField(
        default=2, validators=[MinValueValidator(1), MaxValueValidator(4)], help_text="1 to 4, shown as $ to $$$$."
    )
    cover_image_url = models.CharField("picture", max_length=200, blank=True, validators=[own_picture])
    need_to_know = models.TextField(blank=True)
    seating_types = ArrayField(models.CharField(max_length=60), default=list, blank=True)
    min_party_size = models.PositiveSmallIntegerField(
        "smallest party", null=True, blank=True, validators=[MinValueValidator(1)], help_text="Empty: not known."
    )
    max_party_size = models.PositiveSmallIntegerField(
        "largest party", null=True, blank=True, validators=[MinValueValidator(1)], help_text="Empty: not known."
    )
    time_zone = models.CharField(max_length=40, default="America/New_York", validators=[check_time_zone])
    release_days_ahead = models.PositiveSmallIntegerField(
        "days ahead", null=True, blank=True, validators=[MaxValueValidator(FURTHEST_BOOK_DAYS)]
    )
    release_local_time = models.TimeField("time of day there", null=True, blank=True)
    release_source = models.CharField(
        "known from", max_length=10, choices=RuleSource.choices, default=RuleSource.NONE, db_default=RuleSource.NONE
    )
    release_confidence = models.CharField(
        "confidence", max_length=6, choices=Confidence.choices, default=Confidence.LOW, db_default=Confidence.LOW
    )
    release_checked_at = models.DateTimeField("last checked", null=True, blank=True)
    url_slug = models.CharField("name in links", max_length=120, blank=True, default="", db_default="")
    location_slug = models.CharField("city in links", max_length=60, blank=True, default="", db_default="")
    picture_source_url = models.CharField(
        "picture at the platform", max_length=500, blank=True, default="", db_default=""
    )
    gates = ArrayField(
        models.CharField(max_length=20, choices=[(gate.value, gate.value) for gate in VenueGate]),
        default=list,
        blank=True,
        db_default=[],
    )
    horizon_days = models.PositiveSmallIntegerField(
        "days the book is open", null=True, blank=True, validators=[MaxValueValidator(FURTHEST_BOOK_DAYS)]
    )
    reopens_on = models.DateField("closed until", null=True, blank=True)
    read_at = models.DateTimeField("last read", null=True, blank=True)
    closed_at = models.DateTimeField("closed", null=True, blank=True)
    premium = models.BooleanField("needs Pro", default=False)
    featured = models.BooleanField("top pick", default=False)
    opted_out = models.BooleanField(default=False)
    opt_out_reason = models.CharField("reason", max_length=200, blank=True, db_default="")
    opted_out_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "venue"
        constraints = [
            models.UniqueConstraint(
                fields=["reservation_source", "platform_venue_id"], name="one_row_for_each_venue_of_a_platform"
            ),
            models.CheckConstraint(condition=models.Q(price__gte=1, price__lte=4), name="price_is_one_to_four"),
            models.CheckConstraint(
                condition=models.Q(release_days_ahead__isnull=True, release_local_time__isnull=True)
                | models.Q(release_days_ahead__isnull=False, release_local_time__isnull=False),
                name="release_rule_is_whole",
                violation_error_message="A release rule needs both the days ahead and the time of day.",
            ),
            models.CheckConstraint(
                condition=models.Q(min_party_size__isnull=True)
                | models.Q(max_party_size__isnull=True)
                | models.Q(max_party_size__gte=models.F("min_party_size")),
                name="largest_party_is_not_below_smallest",
                violation_error_message="The largest party cannot be smaller than the smallest.",
            ),
        ]
        indexes = [
            GinIndex(fields=["search_name"], name="venue_search_trigrams", opclasses=["gin_trgm_ops"]),
            models.Index(fields=["venue_name", "id"], name="venue_by_name", condition=models.Q(opted_out=False)),
            models.Index(fields=["neighborhood"], name="venue_neighborhood"),
            models.Index(fields=["reservation_source", "url_slug"], name="venue_by_link"),
        ]

    def __str__(self) -> str:
        return self.venue_name

    @property
    def cover_art(self) -> cover_art.CoverArt | None:
        """The values from which the browser draws a picture of the venue, None for the placeholder picture."""
        return cover_art.cover_art(seed=self.platform_venue_id, cuisine=self.cuisine, neighborhood=self.neighborhood)

    @property
    def platform_page(self) -> str:
        """The address of the venue's own page at its platform, "" if it is not known."""
        return links.page_of(
            platform=self.reservation_source,
            platform_venue_id=self.platform_venue_id,
            slug=self.url_slug,
            location=self.location_slug,
        )

    def release_text(self, *, locale: str) -> str:
        return messages.describe_rule(
            days_ahead=self.release_days_ahead,
            local_time=self.release_local_time,
            zone=self.time_zone,
            source=self.release_source,
            confidence=self.release_confidence,
            checked_at=self.release_checked_at,
            locale=locale,
        )


class ReleaseObservation(models.Model):
    """The interval in which a venue opened its book for a service date: after `closed_at`, and at `open_at` or before.

    `closed_at` is null if the day was never seen closed, `open_at` if it was not yet seen open.
    Watchers and calendar reads write these rows with the SQL function `merge_release_observation`,
    which also deletes the venue's rows of more than 120 days ago. Release rules are learned from
    the rows (catalog/release_knowledge.py).
    """

    venue = models.ForeignKey(Venue, models.CASCADE, related_name="release_observations")
    service_date = models.DateField()
    closed_at = models.DateTimeField("last seen closed", null=True, blank=True)
    open_at = models.DateTimeField("first seen open", null=True, blank=True)

    class Meta:
        db_table = "release_observation"
        constraints = [
            models.UniqueConstraint(fields=["venue", "service_date"], name="one_observation_for_each_service_date"),
            models.CheckConstraint(
                condition=models.Q(closed_at__isnull=True)
                | models.Q(open_at__isnull=True)
                | models.Q(open_at__gt=models.F("closed_at")),
                name="a_day_is_closed_before_it_is_open",
            ),
        ]


class CalendarRead(models.Model):
    """When the end of a venue's book was last read to learn its release rule (`read_at`), and when it is read next
    (`next_at`).
    """

    venue = models.OneToOneField(Venue, models.CASCADE, primary_key=True, related_name="calendar_read")
    read_at = models.DateTimeField()
    next_at = models.DateTimeField()

    class Meta:
        db_table = "calendar_read"


class CatalogBudget(models.Model):
    """The instant `next_at` at which the next catalog call to a platform may be sent, for all processes together."""

    platform = models.CharField(max_length=10, choices=PLATFORMS, primary_key=True)
    next_at = models.DateTimeField()

    class Meta:
        db_table = "catalog_budget"


class CityImport(models.Model):
    """An import of the venues of a city, with its progress. An unfinished import continues at `next_page`.

    `changed_fields` counts, for each column, the known venues whose value changed. `unreadable` counts the search
    results that could not be parsed.
    """

    platform = models.CharField(max_length=10, choices=PLATFORMS)
    city_code = models.CharField("city", max_length=60)
    city_name = models.CharField("name", max_length=100)
    venue_limit = models.PositiveIntegerField("most venues")
    next_page = models.PositiveIntegerField(default=1)
    pages = models.PositiveIntegerField(null=True, blank=True)
    total = models.PositiveIntegerField("venues found", null=True, blank=True)
    created = models.PositiveIntegerField("new", default=0)
    updated = models.PositiveIntegerField("changed", default=0)
    unchanged = models.PositiveIntegerField(default=0)
    unreadable = models.PositiveIntegerField(default=0)
    changed_fields = models.JSONField(default=dict, blank=True)
    started_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "city_import"
        constraints = [
            models.UniqueConstraint(
                fields=["platform", "city_code"],
                condition=models.Q(finished_at=None),
                name="one_running_import_for_each_city",
            )
        ]

    @property
    def seen(self) -> int:
        """The number of venues that the import has processed: new, changed and unchanged ones."""
        return self.created + self.updated + self.unchanged
