import type { PathRules } from '../parts/path-rules.ts';

export const pythonPaths: PathRules = {
  lockfiles: ['poetry.lock', 'pipfile.lock', 'pdm.lock', 'uv.lock', 'pylock.toml'],
  generatedFolders: ['__pycache__'],
  generated: [/_pb2(?:_grpc)?\.pyi?$/],
  tests: [/^test_.*\.py$/, /_test\.py$/, /^tests?\.py$/, /^conftest\.py$/],
  namedTests: { py: /^(?:test_.*|.*_test|tests?)\.py$/ },
  configuration: [/^setup\.py$/, /^noxfile\.py$/],
  plainTextConfiguration: [/^(?:requirements|constraints).*\.txt$/],
  manifests: [
    /^pyproject\.toml$/,
    /^setup\.(?:py|cfg)$/,
    /^pipfile$/,
    /^(?:dev-?|test-?)?requirements[\w.-]*\.(?:txt|in)$/,
    /^constraints[\w.-]*\.txt$/,
    /^environment\.ya?ml$/,
  ],
  manifestFolders: { requirements: /\.(?:txt|in)$/ },
  runnerConfiguration: [
    /^conftest\.py$/,
    /^\.?pytest\.(?:ini|toml)$/,
    /^tox\.(?:ini|toml)$/,
    /^\.coveragerc$/,
    /^nose2?\.cfg$/,
    /^unittest\.cfg$/,
    /^run_?tests?\.py$/,
    /^(?:site|user)customize\.py$/,
    /^.+\.pth$/,
  ],
  lintConfiguration: [
    /^\.?ruff\.toml$/,
    /^\.?flake8$/,
    /^\.?pylintrc$/,
    /^pylintrc\.toml$/,
    /^\.?mypy\.ini$/,
    /^pyrightconfig\.json$/,
    /^\.bandit$/,
    /^\.isort\.cfg$/,
    /^\.style\.yapf$/,
  ],
  // conftest.py contains fixtures; separate rules cover anything that could change results.
  ownRules: [/(?:^|\/)(?:conftest\.py|[^/]+\.pth|(?:site|user)customize\.py)$/],
  scripts: [/^noxfile\.py$/],
  autoloaded: [/(?:^|\/)(?:sitecustomize|usercustomize)\.py$/, /\.pth$/],
  installed: [/site-packages\//, /\.?venv\//],
  installHooks: [
    {
      file: /(?:^|\/)setup\.py$/,
      line: /\bcmdclass\s*=|\b(?:subprocess|urllib\.request|requests|socket|ctypes)\.\w+\(|\bos\.(?:system|popen|exec\w+|spawn\w+)\(|\burlopen\(/,
    },
    { file: /(?:^|\/)pyproject\.toml$/, line: /^\s*(?:build-backend|backend-path)\s*=|\bpytest11\b/ },
    { file: /(?:^|\/)setup\.cfg$/, line: /\bpytest11\b/ },
    { file: /(?:^|\/)hatch_build\.py$/ },
  ],
  linterSections:
    /^\[+\s*(?:tool\.(?:ruff|pylint|mypy|flake8|black|isort|pyright|bandit|yapf)|flake8|mypy|pylint|pycodestyle|isort)(?:[.-]|\s*\]|:)/,
  linterPackages:
    /^(?:ruff|flake8(?:-[\w-]+)?|pylint|mypy|pyright|black|isort|pycodestyle|pyflakes|bandit|yapf)$/,
  shadows: [
    // Only at the root, where `import` looks first; inside a package a module may have any name.
    /^(?:(?:src\/)?(?:pytest|_pytest|unittest|nose|doctest|pluggy)|tokenize|traceback|linecache|inspect|ast|io|os|sys|re|json|types|typing|random|collections|functools|itertools|abc|enum|time|math)(?:\.py|\/__init__\.py)$/,
  ],
  packageMarker: '__init__.py',
};
