"""Installs what a Python project asks for into the environment that it runs in; what cannot be installed is left out.

Usage: hydra_install.py [-c CONSTRAINTS | --lock LOCKFILE]... [-r FILE]... [--group NAME]... [-e FOLDER[EXTRAS]]... NAME...
Each list is tried as a whole, then without what pip complains about, and only then requirement by requirement.
A pin that does not fit this Python is replaced by a newer release. The projects themselves, with what they cannot work
without, must be installed: otherwise the exit code is 1. Python 3.6 or later, standard library only.
"""
import email
import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from hydra_dated import install_dated_if_it_helps

LEFT_OUT = "hydra-left-out: "
PYTHON = "Python %d.%d" % sys.version_info[:2]
_ROUNDS = 5
_MOST_ALONE = 80
_SECONDS = 480
_SECONDS_ALONE = 60
_TAIL = 4000
_NAME = re.compile(r"^\s*([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)")
_PARTS = re.compile(r"^\s*([A-Za-z0-9][\w.-]*\s*(?:\[[^\]]*\])?)\s*\(?([^;()@]*)\)?\s*(;.*)?$")
_VERSION = re.compile(r"^(===|==|~=|!=|<=|>=|<|>)\s*([\w.*+!-]+)$")
_EXTRA = re.compile(r"extra\s*==\s*(['\"])(.*?)\1")
_PARENTS = re.compile(r"\(from ([^()]*)")
_BLAMED = re.compile(
    r"(?:requirement|wheels? for|found for|build|╰─>|requested(?: \(constraint\))?|metadata for|\(|, )\s*['\"]?([A-Za-z0-9][\w.-]*)"
    r"|^\s+([A-Za-z0-9][\w.-]*) \S+ depends on ",
    re.I,
)
_UNREACHABLE = re.compile(
    r"NewConnectionError|NameResolutionError|Temporary failure in name resolution|Could not resolve host|"
    r"Network is unreachable|unable to access|Connection refused|ReadTimeoutError|ProxyError"
)
_NO_BUILD = re.compile(
    r"subprocess-exited-with-error|metadata-generation-failed|failed building wheel|failed to build|setup\.py egg_info", re.I
)
_OPTIONS_WITH_FILE = ("-r", "--requirement", "-c", "--constraint")
_IGNORED_OPTIONS = ("--require-hashes",)


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def name_of(requirement):
    egg = re.search(r"#egg=([\w.-]+)", requirement)
    if egg:
        return canonical(egg.group(1))
    found = _NAME.match(requirement)
    is_place = re.match(r"^\s*(?:-|\.|/|[a-z+]+:|.*/)", requirement.split(";")[0].split("@")[0])
    return canonical(found.group(1)) if found and not is_place else None


class Item:
    """A requirement, and the list that it is from."""

    def __init__(self, text, source):
        self.text, self.source = text, source
        self.plain = re.sub(r"\s+--hash[= ]\S+", "", text)
        self.name = name_of(self.plain)


def say(requirement, source, reason, instead=None):
    # Addresses may contain a password.
    shown = re.sub(r"://[^/@\s]+@", "://...@", requirement)
    line = {"requirement": shown, "from": source, "reason": reason, "instead": instead}
    print(LEFT_OUT + json.dumps(line), flush=True)


def pip(arguments, seconds=None):
    """Whether it worked, and the end of what it said."""
    print("+ pip install " + " ".join(arguments), flush=True)
    command = [sys.executable, "-m", "pip", "install"] + arguments
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    timer = threading.Timer(seconds, process.kill) if seconds else None
    if timer:
        timer.start()
    lines = []
    for raw in process.stdout:
        line = raw.decode("utf-8", "replace")
        sys.stdout.write(line)
        sys.stdout.flush()
        lines.append(line.rstrip())
        del lines[:-_TAIL]
    worked = process.wait() == 0
    if timer:
        timer.cancel()
    if process.returncode < 0:
        lines.append("ERROR: pip found no answer in time")
    return worked, lines


def logical_lines(file):
    """Without comments, and with continued lines joined."""
    try:
        with open(file, encoding="utf-8-sig", errors="replace") as opened:
            text = opened.read()
    except OSError:
        return
    for line in re.sub(r"\\\r?\n", " ", text).splitlines():
        line = re.sub(r"(^|\s)#.*$", "", line).strip()
        if line:
            yield line


