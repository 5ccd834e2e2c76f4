# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Values of keys in the text of a case file, as far as they can be told without a reader of YAML: mappings of blocks and
in braces, and the plain or quoted values in them."""
import re

OPENING, CLOSING, QUOTES = "[{(", "]})", "\"'"


def plainPlaces(text):
    """(place, letter) of every letter that is in no brackets and no quotes. A quote begins only where a value does, so that
    an apostrophe within words is none. Raises ValueError where a bracket or a quote has no partner.
    """
    depth, quote, atStart = 0, "", True
    for place, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in QUOTES and atStart:
            quote = letter
        elif letter in OPENING:
            depth += 1
        elif letter in CLOSING:
            depth -= 1
            if depth < 0:
                raise ValueError(f"'{letter}' closes nothing")
        elif depth == 0:
            yield place, letter
        if not letter.isspace():
            atStart = letter in OPENING or letter in ",:=" or (atStart and letter == "-")
    if depth or quote:
        raise ValueError("a quote has no end" if quote else "a bracket is not closed")


def splitOutside(text, separator):
    """Parts of a text between separators that are in no brackets and no quotes."""
    cuts = [place for place, letter in plainPlaces(text) if letter == separator]
    return [text[a:b].strip() for a, b in zip([0, *(cut + 1 for cut in cuts)], [*cuts, len(text)])]


def withoutComment(line):
    """A line of YAML without the remark at its end."""
    quote, before = "", " "
    for place, letter in enumerate(line):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in QUOTES and before in " ,:" + OPENING:
            quote = letter
        elif letter == "#" and before.isspace():
            return line[:place].rstrip()
        before = letter
    return line


def blockParts(text):
    """Entries of a mapping in block form: each begins at the indentation of the first, and what is deeper belongs to it."""
    parts, indentation = [], None
    for line in text.splitlines():
        if not line.strip() or line.startswith("---"):
            continue
        depth = len(line) - len(line.lstrip())
        indentation = depth if indentation is None else indentation
        if depth <= indentation and not line.lstrip().startswith("- "):
            parts.append(line)
        elif parts:
            parts[-1] += "\n" + line
    return parts


def entriesOf(text):
    """{key: text of its value} of a mapping."""
    stripped = text.strip()
    try:
        parts = splitOutside(stripped[1:-1], ",") if stripped.startswith("{") else blockParts(text)
    except ValueError:
        return {}
    pairs = [re.fullmatch(r"""\s*("[^"]*"|'[^']*'|[^\s:"'][^:]*?)\s*:(?:\s(.*))?""", part, re.DOTALL) for part in parts]
    return {pair[1].strip(QUOTES): pair[2] or "" for pair in pairs if pair}


def valueAt(caseText, key):
    """Text of the value of a key such as mesh.size, or mesh.sizes."Patch.edges"; None where the case does not give it, or in
    another form of YAML."""
    text = "\n".join(withoutComment(line) for line in caseText.splitlines())
    for name in re.findall(r'"[^"]*"|[^.]+', key):
        text = entriesOf(text).get(name.strip(QUOTES))
        if text is None:
            return None
    return text.strip().strip(QUOTES)
