"""The stories of the demo. Each is a file in stories/: header lines, then paragraphs."""

from datetime import datetime
from email import message_from_string
from pathlib import Path
from typing import Final

from apps.blog.models import Blog

FOLDER: Final = Path(__file__).parent / "stories"


def read_story(file: Path) -> Blog:
    """Read one story without saving it. The lines of a paragraph are joined."""
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
    """Create the missing stories and return their number."""
    existing = set(Blog.objects.values_list("slug", flat=True))
    new = [read_story(file) for file in sorted(FOLDER.glob("*.txt")) if file.stem not in existing]
    Blog.objects.bulk_create(new)
    return len(new)
