"""The validator of picture paths: every picture is on our own origin, as the pages' content policy requires."""

from django.core.validators import RegexValidator

own_picture = RegexValidator(
    r"^/(?!/)[A-Za-z0-9._/-]+\Z", "Give the path of a picture of our own, such as /assets/story.jpg."
)
