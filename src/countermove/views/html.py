"""A tree as one HTML file that asks for nothing else: the picture, and a stepper that plays the search on it.

The picture is the SVG of the tree, so the page shows it even where scripts are switched off. The steps are JSON
inside the page, and the stepper is the plain module in `static/`, which the notebook widget uses as well.
"""

from __future__ import annotations

import json
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

__all__ = ["stepper_css", "stepper_js", "tree_html"]

PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
html {{ color-scheme: light dark; background: #fff; }}
@media (prefers-color-scheme: dark) {{ html {{ background: #15181d; }} }}
body {{ margin: 0; }}
main {{ max-width: 1600px; margin: 0 auto; padding: 16px; box-sizing: border-box; }}
.cm-stepper h1 {{ font-size: 1.25em; margin: 0; }}
.cm-stepper .summary {{ margin: 0; color: var(--muted); }}
{css}</style>
</head>
<body>
<main class="cm-stepper">
<div class="stage">
{svg}
</div>
<p class="summary">{summary}</p>
</main>
<script type="application/json" id="steps">{steps}</script>
<script type="module">
{js}
const main = document.querySelector("main");
const steps = JSON.parse(document.getElementById("steps").textContent);
if (steps.length) {{
  mount(main, steps);
  main.focus({{ preventScroll: true }});
}}
</script>
</body>
</html>
"""


def tree_html(svg: str, steps: list[dict[str, Any]], title: str = "", summary: str = "") -> str:
    """A page with the picture of a tree and a stepper for the steps of its search.

    >>> tree_html("<svg/>", [], title="Two < three")[:80].splitlines()[0]
    '<!DOCTYPE html>'
    """
    told = json.dumps(steps, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return PAGE.format(
        title=escape(title or "A game tree"), css=stepper_css(), svg=svg, summary=escape(summary), steps=told,
        js=stepper_js(),
    )  # fmt: skip


@cache
def stepper_js() -> str:
    """The stepper, an ES module."""
    return (files("countermove.views") / "static" / "stepper.js").read_text(encoding="utf-8")


@cache
def stepper_css() -> str:
    """How the stepper looks."""
    return (files("countermove.views") / "static" / "stepper.css").read_text(encoding="utf-8")
