"""The self-contained page of a replay: the same module as the widget, with a small model in place of the kernel."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

__all__ = ["page"]

_STATIC = Path(__file__).parent / "static"
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>{title}</title>
<style>body{{margin:8px;font-family:system-ui,sans-serif}}
@media (prefers-color-scheme:dark){{body{{background:#111;color:#eee}}}}
{css}</style></head>
<body><main id="replay"></main>
<script type="application/json" id="state">{state}</script>
<script type="module">
const {{module, state}} = JSON.parse(document.getElementById("state").textContent);
const listeners = {{}};
const model = {{
  get: (name) => state[name],
  set: (name, value) => {{
    if (state[name] === value) return;
    state[name] = value;
    for (const call of listeners["change:" + name] ?? []) call();
  }},
  save_changes: () => {{}},
  on: (event, call) => (listeners[event] ??= []).push(call),
  off: (event, call) => (listeners[event] = (listeners[event] ?? []).filter((one) => one !== call)),
  send: () => {{}},
}};
const source = URL.createObjectURL(new Blob([module], {{type: "text/javascript"}}));
const {{default: widget}} = await import(source);
widget.render({{model, el: document.getElementById("replay")}});
</script></body></html>
"""


def page(state: dict[str, Any], *, title: str) -> str:
    """Return the page of a replay as text.

    Parameters
    ----------
    state : dict
        The widget's traits: ``data``, ``turn``, ``viewer``.
    title : str
        Title of the page; escaped here.
    """
    module = (_STATIC / "replay.js").read_text(encoding="utf-8")
    css = (_STATIC / "replay.css").read_text(encoding="utf-8")
    both = json.dumps({"module": module, "state": state}, ensure_ascii=False, separators=(",", ":"))
    return _PAGE.format(title=escape(title), css=css, state=both.replace("</", "<\\/").replace("<!--", "<\\u0021--"))
