"""Writes the chart's templates. They are made from trees of YAML in which tokens (strings) stand for expressions of
helm.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

import yaml

from k8s.policy.manifests import Manifest

from .tree import MISSING

# A cell has the values of cellDefaults, except those that it sets itself.
_CELLS = """\
{{- range $name, $own := $.Values.cells }}
{{- $cell := mergeOverwrite (deepCopy $.Values.cellDefaults) $own }}
"""
_TOKEN = re.compile(r'"?__(\d+)__"?')
# A line whose value is a single token.
_LINE = re.compile(r"^( *)((?:- )?)([^\s:]+|'[^']+'): __(\d+)__$", re.MULTILINE)


class Tokens:
    """Creates tokens for expressions of helm, and converts trees that contain them to templates."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        # Token -> the condition under which its key is written. A token without an entry is always written.
        self._conditions: dict[int, str] = {}

    def value(self, expression: str) -> str:
        """Return the token for the value of an expression. The value may be of any type."""
        return self._word("{{ toJson (" + expression + ") }}" if " " in expression else _json(expression))

    def inline(self, expression: str) -> str:
        """Return the token for an expression inside a longer string."""
        return "__INLINE" + expression + "__"

    def allow_missing(self, expression: str) -> None:
        """Make templates leave out the key whose value is this expression, if the expression has no value."""
        self._conditions[int(self.value(expression).strip("_"))] = f'not (kindIs "invalid" {expression})'

    def choice(self, condition: str, when_true: Any, when_false: Any) -> str:
        """Return the token for one of two trees, chosen by a condition. If a tree is MISSING, its key is left out."""
        if when_true is not MISSING and when_false is not MISSING:
            both = f"{_flow(when_true)}{{{{ else }}}}{_flow(when_false)}"
            return self._word(f"{{{{ if {condition} }}}}{both}{{{{ end }}}}")
        condition, tree = (condition, when_true) if when_false is MISSING else (f"not {condition}", when_false)
        word = self._word(_flow(tree), apart=condition)
        self._conditions[int(word.strip("_"))] = condition
        return word

    def _word(self, text: str, *, apart: str = "") -> str:
        """Return the token of a text. Equal texts with different `apart` have different tokens."""
        key = f"{text}\0{apart}"
        if key not in self._texts:
            self._texts.append(key)
        return f"__{self._texts.index(key)}__"

    def template(self, manifest: Manifest, conditions: Sequence[str], *, in_cell: bool) -> str:
        """Return the template of an object, which is rendered if all conditions hold; with `in_cell`, once for each
        cell.
        """
        text = _escape(yaml.dump(manifest, Dumper=_Dumper, sort_keys=False, width=10**9, allow_unicode=True))
        text = _LINE.sub(self._line, text)
        while _TOKEN.search(text):
            text = _TOKEN.sub(lambda match: self._texts[int(match[1])].partition("\0")[0], text)
        text = re.sub(r"__INLINE(.+?)__", r"{{ \1 }}", text)
        if in_cell:
            text = f"{_CELLS}---\n{text}{{{{- end }}}}\n"
        for condition in conditions:
            text = f"{{{{- if $.Values.{condition} }}}}\n{text}{{{{- end }}}}\n"
        return text

    def _line(self, match: re.Match[str]) -> str:
        condition = self._conditions.get(int(match[4]))
        if condition is None:
            return match[0]
        assert not match[2], f"the first key of a list's element cannot be left out: {match[0]}"
        return f"{{{{- if {condition} }}}}\n{match[0]}\n{{{{- end }}}}"


def _json(expression: str) -> str:
    return f"{{{{ toJson {expression} }}}}"


def _flow(tree: Any) -> str:
    return _escape(json.dumps(tree))


def _escape(text: str) -> str:
    """Return a text with escaped braces, so that helm writes them unchanged, as a template of Prometheus needs."""
    return text.replace("{{", '{{ "{{" }}')


class _Dumper(yaml.SafeDumper):
    """Writes strings of several lines as blocks, and repeated parts without YAML anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)


_Dumper.add_representer(str, _text)
