"""Runs unittest as `python -m unittest` does and writes every outcome to $HYDRA_REPORT_DIR/tests.jsonl.

Usage: python unittest_report.py [unittest arguments], for example `discover -s tests -p "test_*.py"`.
Python 3.6 or later, standard library only.
"""
import json
import os
import sys
import time
import unittest

import hydra_order
import hydra_origin

# Test code shares this process: what is needed later is captured before any of it is loaded.
_write, _open = os.write, os.open
_encode = json.JSONEncoder(ensure_ascii=True).encode
_str = str


class Report:
    """Appends one record at once, so that a crash or an exit loses nothing."""

    def __init__(self):
        folder = os.environ["HYDRA_REPORT_DIR"]
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        self._file = _open(os.path.join(folder, "tests.jsonl"), flags, 0o644)
        self._run = "%d-%x" % (os.getpid(), int(time.monotonic() * 1e9))
        self._seq = 0
        self.write("begin", format=1, tool="unittest")

    def replace(self, text):
        os.ftruncate(self._file, 0)
        _write(self._file, text.encode("utf-8"))

    def write(self, kind, **fields):
        record = {"run": self._run, "seq": self._seq, "type": kind}
        record.update(fields)
        self._seq += 1
        _write(self._file, (_encode(record) + "\n").encode("ascii"))


def identify(test):
    """The dotted name that unittest itself takes as an argument, and the file it comes from."""
    module = sys.modules.get(type(test).__module__)
    file = getattr(module, "__file__", None)
    if type(test).__module__ == "unittest.loader":
        # For a module that cannot be imported, the loader invents a test with its name.
        return getattr(test, "_testMethodName", _str(test)), ""
    if type(test).__module__ == "unittest.suite":
        return test.id(), ""
    return test.id(), file if isinstance(file, str) else ""


_PLAIN = frozenset(
    "builtins.str builtins.bytes builtins.int builtins.float builtins.complex builtins.bool builtins.NoneType "
    "decimal.Decimal fractions.Fraction uuid.UUID datetime.date datetime.time datetime.datetime datetime.timedelta".split()
)
_COLLECTIONS = {list: "[%s]", tuple: "(%s)", set: "{%s}", frozenset: "{%s}", dict: "{%s}"}
_MOST_ITEMS = 50


def _name(kind):
    return "%s.%s" % (kind.__module__, kind.__qualname__)


def _show(value, depth=3):
    """A value as written. Only the kind of an object: showing it may run project code, fail, or differ each time."""
    kind = type(value)
    if _name(kind) in _PLAIN:
        return repr(value)
    if kind in _COLLECTIONS and depth and len(value) <= _MOST_ITEMS:
        if kind is dict:
            items = ["%s: %s" % (_show(key, depth - 1), _show(each, depth - 1)) for key, each in value.items()]
        else:
            items = [_show(each, depth - 1) for each in value]
        # Sets have no order.
        return _COLLECTIONS[kind] % ", ".join(sorted(items) if kind in (set, frozenset) else items)
    name = getattr(value, "__qualname__", None)
    return name if type(name) is str else "<%s>" % kind.__qualname__


def describe_subtest(subtest):
    """As unittest describes it, of plain values."""
    message, params = getattr(subtest, "_message", None), getattr(subtest, "params", None) or {}
    # unittest's own mark for "no message" is an object.
    parts = ["[%s]" % message] if type(message) is str else []
    if params:
        parts.append("(%s)" % ", ".join("%s=%s" % (name, _show(value)) for name, value in params.items()))
    return " ".join(parts) or "(<subtest>)"


class Recording:
    """What a result does besides its own work; comes before its class."""

    report = None
    _unsettled = None

    def _record(self, outcome, test):
        name, file = identify(test)
        self._unsettled = None
        self.report.write("test", id=name, file=file, outcome=outcome)

    def _record_subtest(self, outcome, test, subtest):
        name, file = identify(test)
        description = describe_subtest(subtest)
        self.report.write("test", id=name, file=file, outcome=outcome, subtest=description)
        if outcome != "passed" and self._unsettled != "failed":
            self._unsettled = outcome

    def addSuccess(self, test):
        super().addSuccess(test)
        self._record("passed", test)

    def addError(self, test, err):
        super().addError(test, err)
        self._record("failed", test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._record("failed", test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        parent = getattr(test, "test_case", None)
        if parent is None:
            self._record("skipped", test)
        else:
            self._record_subtest("skipped", parent, test)

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._record("skipped", test)

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._record("failed", test)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        self._record_subtest("passed" if err is None else "failed", test, subtest)

    def stopTest(self, test):
        # unittest is silent on a test whose subtests did not all pass; without this its id would come and go.
        if self._unsettled:
            self._record(self._unsettled, test)
        super().stopTest(test)


class ReportingResult(Recording, unittest.TextTestResult):
    pass


def end_if_foreign(report):
    """Ends a run that would test an installed copy of the project."""
    copies = hydra_origin.loaded_copies(os.getcwd())
    if copies:
        report.replace(hydra_origin.as_report(copies))
        sys.stderr.write("hydra: the tests run other code than the work tree's\n%s\n" % hydra_origin.describe(copies))
        sys.stderr.flush()
        os._exit(hydra_origin.EXIT_CODE)


def main():
    report = Report()
    Recording.report = report
    # As with `python -m unittest`: the project comes first, not the folder of this script.
    sys.path[0] = os.getcwd()

    class Runner(unittest.TextTestRunner):
        resultclass = ReportingResult

        def run(self, test):
            end_if_foreign(report)
            hydra_order.reorder_suite(test)
            result = super().run(test)
            report.write("end")
            return result

    argv = ["python -m unittest"] + sys.argv[1:]
    sys.argv[0] = argv[0]
    unittest.main(module=None, argv=argv, testRunner=Runner)


if __name__ == "__main__":
    main()
