"""Packages as the index had them on a day, for projects whose tests cannot be loaded with the packages of today.

A commit of some years ago was tested with the releases of its time; without a lockfile nothing names them. The lists of
the index pass through a server on this machine, which leaves out files that were uploaded later. An index that does not
report when files were uploaded cannot be used. Python 3.6 or later, standard library only.
"""
import base64
import html
import html.parser
import http.server
import json
import os
import re
import shutil
import socketserver
import ssl
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request

TRIED, UNDONE = "hydra-dated: ", "hydra-not-dated: "
_OLD_SECONDS = 365 * 24 * 3600
_LOAD_SECONDS = 120
_FETCH_SECONDS = 60
_PLACE = "/simple/"
_ACCEPT = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"
_ERROR = re.compile(r"^(?:E\s+|>\s+)?(?:[\w.]+\.)?(\w*(?:Error|Exception)\b.*)")


def pip_setting(name):
    """What pip is told by the environment or by its configuration; empty: nothing."""
    told = os.environ.get("PIP_" + name.upper().replace("-", "_"))
    if told is not None:
        return told.strip()
    asked = subprocess.run(
        [sys.executable, "-m", "pip", "config", "get", "global." + name],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )
    return asked.stdout.decode("utf-8", "replace").strip() if asked.returncode == 0 else ""


