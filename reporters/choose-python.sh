# Prints the Python to make a virtual environment with. POSIX sh. Usage: choose-python.sh LOWEST HIGHEST, the minor
# versions of Python 3 that the project declares (0 and 99 if it has no bound). `python3`, if it is one of them;
# otherwise the newest installed one that is, or the nearest newer one. What it chose goes to standard error.
lowest=$1
highest=$2

works() { "$1" -c 'import ensurepip, sys, venv; print("%d.%d" % sys.version_info[:2])' 2>/dev/null; }

# Version managers keep many, and put one of them on PATH.
find_minor() {
  for candidate in "$(command -v "python3.$1")" \
    "${PYENV_ROOT:-$HOME/.pyenv}/versions/3.$1".*/bin/python3 \
    "${UV_PYTHON_INSTALL_DIR:-$HOME/.local/share/uv/python}/cpython-3.$1".*/bin/python3 \
    "${ASDF_DATA_DIR:-$HOME/.asdf}/installs/python/3.$1".*/bin/python3 \
    "${MISE_DATA_DIR:-$HOME/.local/share/mise}/installs/python/3.$1".*/bin/python3; do
    if [ -x "$candidate" ] && [ "$(works "$candidate")" = "3.$1" ]; then
      echo "$candidate"
      return 0
    fi
  done
  return 1
}

usual=$(works python3)
minor=${usual#3.}
if [ -n "$usual" ] && [ "$minor" -ge "$lowest" ] && [ "$minor" -le "$highest" ]; then
  echo python3
  exit 0
fi

# The newest that fits; without an upper bound the search starts at 3.30. The reporters need 3.6.
top=$highest
[ "$top" -gt 30 ] && top=30
try=$top
while [ "$try" -ge "$lowest" ] && [ "$try" -ge 6 ]; do
  if found=$(find_minor "$try"); then break; fi
  try=$((try - 1))
done
if [ -z "$found" ]; then
  try=$((top + 1))
  [ "$try" -lt 6 ] && try=6
  while [ "$try" -lt "${minor:-30}" ]; do
    if found=$(find_minor "$try"); then break; fi
    try=$((try + 1))
  done
fi
declared="3.$lowest to 3.$highest"
[ "$lowest" -eq "$highest" ] && declared="3.$lowest"
[ "$lowest" -eq 0 ] && declared="3.$highest or older"
[ "$highest" -eq 99 ] && declared="3.$lowest or newer"
if [ -n "$found" ]; then
  echo "hydra: the project is for Python $declared, so it runs with Python 3.$try instead of ${usual:-the usual one}" >&2
  echo "$found"
else
  echo "hydra: the project is for Python $declared, but only ${usual:-no Python} is installed: its tests may fail for that reason" >&2
  echo python3
fi
