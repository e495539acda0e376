"""Runs a project's own test script, such as Django's `runtests.py` or `manage.py test`, and writes every outcome
that its unittest runner sees to $HYDRA_REPORT_DIR/tests.jsonl.

Usage: python unittest_script.py [--files FILE... --] SCRIPT [arguments]
With --files the script gets the modules of these files as labels; one that takes no labels runs whole.
Python 3.6 or later, standard library only.
"""
import os
import runpy
import sys
import unittest

import unittest_report


def label_of(file, folder):
    """The dotted name of a module, as the script imports it: from its own folder, or from the current one."""
    for start in (folder, os.getcwd()):
        inside = os.path.relpath(os.path.realpath(file), os.path.realpath(start))
        if not inside.startswith(os.pardir):
            return os.path.splitext(inside)[0].replace(os.sep, ".")
    return None


class Recorder:
    """Replaces the result of the script's runner by the reporting one, keeping its class."""

    def __init__(self):
        self.runs = 0
        self._classes = {}
        self._make = unittest.TextTestRunner._makeResult
        self._run = unittest.TextTestRunner.run
        recorder = self

        def make_result(runner):
            result = recorder._make(runner)
            result.__class__ = recorder._reporting(type(result))
            return result

        def run(runner, test):
            return recorder._record(runner, test)

        unittest.TextTestRunner._makeResult = make_result
        unittest.TextTestRunner.run = run

    def _reporting(self, kind):
        if kind not in self._classes:
            self._classes[kind] = type(kind.__name__, (unittest_report.Recording, kind), {})
        return self._classes[kind]

    def _record(self, runner, test):
        self.runs += 1
        report = unittest_report.Report()
        unittest_report.Recording.report = report
        unittest_report.end_if_foreign(report)
        result = self._run(runner, test)
        report.write("end")
        return result


def run_script(script, arguments):
    folder = os.path.dirname(os.path.abspath(script))
    # As with `python SCRIPT`: the script's folder comes first, and this one is absent.
    sys.path[0] = folder
    sys.argv = [script] + arguments
    runpy.run_path(script, run_name="__main__")


def main():
    given, files = sys.argv[1:], []
    if given[:1] == ["--files"]:
        end = given.index("--")
        files, given = given[1:end], given[end + 1 :]
    script, arguments = given[0], given[1:]
    recorder = Recorder()
    # Workers of Django's runner cannot pass on why a subtest failed, and end without a result.
    os.environ.setdefault("DJANGO_TEST_PROCESSES", "1")
    labels = [label_of(file, os.path.dirname(os.path.abspath(script))) for file in files]
    labels = [label for label in labels if label]
    if not labels:
        return run_script(script, arguments)
    try:
        run_script(script, arguments + labels)
    except SystemExit:
        if recorder.runs:
            raise
        run_script(script, arguments)


if __name__ == "__main__":
    main()
