"""Records calls of marked functions while tests run, and plays calls back.

Recording: marked functions call `seen(id, locals())`; calls go to $HYDRA_REPORT_DIR/probe.jsonl, one a line.
Playing: `python hydra_probe.py play INPUTS`; outcomes go to the same file, one a line.
Python 3.6 or later, standard library only.
"""
import base64
import hashlib
import json
import os
import pickle
import re
import sys
import time

# Project code shares this process: what is needed later is captured before any of it is loaded.
_write, _open, _now, _worked = os.write, os.open, time.monotonic, time.process_time
_encode = json.JSONEncoder(ensure_ascii=True, allow_nan=False).encode
_sha256 = hashlib.sha256

ROOT = os.environ.get("HYDRA_PROBE_ROOT") or os.getcwd()
MOST_DEPTH = 6
MOST_ITEMS = 200
MOST_TEXT = 4000
MOST_PICKLE = 16000
SMALL_PICKLE = 2000
MOST_LINE = 90000
MOST_PER_FUNCTION = 40
MOST_HITS = 3000
RECORDING_SECONDS = 20.0
# Once this many calls are known and no other comes in this time, the other tests are not worth waiting for.
ENOUGH_CALLS = 20
ENOUGH_SECONDS = 8.0
TEST_PATH = re.compile(r"(?:^|/)(?:tests?|testing)(?:/|$)|(?:^|/)(?:test_[^/]*|[^/]*_test|conftest)\.py$")


class NotSerialisable(Exception):
    pass


def _out():
    folder = os.environ["HYDRA_REPORT_DIR"]
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    return _open(os.path.join(folder, "probe.jsonl"), flags, 0o644)


def _clean(text):
    """Without the parts that differ from run to run: addresses and the workspace's path."""
    return re.sub(r"0x[0-9a-fA-F]{4,}", "0x", text.replace(ROOT, "."))


def _plain(value, depth):
    """Plain data as JSON with tags; None if it is something else."""
    kind = type(value)
    if value is None or kind is bool:
        return True, value
    if kind is int:
        return True, value if abs(value) < 2**53 else {"$": "int", "v": str(value)[:MOST_TEXT]}
    if kind is float:
        return True, {"$": "float", "v": repr(value)}
    if kind is str:
        if len(value) > MOST_TEXT:
            raise NotSerialisable("a long text")
        return True, value
    if kind is bytes:
        if len(value) > MOST_TEXT:
            raise NotSerialisable("long bytes")
        return True, {"$": "bytes", "v": base64.b64encode(value).decode("ascii")}
    if kind in (list, tuple, set, frozenset, dict):
        if depth <= 0 or len(value) > MOST_ITEMS:
            raise NotSerialisable("too deep or too long")
        return False, None
    return False, None


_globals = {}
_searches = 0


def _global(value):
    """Module and name of an object at the top of a project's module, such as a registry or a default."""
    global _searches
    if id(value) not in _globals and _searches < 5:
        _searches += 1
        for name, module in list(sys.modules.items()):
            path = getattr(module, "__file__", None)
            if not isinstance(path, str) or not path.startswith(ROOT + os.sep):
                continue
            for key, one in list(vars(module).items()):
                if type(one) not in (int, str, bool, float, type(None)) and not key.startswith("__"):
                    _globals.setdefault(id(one), (name, key, one))
    found = _globals.get(id(value))
    return found[:2] if found is not None and found[2] is value else None


def pack(value, depth=MOST_DEPTH):
    """An argument: plain data by structure, anything else as a pickle with its text."""
    plain, packed = _plain(value, depth)
    if plain:
        return packed
    kind = type(value)
    if kind is list:
        return [pack(one, depth - 1) for one in value]
    if kind is tuple:
        return {"$": "tuple", "v": [pack(one, depth - 1) for one in value]}
    if kind in (set, frozenset):
        items = sorted((pack(one, depth - 1) for one in value), key=_encode)
        return {"$": kind.__name__, "v": items}
    if kind is dict:
        if all(type(key) is str for key in value) and "$" not in value:
            return {key: pack(one, depth - 1) for key, one in value.items()}
        return {"$": "dict", "v": [[pack(k, depth - 1), pack(v, depth - 1)] for k, v in value.items()]}
    try:
        data = pickle.dumps(value, 2)
    except Exception:
        data = b" " * (MOST_PICKLE + 1)
    known = _global(value) if len(data) > SMALL_PICKLE else None
    if known is not None:
        return {"$": "global", "type": kind.__qualname__, "show": known[1], "m": known[0], "n": known[1]}
    if len(data) > MOST_PICKLE:
        raise NotSerialisable("a large object")
    return {
        "$": "opaque",
        "type": "%s.%s" % (kind.__module__, kind.__qualname__),
        "show": _clean(repr(value))[:120],
        "data": base64.b64encode(data).decode("ascii"),
    }


