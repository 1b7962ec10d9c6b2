"""Catalogues are read as gettext's own tools read them, with the standard library alone."""

import subprocess
import sys
from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from ludotheque.catalogue import entries, translations
from ludotheque.words import catalogues, languages

FILES = [file for lang in languages() for file in catalogues(lang)]

SMALL = r"""
# Somebody's words.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n==0 ? 0 : n==1 ? 1 : 2);\n"

#, python-brace-format
msgid "a \"quoted\" {name}"
msgstr "un {name}\n"
"« cité »\t\\"

msgid "{n} move"
msgid_plural "{n} moves"
msgstr[0] "aucun coup"
msgstr[1] "{n} coup"
msgstr[2] "{n} coups"

msgid "not yet"
msgstr ""

#~ msgid "gone"
#~ msgstr "disparu"
"""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_every_catalogue_is_read_as_babel_reads_it(file):
    with file.open("rb") as stream:
        catalogue = read_po(stream)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    by_babel = dict(GNUTranslations(compiled)._catalog)
    by_us = dict(translations([file.read_text(encoding="utf-8")])._catalog)
    assert len(by_us) > 20
    for head in (by_babel, by_us):  # Babel writes that anew.
        head.pop("", None)
    assert by_us == by_babel


def test_quotes_lines_and_plurals_are_understood_and_what_is_missing_or_gone_is_left_out():
    words = translations([SMALL])
    assert words.gettext('a "quoted" {name}') == "un {name}\n« cité »\t\\"
    forms = [words.ngettext("{n} move", "{n} moves", n) for n in (0, 1, 2, 7)]
    assert forms == ["aucun coup", "{n} coup", "{n} coups", "{n} coups"]
    assert words.gettext("not yet") == "not yet"
    assert words.gettext("gone") == "gone"


def test_of_two_translations_the_later_counts():
    later = 'msgid "not yet"\nmsgstr "pas encore"\n'
    assert translations([SMALL, later]).gettext("not yet") == "pas encore"
    assert translations([later, SMALL]).gettext("not yet") == "pas encore"


@pytest.mark.parametrize("line", ['mgsid "a"', 'msgid "a"', '"alone"', 'msgstr "b"', "msgid a"])
def test_what_is_no_catalogue_is_refused_by_its_line(line):
    with pytest.raises(ValueError, match="no line of a catalogue"):
        dict(entries(f"{SMALL}\n{line}\n"))


def test_no_word_of_the_house_needs_babel():
    code = (
        "import sys; sys.modules['babel'] = None; from ludotheque.words import Words;"
        "assert Words('fr').count('({n} move)', '({n} moves)', 0) == '(0 coup)'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