def read_list(file, items, options, constraints, seen):
    """What a requirements file lists, with the files that it includes."""
    if file in seen:
        return
    seen.add(file)
    for line in logical_lines(file):
        option, _, rest = line.replace("=", " ", 1).partition(" ") if line.startswith("--") else line.partition(" ")
        if option.startswith(("-r", "-c")) and option not in _OPTIONS_WITH_FILE and not option.startswith("--"):
            option, rest = option[:2], option[2:] + rest
        rest = rest.strip()
        if option in _OPTIONS_WITH_FILE:
            other = rest if "://" in rest else os.path.normpath(os.path.join(os.path.dirname(file), rest))
            if option in ("-c", "--constraint"):
                constraints.append(other)
            else:
                read_list(other, items, options, constraints, seen)
        elif line.startswith("-") and option not in ("-e", "--editable"):
            if option not in _IGNORED_OPTIONS:
                options.append(line)
        else:
            items.append(Item(line, file))


def subject_of(word):
    """The package of a line of pip that names a requirement or an archive."""
    archive = re.match(r"(.+?)-\d[^/]*\.(?:tar\.gz|zip|whl)$", word)
    return canonical(archive.group(1)) if archive else name_of(word)


class Blame:
    """What failed lines of pip are about: packages, those that asked for them, and the text itself."""

    def __init__(self, lines):
        self.names, self.text = set(), ""
        parents, latest, subject = {}, "", None
        for line in lines:
            collecting = re.match(r"\s*(?:Collecting|Obtaining|Processing) (?:\S*/(?=[^/]+\.(?:gz|zip|whl)\b))?(\S+)(.*)", line)
            if collecting:
                latest, subject = line, subject_of(collecting.group(1))
                asking = _PARENTS.search(collecting.group(2))
                if subject and asking:
                    parents.setdefault(subject, set()).update(filter(None, map(name_of, asking.group(1).split("->"))))
            failed = re.match(r"\s*(?:ERROR|error|×|fatal)", line)
            if failed or re.match(r"\s*(?:The user requested|╰─> \w)|.*(?:depends on|Failed building)", line):
                self.text += line + "\n"
                self.names.update(canonical(one or other) for one, other in _BLAMED.findall(line))
                for asking in _PARENTS.findall(line):
                    self.names.update(filter(None, map(name_of, asking.split("->"))))
            if re.match(r"\s*(?:error: subprocess-exited|ERROR: Command errored|fatal: )", line):
                self.text += latest + "\n"
                self.names.update(filter(None, [subject]))
        waiting = list(self.names)
        while waiting:
            for name in parents.get(waiting.pop(), ()):
                if name not in self.names:
                    self.names.add(name)
                    waiting.append(name)

    def on(self, item):
        url = re.search(r"\w+://[^\s#@]+", item.plain)
        return item.name in self.names or (url.group(0) if url else item.plain) in self.text


def is_unreachable(lines):
    return _UNREACHABLE.search("\n".join(lines)) is not None


def reason_in(lines):
    """Why pip could not install something, in plain words."""
    text = "\n".join(lines)
    if is_unreachable(lines):
        return "it could not be downloaded: the server cannot be reached"
    if re.search(r"git (?:clone|fetch|checkout|rev-parse)[\s\S]{0,400}did not run successfully|fatal: ", text):
        return "its repository or commit could not be fetched"
    if "Invalid requirement" in text:
        return "pip cannot read it"
    if "ResolutionImpossible" in text or "conflicting dependencies" in text:
        return "it contradicts another requirement"
    if _NO_BUILD.search(text):
        said = [line.strip(" │|") for line in lines]
        errors = [line for line in said if re.match(r"(?:\w+(?:\.\w+)*(?:Error|Exception)\b|error: (?!subprocess|metadata))", line)]
        return "it does not build on %s%s" % (PYTHON, ": " + errors[-1][:160] if errors else "")
    if "No matching distribution" in text or "Could not find a version" in text:
        return "the index has no release of it" if "(from versions: none)" in text else "no release of it fits " + PYTHON
    if "HASHES" in text or "hashes" in text:
        return "its digest is not the listed one"
    errors = [line for line in lines if line.startswith("ERROR: ")]
    if "ERROR: Exception:" in errors:
        return "pip itself failed: " + [line for line in lines if line.strip()][-1].strip()[:160]
    return errors[-1][len("ERROR: ") :][:200] if errors else "pip failed without a message"


