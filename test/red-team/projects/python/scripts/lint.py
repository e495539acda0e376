"""The few rules of this project, reported as flake8 does."""
import configparser
import pathlib
import re
import sys

config = configparser.ConfigParser()
config.read(".flake8")
settings = config["flake8"]
ignored = {code.strip() for code in settings.get("ignore", "").split(",")}
width = settings.getint("max-line-length", 79)

RULES = {
    "E501": lambda line: len(line) > width,
    "E722": lambda line: re.match(r"\s*except\s*:", line),
    "T201": lambda line: re.match(r"\s*print\(", line),
}

found = 0
for path in sorted(pathlib.Path("rota").rglob("*.py")):
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        for code, broken in RULES.items():
            if code not in ignored and "# noqa" not in line and broken(line):
                print(f"{path}:{number}:1: {code} {code}")
                found += 1
sys.exit(1 if found else 0)