def unpack(value):
    if isinstance(value, list):
        return [unpack(one) for one in value]
    if not isinstance(value, dict):
        return value
    tag = value.get("$")
    if tag is None:
        return {key: unpack(one) for key, one in value.items()}
    inner = value.get("v")
    if tag == "int":
        return int(inner)
    if tag == "float":
        return float(inner)
    if tag == "bytes":
        return base64.b64decode(inner)
    if tag == "tuple":
        return tuple(unpack(one) for one in inner)
    if tag == "set":
        return {unpack(one) for one in inner}
    if tag == "frozenset":
        return frozenset(unpack(one) for one in inner)
    if tag == "dict":
        return {unpack(key): unpack(one) for key, one in inner}
    if tag == "global":
        __import__(value["m"])
        return getattr(sys.modules[value["m"]], value["n"])
    if tag == "opaque":
        return pickle.loads(base64.b64decode(value["data"]))
    raise NotSerialisable(tag)


# ---- recording -------------------------------------------------------------------------------------------------------

_file = None
_counts = {}
_known = set()
_spent = 0.0
_busy = False
_last = None


def _header():
    paths = []
    for one in sys.path[:60]:
        inside = os.path.abspath(one or ".")
        paths.append(os.path.relpath(inside, ROOT) if (inside + os.sep).startswith(ROOT + os.sep) else inside)
    # The loader's own folder and zips are there in every process of this interpreter.
    return {"header": {"program": sys.executable, "path": [one for one in paths if os.path.isdir(os.path.join(ROOT, one))]}}


def _line(record):
    global _file
    if _file is None:
        _file = _out()
        _write(_file, (_encode(_header()) + "\n").encode("ascii"))
    text = _encode(record)
    if len(text) <= MOST_LINE:
        _write(_file, (text + "\n").encode("ascii"))


def _arguments(code, given):
    """The call as positional and named arguments, from the parameters of the code."""
    names = code.co_varnames
    count = code.co_argcount
    positional = [pack(given[name]) for name in names[:count]]
    named = {name: pack(given[name]) for name in names[count : count + code.co_kwonlyargcount]}
    at = count + code.co_kwonlyargcount
    if code.co_flags & 0x04:
        positional += [pack(one) for one in given[names[at]]]
        at += 1
    if code.co_flags & 0x08:
        named.update((key, pack(one)) for key, one in given[names[at]].items())
    return positional, named


def _resolve(module, name):
    found = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
        if found is None:
            return None
    return found


def _name_of(frame):
    """The dotted name by which other modules reach a frame's function, or None."""
    code = frame.f_code
    name = getattr(code, "co_qualname", None)
    if name is None:
        owner = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
        kinds = owner.__mro__ if isinstance(owner, type) else type(owner).__mro__
        holder = next((one for one in kinds if code.co_name in vars(one)), None)
        name = code.co_name if holder is None or holder.__module__ == "builtins" else holder.__qualname__ + "." + code.co_name
    if "<" in name:
        return None
    found = _resolve(frame.f_globals.get("__name__"), name)
    found = getattr(found, "fget", found)
    return name if callable(found) else None


def _record(mark, frame, given):
    global _last
    name = _name_of(frame)
    if name is None:
        return
    where = "%s:%s" % (frame.f_globals.get("__name__"), name)
    if _counts.get(where, 0) >= MOST_PER_FUNCTION:
        return
    positional, named = _arguments(frame.f_code, given)
    record = {"f": mark, "m": frame.f_globals.get("__name__"), "n": name, "a": positional, "k": named}
    key = _encode(record)
    if key in _known:
        return
    _known.add(key)
    _last = _worked()
    _counts[where] = _counts.get(where, 0) + 1
    _line(record)