def newer_than(requirement):
    """The requirement with its upper bounds lifted, so that a newer release fits; None: it has none."""
    parts = _PARTS.match(requirement)
    if parts is None:
        return None
    head, versions, marker = parts.group(1), parts.group(2), parts.group(3) or ""
    kept, lifted = [], False
    for one in [part.strip() for part in versions.split(",") if part.strip()]:
        found = _VERSION.match(one)
        if found is None:
            return None
        sign, version = found.groups()
        if sign in ("==", "===", "~="):
            kept.append(">=" + re.sub(r"\.?\*$", "", version).split("+")[0])
            lifted = True
        elif sign in ("<", "<="):
            lifted = True
        else:
            kept.append(one)
    return head.strip() + ",".join(kept) + marker if lifted else None


class Installer:
    def __init__(self, pins):
        self.pins = pins
        self.started = None
        self.unreachable = 0

    def with_pins(self, arguments):
        return self.pins.arguments() + arguments

    def left(self):
        """Seconds for one more attempt, counted from the first list that could not be installed whole."""
        self.started = self.started or time.time()
        return max(_SECONDS_ALONE, self.started + _SECONDS - time.time())

    def is_late(self):
        return self.started is not None and time.time() - self.started > _SECONDS

    def try_some(self, items, options, constraints):
        if not items:
            return True, []
        handle, file = tempfile.mkstemp(".txt", "hydra-list-")
        os.close(handle)
        lines = options + ["-c " + os.path.abspath(one) for one in constraints] + [item.text for item in items]
        with open(file, "w", encoding="utf-8") as opened:
            opened.write("\n".join(lines) + "\n")
        try:
            return pip(self.with_pins(["-r", file]), self.left())
        finally:
            os.unlink(file)

    def try_alone(self, item, options, constraints):
        """Whether it is there now."""
        if self.is_late():
            say(item.plain, item.source, "no time was left to try it on its own")
            return False
        single = Item(item.plain, item.source)
        worked, lines = self.try_some([single], options, constraints)
        again = lambda: self.try_some([single], options, constraints)
        worked, lines = self.pins.retry(worked, lines, again, about=item.name)
        is_down = not worked and "://" not in item.plain and is_unreachable(lines)
        self.unreachable = self.unreachable + 1 if is_down else 0
        if self.unreachable > 1:
            print("hydra: the package index cannot be reached", flush=True)
            sys.exit(1)
        if worked:
            return True
        reason = reason_in(lines)
        newer = None if is_unreachable(lines) else newer_than(item.plain)
        if newer is not None:
            worked, _ = self.try_some([Item(newer, item.source)], options + ["--prefer-binary"], [])
            if worked:
                say(item.plain, item.source, reason, newer)
                return True
        say(item.plain, item.source, reason)
        return False

    def install_list(self, whole, items, options, constraints):
        """`whole`: how the list is installed if nothing fails."""
        worked, lines = pip(self.with_pins(whole)) if whole else self.try_some(items, options, constraints)
        worked, lines = self.pins.retry(worked, lines, lambda: self.try_some(items, options, constraints))
        rest, apart = items, []
        for _ in range(_ROUNDS):
            if worked or self.is_late():
                break
            blame = Blame(lines)
            suspects = [item for item in rest if blame.on(item)]
            if not suspects or len(rest) == 1:
                break
            apart += suspects
            rest = [item for item in rest if item not in suspects]
            worked, lines = self.try_some(rest, options, constraints)
        alone = apart if worked else apart + rest
        missed = [item for item in alone[:_MOST_ALONE] if not self.try_alone(item, options, constraints)]
        for item in alone[_MOST_ALONE:]:
            say(item.plain, item.source, "too many requirements of its list had to be tried on their own")
        return not items or len(missed) < len(items)

    def install_own(self, projects):
        """The projects, then their extras as lists: without the former no test means anything."""
        wanted = [word for one in projects for word in ("-e", one)]
        worked, lines = pip(self.with_pins(wanted))
        worked, lines = self.pins.retry(worked, lines, lambda: pip(self.with_pins(wanted)), or_none=True)
        plain = [one.partition("[")[0] for one in projects]
        if worked or plain == projects:
            return worked
        worked, _ = pip(self.with_pins([word for one in plain for word in ("-e", one)]))
        for one in projects if worked else []:
            folder, _, extras = one.partition("[")
            self.install_extras(folder, [extra.strip() for extra in extras.rstrip("]").split(",") if extra.strip()])
        return worked

    def install_extras(self, folder, extras):
        items = extra_requirements(folder, extras)
        if items is not None:
            self.install_list(None, items, [], [])
            return
        for extra in extras:
            worked, lines = pip(self.with_pins(["-e", "%s[%s]" % (folder, extra)]))
            if not worked:
                say("[%s]" % extra, "extras", reason_in(lines))


