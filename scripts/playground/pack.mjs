// node pack.mjs PYODIDE SOURCES SAMPLES PACKED: one zip of the modules that answering the samples imports, and all of our
// own, compiled by the very Python that will run them. What it leaves out of sympy is left out for good.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, sources, samples, packed, answer] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: pyodide, env: { OGD_EXACT_NUMBERS: "fraction", HOME: "/home/pyodide" } });
const folder = python.runPython("import site; site.getsitepackages()[0]");
python.unpackArchive(new Uint8Array(readFileSync(sources)), "zip", { extractDir: folder });
python.runPython(readFileSync(answer, "utf8"));
python.globals.set("samples", readFileSync(samples, "utf8"));
python.globals.set("folder", folder);
const made = `
import py_compile, sys, zipfile

said = json.loads(samples)
for kind, texts in said["tried"].items():
    for model, text in texts:
        found = json.loads(answer(kind, model, text))
        assert found["page"], (kind, model, found["text"])
        print(kind, model, found["right"], found["text"].splitlines()[-1])

site = Path(folder)
ours = {path for path in site.glob("ogd_exact/**/*.py")}
used = {Path(module.__file__) for module in [*sys.modules.values()] if (getattr(module, "__file__", None) or "").startswith(folder)}
with zipfile.ZipFile("/home/pyodide/packed.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for path in sorted(ours | used):
        name = str(path.relative_to(site))
        mode, level = py_compile.PycInvalidationMode.UNCHECKED_HASH, 0 if path in ours else 2
        py_compile.compile(str(path), "/home/pyodide/one.pyc", dfile=name, doraise=True, optimize=level, invalidation_mode=mode)
        archive.write("/home/pyodide/one.pyc", name.removesuffix(".py") + ".pyc")
    for path in sorted(site.glob("ogd_exact/**/*")):
        if path.is_file() and path.suffix not in (".py", ".pyc"):
            archive.write(path, str(path.relative_to(site)))
print(len(ours | used), "modules")
`;
try {
  python.runPython(made);
} catch (problem) {
  console.error(problem.message);  // Node would print Pyodide's own source, which is one long line
  process.exit(1);
}
writeFileSync(packed, python.FS.readFile("/home/pyodide/packed.zip"));
