"""Pictures are our own: nothing is hot-linked from elsewhere, and the pages' content policy would not show it."""

from django.core.validators import RegexValidator

own_picture = RegexValidator(
    r"^/(?!/)[A-Za-z0-9._/-]+\Z", "Give the path of a picture of our own, such as /assets/story.jpg."
)