def extra_requirements(folder, extras):
    """What extras of an installed project list; None: its metadata is not where pip writes it."""
    place = sysconfig.get_paths()["purelib"]
    url = "file://" + os.path.realpath(folder)
    for entry in sorted(os.listdir(place)):
        at = os.path.join(place, entry)
        try:
            with open(os.path.join(at, "direct_url.json"), encoding="utf-8") as file:
                if json.load(file).get("url") != url:
                    continue
            with open(os.path.join(at, "METADATA"), encoding="utf-8") as file:
                metadata = email.message_from_file(file)
        except (OSError, ValueError):
            continue
        return requirements_in(metadata, extras)
    return None


def requirements_in(metadata, extras):
    own = canonical(metadata.get("Name", ""))
    lines = metadata.get_all("Requires-Dist") or []
    wanted = {canonical(extra) for extra in extras}
    while True:
        found, more = [], set()
        for line in lines:
            named = {canonical(extra) for _, extra in _EXTRA.findall(line)}
            if not named & wanted:
                continue
            if name_of(line) == own:
                inner = re.search(r"\[([^\]]*)\]", line)
                more.update(canonical(extra.strip()) for extra in (inner.group(1) if inner else "").split(","))
                continue
            text = _EXTRA.sub(
                lambda it: "python_version %s '2'" % (">=" if canonical(it.group(2)) in wanted else "<"), line
            )
            found.append(Item(re.sub(r"\s*;\s*python_version >= '2'\s*$", "", text), "the extra " + "/".join(sorted(named & wanted))))
        if more <= wanted:
            return found
        wanted |= more


def read_toml(file):
    try:
        import tomllib as toml
    except ImportError:
        from pip._vendor import tomli as toml
    with open(file, "rb") as opened:
        return toml.loads(opened.read().decode("utf-8"))


def read_groups(names):
    """The requirements of dependency groups of pyproject.toml, with the groups that they include."""
    groups = {canonical(name): listed for name, listed in read_toml("pyproject.toml").get("dependency-groups", {}).items()}
    items, seen, waiting = [], set(), [canonical(name) for name in names]
    while waiting:
        name = waiting.pop(0)
        if name in seen:
            continue
        seen.add(name)
        for one in groups.get(name, []):
            if isinstance(one, str):
                items.append(Item(one, "the group " + name))
            elif isinstance(one, dict) and isinstance(one.get("include-group"), str):
                waiting.append(canonical(one["include-group"]))
    return items


def locked(file):
    """`name==version` of the packages that a lockfile gives one version of an index."""
    if file.endswith(".json") or os.path.basename(file) == "Pipfile.lock":
        with open(file, encoding="utf-8") as opened:
            document = json.load(opened)
        pairs = [pair for part in ("default", "develop") for pair in document.get(part, {}).items()]
        return sorted({name + one["version"] for name, one in pairs if str(one.get("version", "")).startswith("==")})
    document = read_toml(file)
    versions = {}
    for one in document.get("package", document.get("packages", [])):
        source = one.get("source") or {}
        elsewhere = {"git", "url", "path", "directory", "editable", "virtual"} & set(source)
        if elsewhere or source.get("type") in ("git", "url", "directory", "file") or not one.get("version"):
            continue
        versions.setdefault(canonical(one["name"]), set()).add(one["version"])
    return sorted("%s==%s" % (name, next(iter(found))) for name, found in versions.items() if len(found) == 1)


