# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The parts of a page of HTML. It needs nothing besides its own file."""
import dataclasses
import html
import re

GENERATOR = "fluxtet report"  # by which a page is known as ours
MARK = f'<meta name="generator" content="{GENERATOR}">'

STYLE = """
body { font: 15px/1.45 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; color: #1b2631; background: white;
  max-width: 1180px; margin: 0 auto; padding: 1.2em 1.6em 3em; }
h1 { font-size: 1.7em; margin: 0.4em 0 0.1em; }
h2 { font-size: 1.25em; margin: 2em 0 0.6em; padding-bottom: 0.2em; border-bottom: 2px solid #2471a3; }
h3 { font-size: 1.02em; margin: 1.4em 0 0.4em; }
p.below { color: #5d6d7e; margin: 0 0 1em; }
nav { margin: 0.8em 0; }
nav a { margin-right: 1.1em; color: #2471a3; text-decoration: none; white-space: nowrap; }
table { border-collapse: collapse; margin: 0.4em 0 1.2em; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: bold; padding: 0.3em 0; }
th, td { padding: 0.28em 0.9em 0.28em 0.5em; border-bottom: 1px solid #e1e5e8; text-align: left; vertical-align: top; }
thead th { border-bottom: 1.5px solid #85929e; background: #f4f6f7; }
tbody th { font-weight: normal; color: #34495e; }
td { overflow-wrap: anywhere; }
div.wide { overflow-x: auto; }
div.figures { display: flex; flex-wrap: wrap; gap: 0.6em 1.6em; align-items: flex-start; }
figure { margin: 0.6em 0 1em; flex: 0 1 570px; min-width: 0; break-inside: avoid; }
figure.wide { flex: 1 1 100%; }
figure img { max-width: 100%; height: auto; display: block; }
figcaption { color: #34495e; font-size: 0.92em; max-width: 52em; }
figcaption span { display: block; color: #5d6d7e; font-variant-numeric: tabular-nums; }
section.warnings ul { border-left: 4px solid #d68910; background: #fef6e7; margin: 0.4em 0; padding: 0.7em 1em 0.7em 2em; }
section.warnings li { margin: 0.25em 0; overflow-wrap: anywhere; }
p.note { color: #7d6608; }
@media print { body { max-width: none; padding: 0; font-size: 11px; } nav { display: none; } }
"""


def escape(text):
    return html.escape(str(text), quote=True)


@dataclasses.dataclass
class Table:
    """Rows of texts under `heads`; the first column names the rows. `merges`: what all columns have in common stands once."""

    heads: list
    rows: list
    caption: str = ""
    merges: bool = False

    def render(self):
        head = "".join(f'<th scope="col">{escape(text)}</th>' for text in self.heads)
        rows = "\n".join(self.row(row) for row in self.rows)
        caption = f"<caption>{escape(self.caption)}</caption>" if self.caption else ""
        return f'<div class="wide"><table>{caption}\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>'

    def row(self, row):
        cells = "".join(f"<td>{escape(text)}</td>" for text in row[1:])
        if self.merges and len(row) > 2 and len(set(row[1:])) == 1:
            cells = f'<td colspan="{len(row) - 1}">{escape(row[1])}</td>'
        return f'<tr><th scope="row">{escape(row[0])}</th>{cells}</tr>'


def tableOf(records, caption="", first=""):
    """A Table of dictionaries {head: text}, with every column that one of them has; None of no records. `first`: the
    column that names the rows."""
    heads = list(dict.fromkeys([first] * bool(first) + [head for record in records for head in record]))
    return Table(heads, [[record.get(head, "") for head in heads] for record in records], caption) if records else None


@dataclasses.dataclass
class Figure:
    """A picture as a data URI, what it shows, and lines of values below. `isWide`: none stands beside it."""

    source: str
    caption: str
    lines: tuple = ()
    isWide: bool = False

    def render(self):
        lines = "".join(f"<span>{escape(line)}</span>" for line in self.lines)
        kind = ' class="wide"' if self.isWide else ""
        return (
            f'<figure{kind}><img src="{self.source}" alt="{escape(self.caption)}">\n'
            f"<figcaption>{escape(self.caption)}{lines}</figcaption></figure>"
        )


@dataclasses.dataclass
class Note:
    """A sentence, such as why there is no picture."""

    text: str

    def render(self):
        return f'<p class="note">{escape(self.text)}</p>'


@dataclasses.dataclass
class Bullets:
    texts: list

    def render(self):
        return "<ul>\n" + "\n".join(f"<li>{escape(text)}</li>" for text in self.texts) + "\n</ul>"


@dataclasses.dataclass
class Heading:
    text: str

    def render(self):
        return f"<h3>{escape(self.text)}</h3>"


@dataclasses.dataclass
class Section:
    """`blocks`: tables, figures and the like; None among them is left out."""

    title: str
    blocks: list
    kind: str = ""

    def __post_init__(self):
        self.blocks = [block for block in self.blocks if block is not None]

    @property
    def anchor(self):
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")

    def render(self):
        kind = f' class="{self.kind}"' if self.kind else ""
        return f'<section id="{self.anchor}"{kind}>\n<h2>{escape(self.title)}</h2>\n{inRows(self.blocks)}\n</section>'


def inRows(blocks):
    """Figures that follow each other stand side by side where there is room."""
    parts, figures = [], []
    for block in [*blocks, None]:
        if isinstance(block, Figure):
            figures.append(block.render())
            continue
        if figures:
            parts.append('<div class="figures">\n' + "\n".join(figures) + "\n</div>")
            figures = []
        if block is not None:
            parts.append(block.render())
    return "\n".join(parts)


def renderPage(title, below, sections):
    """The whole page: `title`, a line below it, and the sections with links to them."""
    links = "\n".join(f'<a href="#{section.anchor}">{escape(section.title)}</a>' for section in sections)
    content = "\n".join(section.render() for section in sections)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
{MARK}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
<p class="below">{escape(below)}</p>
<nav>
{links}
</nav>
{content}
</body>
</html>
"""
