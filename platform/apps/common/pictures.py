"""The validator of picture paths.

Every picture must be on our own origin, because the content security policy requires it.
"""

from django.core.validators import RegexValidator

own_picture = RegexValidator(
    r"^/(?!/)[A-Za-z0-9._/-]+\Z", "Give the path of a picture of our own, such as /assets/story.jpg."
)
