"""A tree as one self-contained HTML file: the search can be stepped through, folded and zoomed.

The page contains the tree as JSON and the modules of the tree view bundled into one script, the same as in the studio
and the notebook widget. Its content security policy allows that script, by its hash, and nothing else. With scripts
disabled, the page shows the picture.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import Any, Final

from countermove.views.bundle import bundle, style

PAGE: Final = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '{hash}'">
<title>{title}</title>
<style>
{css}</style>
</head>
<body>
<main>
{heading}<div id="tree"></div>
<noscript>
{picture}
<p>{summary}</p>
</noscript>
</main>
<script type="application/json" id="data">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""
SCRIPT: Final = """
const tree = JSON.parse(document.getElementById("data").textContent);
const view = mountTree(document.getElementById("tree"), tree, { controls: true, label: document.title, at: tree.at });
view.focus();
"""


def tree_html(tree: dict[str, Any], picture: str = "") -> str:
    """A page for a tree from `tree_json`; `picture` is its SVG, for readers without scripts. If the tree has `at`, the
    page opens at that step, counted from 0.

    >>> tree_html({"title": "Two < three", "nodes": [], "steps": []}).splitlines()[6]
    '<title>Two &lt; three</title>'
    """
    script = bundle("tree") + SCRIPT
    boards = any("board" in node for node in tree.get("nodes", ()))
    title = str(tree.get("title") or "")
    return PAGE.format(
        hash="sha256-" + b64encode(sha256(script.encode()).digest()).decode(),
        title=escape(title or "A game tree"),
        heading=f"<h1>{escape(title)}</h1>\n" if title else "",
        css=style("tree-page") + (style("board") + style("maze") if boards else "") + style("tree"),
        picture=picture,
        summary=escape(str(tree.get("summary") or "")),
        data=json.dumps(tree, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        script=script,
    )