class Pins:
    """Versions that the repository chose: used as far as they fit this Python."""

    def __init__(self, constraints, locks):
        self.lines, self.sources = [], []
        for file in constraints:
            lines = [line for line in logical_lines(file) if not line.startswith("-")]
            self.add(file, lines)
        for file in locks:
            try:
                self.add(file, locked(file))
            except Exception as problem:
                print("hydra: %s could not be read: pip chooses the versions (%s)" % (file, problem), flush=True)
        self.file = None
        self.write()

    def add(self, file, lines):
        if lines:
            self.lines += lines
            self.sources.append(file)

    def write(self):
        if self.file is None and self.lines:
            handle, self.file = tempfile.mkstemp(".txt", "hydra-pins-")
            os.close(handle)
        if self.file is not None:
            with open(self.file, "w", encoding="utf-8") as opened:
                opened.write("\n".join(self.lines) + "\n")

    def arguments(self):
        return ["-c", self.file] if self.lines else []

    def retry(self, worked, lines, again, or_none=False, about=None):
        """Without the pins that pip complains about, and that of `about`; `or_none`: in the end without any."""
        for turn in range(_ROUNDS + 1):
            if worked or not self.lines or is_unreachable(lines):
                break
            blamed = Blame(lines).names | {about}
            dropped = [line for line in self.lines if name_of(line) in blamed]
            if or_none and (not dropped or turn == _ROUNDS):
                dropped = self.lines
            if not dropped:
                break
            self.lines = [line for line in self.lines if line not in dropped]
            self.write()
            reason = reason_in(lines)
            worked, lines = again()
            if worked:
                shown = ", ".join(dropped[:5]) + (" and %d more" % (len(dropped) - 5) if len(dropped) > 5 else "")
                say(shown, " and ".join(self.sources), reason, "any version")
        return worked, lines


_PLUGINS = """
import json, os, sys
try:
    from importlib import metadata
except ImportError:
    import importlib_metadata as metadata
from _pytest.config import PytestPluginManager
bad, own = [], os.path.realpath(sys.prefix) + os.sep
for installed in metadata.distributions():
    for entry in installed.entry_points:
        if entry.group == "pytest11" and os.path.realpath(str(installed.locate_file("x"))).startswith(own):
            try:
                PytestPluginManager().register(entry.load(), entry.name)
            except BaseException as problem:
                bad.append([installed.metadata["Name"], " ".join(str(problem).split())[:200]])
print(json.dumps(bad))
"""


def remove_broken_plugins():
    """A plugin that pytest cannot load keeps it from running any test."""
    # Not in the project's folder: its modules could stand for those of Python.
    asked = subprocess.run(
        [sys.executable, "-c", _PLUGINS], cwd=tempfile.gettempdir(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        broken = dict(json.loads(asked.stdout.decode("utf-8").splitlines()[-1]))
    except (IndexError, ValueError):
        return
    for name, problem in broken.items():
        removed = subprocess.run([sys.executable, "-m", "pip", "uninstall", "-y", name], stdin=subprocess.DEVNULL)
        if removed.returncode == 0:
            say(name, "plugins of pytest", "pytest cannot load it: " + problem)


def main(arguments):
    files, groups, own, names, constraints, locks = [], [], [], [], [], []
    kinds = {"-r": files, "--group": groups, "-e": own, "-c": constraints, "--lock": locks}
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        if word in kinds:
            kinds[word].append(rest.pop(0))
        else:
            names.append(word)
    installer = Installer(Pins(constraints, locks))
    worked = True
    if files:
        items, options, further, seen = [], [], [], set()
        for file in files:
            read_list(file, items, options, further, seen)
        whole = [word for file in files for word in ("-r", file)]
        worked = installer.install_list(whole, items, options, further)
    if groups:
        try:
            installer.install_list(None, read_groups(groups), [], [])
        except Exception as problem:
            say(", ".join(groups), "dependency groups", "pyproject.toml could not be read (%s)" % problem)
    if names:
        items = [Item(name, "what its tests need") for name in names]
        installer.install_list(names, items, [], [])
    has_own = not own or installer.install_own(own)
    if has_own:
        remove_broken_plugins()
    if install_dated_if_it_helps(os.path.abspath(__file__), list(arguments), has_own):
        return 0
    if not has_own:
        print("hydra: the project cannot be installed with what it requires", flush=True)
        return 1
    # Without any of them there is nothing that tests could run with.
    return 0 if worked or own else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
