"""The Python examples of the README and the how-to pages run as they are written."""

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = [
    pytest.param(page, re.findall(r"```python\n(.*?)```", text, re.DOTALL), id=page.stem)
    for page in PAGES
    if "```python" in (text := page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("page", "blocks"), EXAMPLES)
def test_the_examples_of_a_page_run(page: Path, blocks: list[str]) -> None:
    """One after another, in one namespace, as a reader would type them."""
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, page.name, "exec"), names)


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