class Links(html.parser.HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.page, self.files, self.open = page, [], None

    def handle_starttag(self, tag, attributes):
        if tag == "a":
            self.open = dict(attributes, text="")

    def handle_data(self, data):
        if self.open is not None:
            self.open["text"] += data

    def handle_endtag(self, tag):
        if tag == "a" and self.open is not None:
            self.files.append(
                {
                    "filename": self.open["text"].strip(),
                    "url": urllib.parse.urljoin(self.page, self.open.get("href", "")),
                    "requires-python": self.open.get("data-requires-python"),
                    "upload-time": self.open.get("data-upload-time"),
                }
            )
            self.open = None


def files_of(page, kind, text):
    """The files of one package, from the index's answer in JSON or HTML."""
    if "json" not in kind:
        links = Links(page)
        links.feed(text)
        return links.files
    found = []
    for one in json.loads(text).get("files", []):
        url = urllib.parse.urljoin(page, one.get("url", ""))
        digest = (one.get("hashes") or {}).get("sha256")
        if not one.get("yanked"):
            found.append(dict(one, url=url + ("#sha256=" + digest if digest else "")))
    return found


def until(files, day):
    """Those that were uploaded by the end of the day; the others, and those without a time, are left out."""
    return [one for one in files if (one.get("upload-time") or "9999")[:10] <= day]


def link(one):
    needs = one.get("requires-python")
    more = ' data-requires-python="%s"' % html.escape(needs, quote=True) if needs else ""
    return '<a href="%s"%s>%s</a><br/>\n' % (html.escape(one["url"], quote=True), more, html.escape(one["filename"]))


class Index:
    """Serves the lists of the usual index up to a day."""

    def __init__(self, day):
        self.day = day
        address = urllib.parse.urlsplit(pip_setting("index-url") or "https://pypi.org/simple")
        place = address.netloc.rpartition("@")
        self.base = urllib.parse.urlunsplit(address._replace(netloc=place[2])).rstrip("/") + "/"
        self.login = urllib.parse.unquote(place[0])
        certificates = pip_setting("cert")
        self.tls = ssl.create_default_context(cafile=certificates or None)

    def page(self, name):
        at = self.base + name + "/"
        request = urllib.request.Request(at, headers={"Accept": _ACCEPT})
        if self.login:
            request.add_header("Authorization", "Basic " + base64.b64encode(self.login.encode()).decode())
        with urllib.request.urlopen(request, timeout=_FETCH_SECONDS, context=self.tls) as answer:
            kind = answer.headers.get("Content-Type") or ""
            files = files_of(answer.geturl(), kind, answer.read().decode("utf-8", "replace"))
        return "<!DOCTYPE html><html><body>\n%s</body></html>\n" % "".join(map(link, until(files, self.day)))

    def start(self):
        """The address for pip."""
        index = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                name = self.path[len(_PLACE):].strip("/")
                try:
                    if not self.path.startswith(_PLACE) or not re.match(r"[A-Za-z0-9][\w.-]*$", name):
                        raise ValueError(self.path)
                    body = index.page(name).encode("utf-8")
                except Exception:
                    self.send_error(404)
                    return
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True

        server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return "http://127.0.0.1:%d%s" % (server.server_address[1], _PLACE)


def day_of_commit():
    """As `2020-11-15`; None: there is no commit, or it is not old."""
    try:
        asked = subprocess.run(
            ["git", "log", "-1", "--format=%ct"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )
        seconds = int(asked.stdout)
    except (OSError, ValueError):
        return None
    # Commits that are made for a task have a date before there were packages.
    day = time.strftime("%Y-%m-%d", time.gmtime(seconds))
    return day if time.time() - seconds > _OLD_SECONDS and day > "2008" else None


class Loaded:
    """How many tests pytest finds, and what keeps it from finding more."""

    def __init__(self, tests, problem):
        self.tests, self.problem = tests, problem


def load_tests(python):
    """None: pytest is not there, or did not end in time."""
    words = [python, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    try:
        if subprocess.run([python, "-c", "import pytest"], stderr=subprocess.DEVNULL).returncode != 0:
            return None
        asked = subprocess.run(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=_LOAD_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = asked.stdout.decode("utf-8", "replace").splitlines()
    tests = sum(1 for line in lines if "::" in line and not line.startswith(("E ", "ERROR", " ")))
    if asked.returncode in (0, 5):
        return Loaded(tests, None)
    errors = [found.group(1) for found in map(_ERROR.match, lines) if found]
    # Where the module is says nothing more.
    problem = re.sub(r" \([^()]*/[^()]*\)", "", errors[-1]) if errors else "pytest ends with %d" % asked.returncode
    return Loaded(tests, problem[:160])


def environment_of(day):
    """Variables with which pip knows nothing that is newer."""
    own = {
        "PIP_INDEX_URL": Index(day).start(),
        "PIP_EXTRA_INDEX_URL": "",
        "PIP_FIND_LINKS": "",
        "PIP_NO_INDEX": "0",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "HYDRA_PACKAGES_OF": day,
    }
    return dict(os.environ, no_proxy="127.0.0.1", NO_PROXY="127.0.0.1", **own)


def install_dated_if_it_helps(script, arguments, installed):
    """Whether the packages of the commit's day are installed now; `installed`: those of today are."""
    prefix = sys.prefix
    if "HYDRA_PACKAGES_OF" in os.environ or os.path.basename(prefix) != ".venv":
        return False
    day = day_of_commit()
    if day is None:
        return False
    today = load_tests(sys.executable) if installed else Loaded(0, "the project cannot be installed")
    if today is None or today.problem is None:
        return False
    base, aside = os.path.realpath(sys.executable), prefix + ".of-today"
    print(TRIED + "%s; trying the packages of %s" % (today.problem, day), flush=True)
    shutil.rmtree(aside, ignore_errors=True)
    os.rename(prefix, aside)
    python = os.path.join(prefix, "bin", "python")
    done = subprocess.run([base, "-m", "venv", prefix], stdin=subprocess.DEVNULL).returncode == 0
    done = done and subprocess.run(
        [python, script] + arguments, stdin=subprocess.DEVNULL, env=environment_of(day)
    ).returncode == 0
    dated = load_tests(python) if done else None
    if dated is None or dated.tests <= today.tests:
        shutil.rmtree(prefix, ignore_errors=True)
        os.rename(aside, prefix)
        print(UNDONE + "the packages of %s are no better" % day, flush=True)
        return False
    shutil.rmtree(aside, ignore_errors=True)
    print(
        "hydra: its tests cannot be loaded with the packages of today (%s), so those of %s are installed"
        % (today.problem, day),
        flush=True,
    )
    return True
