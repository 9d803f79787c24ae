"""The stories of the demo. Each file in stories/ contains one story: header lines, an empty line, then paragraphs."""

from datetime import datetime
from email import message_from_string
from pathlib import Path
from typing import Final

from apps.blog.models import Blog

FOLDER: Final = Path(__file__).parent / "stories"


def read_story(file: Path) -> Blog:
    """Return the story of a file, not saved. Line breaks inside a paragraph become spaces."""
    story = message_from_string(file.read_text())
    paragraphs = str(story.get_payload()).strip().split("\n\n")
    return Blog(
        slug=file.stem,
        title=story["Title"],
        category=story["Category"],
        summary=story["Summary"],
        created_at=datetime.fromisoformat(story["Date"]),
        published_at=datetime.fromisoformat(story["Date"]),
        body="\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs),
        featured=True,
    )


def make_stories() -> int:
    """Create the demo stories that do not exist yet, and return the number of new stories."""
    existing = set(Blog.objects.values_list("slug", flat=True))
    new = [read_story(file) for file in sorted(FOLDER.glob("*.txt")) if file.stem not in existing]
    Blog.objects.bulk_create(new)
    return len(new)
