/**
 * Compile the modules of the house and of Python's library with the Python of Pyodide, so that browsers need not. Of the
 * library only what is imported is kept: what Pyodide begins with by itself, and with the house what that needs more.
 * `node compile.mjs PYODIDE HOUSE NEW_HOUSE NEW_LIBRARY`, each a path.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, house, newHouse, newLibrary] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide();
python.FS.writeFile("/house.zip", readFileSync(house));
python.FS.writeFile("/library.zip", readFileSync(`${folder}/python_stdlib.zip`));
python.runPython(`
import io, lzma, marshal, sys, zipfile
from importlib.util import MAGIC_NUMBER, source_hash
from types import CodeType

FIRST = {name.replace(".", "/") for name in sys.modules}
# What Pyodide tells of itself it reads from its own docstrings; nobody else needs any.
TOLD = ("_pyodide/", "pyodide/", "pyodide_js/")
# What is imported only when it is needed, by whoever reads a file of the package or an archive.
LATER = ("importlib/resources/", "importlib/readers", "zipfile/", "encodings/cp437", "encodings/ascii", "encodings/latin_1")
# These are a part of the interpreter, whose files nobody reads.
FROZEN = ("importlib/_bootstrap",)
UNCHECKED = (1).to_bytes(4, "little")


def compiled(source, name, ours):
    code = compile(source, name, "exec", dont_inherit=True, optimize=0 if name.startswith(TOLD) else 2)
    return MAGIC_NUMBER + UNCHECKED + source_hash(source) + marshal.dumps(code if ours else unnumbered(code))


def unnumbered(code):
    """Return code that does not know from which lines it is: whoever reads of a fault looks for a line of ours."""
    parts = tuple(unnumbered(part) if isinstance(part, CodeType) else part for part in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=parts)


def files(archive, wanted, ours=False):
    """Yield the files of an archive with what they hold, modules compiled; *ours* or of the library."""
    with zipfile.ZipFile(archive) as given:
        for name in sorted(given.namelist()):
            if not name.endswith("/") and wanted(name):
                body = given.read(name)
                yield (name + "c", compiled(body, name, ours)) if name.endswith(".py") else (name, body)


def packed(files, how):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, body in files:
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), body, how, 9)
    return made.getvalue()


def together(body):
    """Return what is packed, compressed as one: whoever unpacks it needs no more memory than that takes."""
    size = max(1 << 20, 1 << (len(body) - 1).bit_length())
    return lzma.compress(body, filters=[{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": size}])


def module(name):
    return name.removesuffix(".py").removesuffix("/__init__")


def is_first(name):
    return (module(name) in FIRST or name.startswith(LATER)) and not name.startswith(FROZEN)


def is_wanted(name):
    return module(name) in imported and not is_first(name) and not name.startswith(FROZEN)


house = list(files("/house.zip", lambda name: True, ours=True))
with open("/try.zip", "wb") as file:
    file.write(packed(house, zipfile.ZIP_STORED))
sys.path.insert(0, "/try.zip")
import ludotheque.local.browser
from ludotheque.words import Words, languages

for lang in languages():
    Words(lang).say("")
imported = {name.replace(".", "/") for name in sys.modules}
rest = list(files("/library.zip", is_wanted))
with open("/new-house", "wb") as file:
    file.write(together(packed(house + rest, zipfile.ZIP_STORED)))
with open("/new-library", "wb") as file:
    file.write(packed(files("/library.zip", is_first), zipfile.ZIP_DEFLATED))
`);
writeFileSync(newHouse, python.FS.readFile("/new-house"));
writeFileSync(newLibrary, python.FS.readFile("/new-library"));
