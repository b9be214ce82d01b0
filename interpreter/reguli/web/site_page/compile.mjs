// Compile the modules of archives with the Python that will run them, in place: `node compile.mjs RUNTIME ARCHIVE …`.
// A module's code takes the place of its text; where the comment of the archive begins its name, the text is kept as well.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: runtime, env: { PYTHONHASHSEED: "0", HOME: "/home/pyodide" } });
python.runPython(`
import importlib.util, marshal, zipfile

def compiled(name, text):
    code = compile(text, "/site/" + name, "exec", dont_inherit=True, optimize=0)
    # Flags 1: the code is never compared with a text.
    return importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + importlib.util.source_hash(text) + marshal.dumps(code)

def write(made, name, content):
    about = zipfile.ZipInfo(name)
    about.compress_type, about.create_system, about.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
    made.writestr(about, content, compresslevel=9)

def recompile():
    with zipfile.ZipFile("/in.zip") as given, zipfile.ZipFile("/out.zip", "w") as made:
        for name in given.namelist():
            text = given.read(name)
            kept = not name.endswith(".py") or name.startswith(given.comment.decode())
            if name.endswith(".py"):
                write(made, importlib.util.cache_from_source(name) if kept else name + "c", compiled(name, text))
            if kept:
                write(made, name, text)
`);
for (const archive of archives) {
  python.FS.writeFile("/in.zip", readFileSync(archive));
  python.runPython("recompile()");
  writeFileSync(archive, python.FS.readFile("/out.zip"));
}
