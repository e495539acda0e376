"""Runs the example of a task, statement by statement, as an interactive session would.

`python hydra_example.py EXAMPLE.json PACKAGE...`: the example is a list of texts; one that is no Python is left out.
Values and errors are printed; an error does not stop what follows, and leaves exit code 1. A name that the example
takes for granted is looked for in the packages. Python 3.6 or later, standard library only.
"""
import ast
import importlib
import json
import re
import sys

LONGEST = 2000
NOTHING_TO_RUN = 127


def show(value):
    if value is None:
        return
    SESSION["_"] = value
    try:
        print(repr(value)[:LONGEST])
    except Exception as error:  # noqa: BLE001
        print("repr raises", type(error).__name__)


def statements(texts):
    for text in texts:
        try:
            yield from ast.parse(text).body
        except (SyntaxError, ValueError, RecursionError):
            continue


def find(name, packages):
    for package in packages:
        try:
            return getattr(importlib.import_module(package), name)
        except Exception:  # noqa: BLE001
            continue
    return None


def execute(code, packages):
    while True:
        try:
            exec(code, SESSION)
            return
        except NameError as error:
            told = re.match(r"name '(\w+)' is not defined", str(error))
            name = told.group(1) if told else ""
            value = None if name == "" or name in SESSION else find(name, packages)
            if value is None:
                raise
            SESSION[name] = value


def main(path, packages):
    with open(path, encoding="utf-8") as file:
        found = list(statements(json.load(file)))
    if not found:
        print("hydra: nothing to run in the example of the task")
        return NOTHING_TO_RUN
    failed = False
    for statement in found:
        try:
            single = ast.Interactive([statement])
            execute(compile(single, "<example>", "single"), packages)
        except SystemExit:
            continue
        except BaseException as error:  # noqa: BLE001
            failed = True
            print("%s: %s" % (type(error).__name__, str(error)[:LONGEST]))
    return 1 if failed else 0


SESSION = {"__name__": "__main__"}
sys.displayhook = show
sys.exit(main(sys.argv[1], sys.argv[2:]))
