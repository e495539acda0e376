"""Finds packages of the project that Python takes from an installed copy instead of the work tree.

As a pytest plugin (`-p hydra_origin`) it ends a run that would test such a copy, and says so in the report.
As a script it exits with 1 if a package of the project in the current folder would be imported from a copy.
Python 3.6 or later, standard library only.
"""
import importlib.util
import json
import os
import sys

import hydra_order

MARK = "hydra-origin"
EXIT_CODE = 86
_INSTALLED = ("site-packages", "dist-packages")
_SOURCE_FOLDERS = ("", "src", "lib", "python")
_NOT_THE_PROJECT = frozenset(
    "test tests testing doc docs example examples bench benchmark benchmarks script scripts tool tools "
    "setup conftest noxfile tasks fabfile manage build dist ci utils versioneer".split()
)
_OUR_PAIRS = (("-p", "hydra_origin"), ("-p", "no:cacheprovider"), ("-o", "junit_family=xunit1"))
_OUR_FLAGS = ("--continue-on-collection-errors", "--junitxml=")
_MOST_FILES = 5000
_DEEPEST = 3


def _modules_in(folder, prefix, depth):
    """Dotted names of packages and modules; a folder without __init__.py may be part of a namespace."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)[:_MOST_FILES]
    except OSError:
        return
    for entry in entries:
        name, ending = os.path.splitext(entry.name)
        if not name.isidentifier() or (not prefix and name in _NOT_THE_PROJECT):
            continue
        if ending == ".py" and entry.is_file():
            yield prefix + name
        elif not ending and entry.is_dir(follow_symlinks=False):
            if os.path.isfile(os.path.join(entry.path, "__init__.py")):
                yield prefix + name
            elif depth < _DEEPEST and (prefix or os.path.basename(folder) in _SOURCE_FOLDERS[1:]):
                yield from _modules_in(entry.path, prefix + name + ".", depth + 1)


def project_modules(root):
    for folder in _SOURCE_FOLDERS:
        at = os.path.join(root, folder) if folder else root
        # A package called `src` is not a folder of sources.
        if not folder or not os.path.isfile(os.path.join(at, "__init__.py")):
            yield from _modules_in(at, "", 0)


def _is_copy(file):
    return isinstance(file, str) and any(part in _INSTALLED for part in os.path.realpath(file).split(os.sep))


def _shown(file, root):
    inside = os.path.relpath(os.path.realpath(file), os.path.realpath(root))
    return file if inside.startswith("..") else inside


def loaded_copies(root):
    """Of the modules that are loaded: [(module, file)]."""
    found = []
    for name in project_modules(root):
        file = getattr(sys.modules.get(name), "__file__", None)
        if _is_copy(file):
            found.append((name, _shown(file, root)))
    return found


def findable_copies(root):
    """Of the modules that an import would find; only parents of namespaces are imported for that."""
    found = []
    for name in project_modules(root):
        try:
            spec = importlib.util.find_spec(name)
        except Exception:
            continue
        if spec is not None and spec.has_location and _is_copy(spec.origin):
            found.append((name, _shown(spec.origin, root)))
    return found


def describe(copies):
    return "\n".join("%s is imported from %s, not from the work tree" % copy for copy in copies)


def as_report(copies):
    """Replaces a runner's report."""
    return MARK + "\n" + json.dumps([{"module": name, "file": file} for name, file in copies[:20]])


def _first(hook):
    """What other plugins do with the order comes later; pytest groups by fixtures then."""
    hook.pytest_impl = {"tryfirst": True}
    return hook


class _Guard:
    """Ends the run after collection, when the tests have imported what they test."""

    def __init__(self, config):
        self._config = config
        self._root = os.getcwd()
        self._report = getattr(config.option, "xmlpath", None)

    @_first
    def pytest_collection_modifyitems(self, items):
        hydra_order.reorder_items(items)

    def pytest_collection_finish(self, session):
        copies = loaded_copies(self._root)
        if not copies:
            return
        folder = os.environ.get("HYDRA_REPORT_DIR")
        if hasattr(self._config, "workerinput"):
            # Only the process that started this worker writes the report.
            with open(os.path.join(folder, MARK), "w", encoding="utf-8") as file:
                file.write(as_report(copies))
            return
        self._end(as_report(copies), describe(copies))

    def pytest_unconfigure(self):
        noted = os.path.join(os.environ.get("HYDRA_REPORT_DIR", ""), MARK)
        if hasattr(self._config, "workerinput") or not os.path.isfile(noted):
            return
        with open(noted, encoding="utf-8") as file:
            report = file.read()
        self._end(report, report)

    def _end(self, report, text):
        if self._report:
            with open(os.path.expandvars(self._report), "w", encoding="utf-8") as file:
                file.write(report)
        sys.__stderr__.write("\nhydra: the tests run other code than the work tree's\n%s\n" % text)
        sys.__stderr__.flush()
        os._exit(EXIT_CODE)


def _by_hand(arguments):
    """Without the flags that Hydra adds."""
    kept, at = [], 0
    while at < len(arguments):
        if tuple(arguments[at : at + 2]) in _OUR_PAIRS:
            at += 2
            continue
        if not arguments[at].startswith(_OUR_FLAGS):
            kept.append(arguments[at])
        at += 1
    return kept


def pytest_configure(config):
    # Pytest has read its flags by now; code that parses sys.argv must see what it sees without Hydra.
    sys.argv[1:] = _by_hand(sys.argv[1:])
    here = os.path.dirname(os.path.abspath(__file__))
    # Workers of pytest-xdist take over sys.path; anything else that tests start should not see this folder.
    others = [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part and part != here]
    if others:
        os.environ["PYTHONPATH"] = os.pathsep.join(others)
    else:
        os.environ.pop("PYTHONPATH", None)
    if here in sys.path:
        sys.path.remove(here)
        sys.path.append(here)
    config.pluginmanager.register(_Guard(config), "hydra-origin-guard")


if __name__ == "__main__":
    # As for a console script: neither this folder nor the current one comes first.
    sys.path.pop(0)
    found = findable_copies(os.getcwd())
    if found:
        print("hydra: " + describe(found))
    sys.exit(1 if found else 0)