def _entrance(frame):
    """The outermost call of the project's own code that led here, below the test."""
    found = None
    for _ in range(200):
        frame = frame.f_back
        if frame is None:
            break
        path = frame.f_code.co_filename
        if not path.startswith(ROOT + os.sep):
            continue
        if TEST_PATH.search(path[len(ROOT) + 1 :]):
            break
        if frame.f_code.co_name != "<module>":
            found = frame if _name_of(frame) is not None else found
    return found


def seen(mark, given):
    """Called by a marked function as its first act. Never raises, and never records itself."""
    global _spent, _busy
    if _busy or _spent > RECORDING_SECONDS:
        return
    if len(_known) >= ENOUGH_CALLS and _worked() - _last > ENOUGH_SECONDS:
        os._exit(0)
    hits = _counts[mark] = _counts.get(mark, 0) + 1
    if hits > MOST_HITS or (hits > 60 and hits % 17):
        return
    _busy = True
    started = _now()
    try:
        frame = sys._getframe(1)
        for one, names, target in ((frame, given, mark), (_entrance(frame), None, -1)):
            if one is None:
                continue
            try:
                _record(target, one, one.f_locals if names is None else names)
            except Exception:
                pass
    except Exception:
        pass
    finally:
        _spent += _now() - started
        _busy = False


# ---- playing ---------------------------------------------------------------------------------------------------------

MOST_SLOW = 3
# On a busy machine a call gets less than a second of work per second.
PATIENCE = 12


def show(value, depth=4):
    """A result as canonical data: by structure, by its own text, or by its attributes."""
    kind = type(value)
    if value is None or kind in (bool, str):
        return value
    if kind is int:
        return value if abs(value) < 2**53 else {"$": "int", "v": str(value)}
    if kind is float:
        return {"$": "float", "v": repr(value)}
    if kind is bytes:
        return {"$": "bytes", "v": base64.b64encode(value).decode("ascii")}
    if depth <= 0:
        return {"$": "deep", "type": kind.__name__}
    if kind in (list, tuple):
        items = [show(one, depth - 1) for one in value[:MOST_ITEMS]]
        return items if kind is list else {"$": "tuple", "v": items}
    if kind in (set, frozenset):
        return {"$": "set", "v": sorted((show(one, depth - 1) for one in value), key=_encode)[:MOST_ITEMS]}
    if kind is dict:
        pairs = [[show(k, depth - 1), show(v, depth - 1)] for k, v in list(value.items())[:MOST_ITEMS]]
        return {"$": "dict", "v": sorted(pairs, key=_encode)}
    if hasattr(value, "__next__"):
        items = []
        for one in value:
            items.append(show(one, depth - 1))
            if len(items) >= 50:
                break
        return {"$": "items", "v": items}
    if kind.__repr__ is not object.__repr__ or isinstance(value, type) or callable(value):
        return {"$": "shown", "type": kind.__name__, "v": _clean(repr(value))[:20000]}
    inner = {key: show(one, depth - 1) for key, one in sorted(vars(value).items())} if hasattr(value, "__dict__") else {}
    return {"$": "object", "type": kind.__name__, "v": inner}


def _text(shown):
    """As Python would print it, shortened."""
    if isinstance(shown, dict):
        tag, inner = shown.get("$"), shown.get("v")
        if tag in ("int", "float", "shown"):
            return str(inner)[:300]
        if tag == "bytes":
            return repr(base64.b64decode(inner))
        if tag == "tuple":
            return "(" + ", ".join(_text(one) for one in inner[:20]) + ("," if len(inner) == 1 else "") + ")"
        if tag in ("set", "items"):
            return "{" + ", ".join(_text(one) for one in inner[:20]) + "}"
        if tag == "dict":
            return "{" + ", ".join(_text(k) + ": " + _text(v) for k, v in inner[:20]) + "}"
        if tag == "object":
            return "<%s %s>" % (shown["type"], ", ".join("%s=%s" % (k, _text(v)) for k, v in list(inner.items())[:10]))
        return "<%s>" % shown.get("type")
    if isinstance(shown, list):
        return "[" + ", ".join(_text(one) for one in shown[:20]) + "]"
    return repr(shown)


def _digest(shown):
    return _sha256(_encode(shown).encode("ascii")).hexdigest()[:16]


