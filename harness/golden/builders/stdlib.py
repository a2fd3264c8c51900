"""Builds a corpus out of the docstrings of the running interpreter's standard library.

One document is one module: its own docstring, then one section for every public function and class the module owns, and one
for every public method of such a class, in a fixed order. Nothing is fetched and nothing is copied into the repository, so
the text is whatever the interpreter at hand says about itself; the same interpreter builds the same bytes every time.

Three rules keep the sections honest. An object belongs to the module that defines it, not to the ones that import it, so
`statistics` cannot take `bisect_left` away from `bisect`. A docstring of fewer than `minimum_words` words is a label rather
than an answer and is left out. An object is told once, under its own name, however many names it goes by.
"""

import difflib
import importlib
import inspect
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from harness.errors import GoldenError, SpellingError, nearest
from harness.golden.jsonl import read_objects
from harness.golden.parse import parse_document
from harness.types import Document

MINIMUM_WORDS = 20
"""The shortest docstring that gets a section, in words."""

_OPTIONS = frozenset({"minimum_words", "modules", "name", "notes"})
_NOT_FOR_READING = frozenset({"antigravity", "idlelib", "this", "tkinter", "turtle", "turtledemo"})
_ADDRESS = re.compile(r"\bat 0x[0-9A-Fa-f]{4,}")


def build(folder: Path, options: Mapping[str, object]) -> tuple[Document, ...]:
    """Build one document per module named in `options`, followed by the notes that stand beside the golden set.

    `options` is the `[builder]` table of `golden.toml`: `modules` (names, in corpus order), and optionally `notes` (a JSONL
    file of documents, relative to `folder`) and `minimum_words`. Raises `InputError` for an unknown option or module, for
    notes that cannot be read, and for an interpreter that carries no docstrings.
    """
    _check_options(options, folder)
    _check_interpreter()
    names = _module_names(options, folder)
    minimum_words = options.get("minimum_words", MINIMUM_WORDS)
    if not isinstance(minimum_words, int) or isinstance(minimum_words, bool) or minimum_words < 1:
        raise GoldenError(
            f"{folder / 'golden.toml'}: minimum_words is {minimum_words!r}; give a whole number of 1 or more"
        )
    told: set[tuple[str, str]] = set()
    documents = [_document(name, names, minimum_words, told) for name in names]
    notes = options.get("notes")
    if notes is not None:
        documents.extend(read_notes(folder / str(notes)))
    return tuple(documents)


def left_out(question_fields: Mapping[str, object], version: tuple[int, int]) -> str | None:
    """Say why a question is not for this interpreter, or None when it is.

    A question whose anchor only some interpreters carry lists them in `python_versions` as "major.minor"; a question
    without that field is for all of them.
    """
    listed = question_fields.get("python_versions")
    if listed is None:
        return None
    if isinstance(listed, str) or not isinstance(listed, Sequence):
        raise GoldenError(
            f'question {question_fields.get("id")!r}: python_versions is {listed!r}; give a list such as ["3.13", "3.14"]'
        )
    running = f"{version[0]}.{version[1]}"
    if running in listed:
        return None
    return f"its anchor is in the docstrings of Python {', '.join(map(str, listed))} only, and this is {running}"


def import_for_reading(name: str) -> ModuleType:
    """Import a standard library module, or raise an `InputError` that names the nearest one.

    Only the standard library is read, and never the modules whose import opens a window, a browser or a poem.
    """
    if name.partition(".")[0] in _NOT_FOR_READING:
        raise GoldenError(f"module {name!r} does more than define things when it is imported; choose another one")
    if name.partition(".")[0] not in sys.stdlib_module_names:
        raise SpellingError(f"module {name!r} is not in the standard library of this Python; {_nearest(name)}")
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise SpellingError(f"module {name!r} is not in this Python; {_nearest(name)}") from error
        raise GoldenError(f"module {name!r} needs {error.name!r}, which this Python was built without") from error


def module_text(
    module: ModuleType,
    corpus_modules: Sequence[str],
    minimum_words: int = MINIMUM_WORDS,
    told: set[tuple[str, str]] | None = None,
) -> str:
    """Lay out the docstrings a module owns as text with `#` headings.

    `corpus_modules` are the modules that have a document of their own and so keep what they define. `told` holds the
    (module, qualified name) of what has been written already, in this document or an earlier one, and grows.
    """
    seen = set() if told is None else told
    parts = [f"# {module.__name__}"]
    own = _docstring(module, 1)
    if own:
        parts.append(own)
    for attribute, thing in _public(module, corpus_modules):
        if not _first_telling(thing, module.__name__, seen):
            continue
        heading = f"{module.__name__}.{attribute}"
        methods = list(_methods(thing, heading, minimum_words, seen)) if inspect.isclass(thing) else []
        text = _docstring(thing, 1 if methods else minimum_words)
        if text or methods:
            parts.append(f"## {heading}\n\n{text}" if text else f"## {heading}")
        parts.extend(methods)
    return "\n\n".join(parts)