def _call(function, positional, named):
    if isinstance(function, property):
        function = function.fget
    result = function(*positional, **named)
    if hasattr(result, "__await__"):
        import asyncio

        async def wait():
            return await result

        # Python 3.6 has no asyncio.run.
        run = getattr(asyncio, "run", None) or asyncio.new_event_loop().run_until_complete
        result = run(wait())
    return result


def _find(module, name):
    __import__(module)
    owner, found = None, sys.modules[module]
    for part in name.split("."):
        owner, found = found, (vars(found).get(part) if isinstance(found, type) and isinstance(vars(found).get(part), property) else getattr(found, part))
    # A bound class method gets its class from the recorded arguments as well.
    if isinstance(owner, type) and hasattr(found, "__self__") and isinstance(found.__self__, type):
        found = found.__func__
    return found


def _outcome(one):
    try:
        function = _find(one["m"], one["n"])
    except Exception as error:
        return {"kind": "missing", "type": type(error).__name__, "text": _clean(str(error))[:200], "digest": ""}
    try:
        positional = [unpack(value) for value in one["a"]]
        named = {key: unpack(value) for key, value in one["k"].items()}
    except Exception as error:
        return {"kind": "unbuilt", "type": type(error).__name__, "text": _clean(str(error))[:200], "digest": ""}
    try:
        before = _digest([show(value) for value in positional])
    except BaseException:
        before = None
    try:
        shown = show(_call(function, positional, named))
    except RecursionError:
        return {"kind": "threw", "type": "RecursionError", "text": "", "digest": ""}
    except Exception as error:
        return {"kind": "threw", "type": type(error).__name__, "text": _clean(str(error))[:200], "digest": ""}
    text = _text(shown)[:300]
    try:
        after = [show(value) for value in positional]
        if before is not None and _digest(after) != before:
            return {"kind": "returned", "type": "", "text": text, "digest": _digest([shown, after])}
    except Exception:
        pass
    return {"kind": "returned", "type": "", "text": text, "digest": _digest(shown)}


def _apart(one, seconds):
    """The outcome of one call in its own process, so that calls cannot affect each other, and the work it took."""
    import select
    import signal

    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, seconds)
            try:
                text = _encode(_outcome(one))
            except BaseException as error:
                text = _encode({"kind": "threw", "type": type(error).__name__, "text": "", "digest": ""})
            data = text.encode("ascii")
            while data:
                data = data[_write(writer, data) :]
        finally:
            os._exit(0)
    os.close(writer)
    data, until, late = b"", _now() + seconds * PATIENCE, False
    while True:
        left = until - _now()
        if left <= 0 or not select.select([reader], [], [], left)[0]:
            late = True
            break
        part = os.read(reader, 65536)
        if not part:
            break
        data += part
    os.close(reader)
    try:
        os.kill(child, signal.SIGKILL)
    except OSError:
        pass
    _, status, usage = os.wait4(child, 0)
    took = usage.ru_utime + usage.ru_stime
    if late or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF):
        return {"kind": "timeout", "type": "", "text": "", "digest": ""}, took
    try:
        return json.loads(data), took
    except ValueError:
        return {"kind": "threw", "type": "exit", "text": "the process ended", "digest": ""}, took


def play(path):
    with open(path, encoding="utf-8") as file:
        plan = json.load(file)
    out = _out()
    paths = [os.path.join(ROOT, one) for one in plan["path"]]
    sys.path[:] = paths + [one for one in sys.path[1:] if one not in paths]
    quiet = _open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    for module in {one["m"] for one in plan["inputs"]}:
        try:
            __import__(module)
        except BaseException:
            pass
    left, limit = float(plan["seconds"]), float(plan["callSeconds"])
    until = _now() + left * PATIENCE
    slow = {}
    for one in plan["inputs"]:
        where = (one["m"], one["n"])
        if slow.get(where, 0) >= MOST_SLOW:
            continue
        # A call cut short by the time limit is no evidence about the function.
        if left < limit or _now() > until:
            break
        outcome, took = _apart(one, limit)
        left -= took
        if outcome.get("kind") == "timeout":
            slow[where] = slow.get(where, 0) + 1
        _write(out, (_encode({"i": one["i"], "o": outcome}) + "\n").encode("ascii"))


if __name__ == "__main__" and len(sys.argv) > 2 and sys.argv[1] == "play":
    # The recorded module is known by its name, not as the main program.
    sys.modules["hydra_probe"] = sys.modules["__main__"]
    play(sys.argv[2])