def owns(module: ModuleType, attribute: str, thing: object, corpus_modules: Sequence[str]) -> bool:
    """Tell whether a module is the home of one of its attributes.

    It is when the object says so, also by way of the module's accelerator (`_bisect`) or of a submodule (`json.decoder`).
    A name the module exports in `__all__` counts too, unless its home has a document of its own.
    """
    name = module.__name__
    home = getattr(thing, "__module__", None) or name
    if home in {name, f"_{name}"} or home.startswith(f"{name}."):
        return True
    return attribute in getattr(module, "__all__", ()) and home.lstrip("_") not in corpus_modules


def read_notes(path: Path) -> Iterator[Document]:
    """Read documents from a JSONL file, one object a line, in the format of a golden set's `corpus.jsonl`."""
    for number, fields in read_objects(path):
        yield parse_document(fields, f"{path} line {number}")


def _document(name: str, names: Sequence[str], minimum_words: int, told: set[tuple[str, str]]) -> Document:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    text = module_text(import_for_reading(name), names, minimum_words, told)
    if text == f"# {name}":
        raise GoldenError(f"module {name!r} carries no docstrings in this Python; take it out of `modules`")
    return Document(
        doc_id=name,
        title=name,
        text=text,
        source=f"Python {version} docstrings",
        metadata={"status": "current", "module": name, "python": version},
    )


def _public(module: ModuleType, corpus_modules: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Yield functions before classes, each by name: a function is told before the method it is bound from."""
    members = [
        (attribute, thing)
        for attribute, thing in vars(module).items()
        if not attribute.startswith("_") and (inspect.isroutine(thing) or inspect.isclass(thing))
    ]
    for attribute, thing in sorted(members, key=lambda member: (inspect.isclass(member[1]), member[0])):
        own_name = getattr(thing, "__name__", attribute)
        alias = own_name != attribute and vars(module).get(own_name) is thing
        if not alias and owns(module, attribute, thing, corpus_modules):
            yield attribute, thing


def _methods(owner: type, heading: str, minimum_words: int, told: set[tuple[str, str]]) -> Iterator[str]:
    for attribute, raw in sorted(vars(owner).items()):
        thing = raw.__func__ if isinstance(raw, classmethod | staticmethod) else raw
        if attribute.startswith("_") or not (inspect.isroutine(thing) or isinstance(thing, property)):
            continue
        text = _docstring(thing, minimum_words)
        if text and _first_telling(thing, owner.__module__, told):
            yield f"### {heading}.{attribute}\n\n{text}"


def _first_telling(thing: object, home: str, told: set[tuple[str, str]]) -> bool:
    """Mark an object as told, by where it was defined; a property has no such name and is always new."""
    qualified = getattr(thing, "__qualname__", None)
    if qualified is None:
        return True
    fingerprint = (getattr(thing, "__module__", None) or home, qualified)
    if fingerprint in told:
        return False
    told.add(fingerprint)
    return True


def _docstring(thing: object, minimum_words: int) -> str:
    """Return the object's own docstring without its indentation, "" if it is too short or differs from run to run.

    `inspect.getdoc` is not used: it falls back on the docstring of a base class, which would be told again for each heir.
    """
    raw = getattr(thing, "__doc__", None)
    if not isinstance(raw, str) or len(raw.split()) < minimum_words or _ADDRESS.search(raw):
        return ""
    return inspect.cleandoc(raw).strip()


def _check_options(options: Mapping[str, object], folder: Path) -> None:
    for key in options:
        if key not in _OPTIONS:
            raise SpellingError(f"{folder / 'golden.toml'}: [builder] has no option {key!r}; {nearest(key, _OPTIONS)}")


def _check_interpreter() -> None:
    if sys.flags.optimize > 1:
        raise GoldenError(
            "Python runs with -OO, which drops docstrings, and the corpus is made of them; run without -OO"
        )
    if not len.__doc__:
        raise GoldenError("this Python was built without docstrings, and the corpus is made of them; use another build")


def _module_names(options: Mapping[str, object], folder: Path) -> tuple[str, ...]:
    listed = options.get("modules")
    if isinstance(listed, str) or not isinstance(listed, Sequence) or not listed:
        raise GoldenError(f"{folder / 'golden.toml'}: [builder] modules is {listed!r}; give a list of module names")
    names = tuple(str(name) for name in listed)
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise GoldenError(
            f"{folder / 'golden.toml'}: [builder] modules names {twice[0]!r} twice; a document has one id"
        )
    return names


def _nearest(name: str) -> str:
    known = sorted(sys.stdlib_module_names - _NOT_FOR_READING)
    near = difflib.get_close_matches(name, [module for module in known if not module.startswith("_")], n=1, cutoff=0.0)
    return f"the nearest module is {near[0]!r}"
