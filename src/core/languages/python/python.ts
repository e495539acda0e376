import type { Language } from '../language.ts';
import { pythonAssessor } from './assess.ts';
import { pythonComments, pythonSuppressions } from './comments.ts';
import { pythonScripts } from './entry-points.ts';
import { pythonExpectations } from './expectations.ts';
import { pythonFaults } from './faults.ts';
import { importLinterRules } from './import-linter-rules.ts';
import { pythonImports } from './imports.ts';
import { pythonManifest } from './manifest.ts';
import { pythonMeasures } from './measures.ts';
import { mergePyproject, mergeSetupCfg } from './project/merge-project-file.ts';
import { pythonNames } from './names.ts';
import { pythonPaths } from './paths.ts';
import { pythonOuter, pythonSurroundings } from './surroundings.ts';
import { pythonProbe } from './probe.ts';
import { pythonProfile } from './profile.ts';
import { pytestHooks, pythonProgram } from './program.ts';
import { readPythonTests } from './tests.ts';
import { pythonToolchain } from './toolchain.ts';
import { pythonLinters, pythonTestRunners } from './tools.ts';

export const python: Language = {
  id: 'python',
  title: 'Python',
  grammars: { py: 'python', pyi: 'python' },
  otherExtensions: [],
  profiles: [pythonProfile],
  testRunners: pythonTestRunners,
  linters: pythonLinters,
  typeChecker: 'mypy',
  formatter: 'ruff',
  paths: pythonPaths,
  names: pythonNames,
  measures: pythonMeasures,
  comments: pythonComments,
  brief: {
    manifests: [],
    entryFiles: {
      '__main__.py': 'python -m',
      'manage.py': 'Django',
      'wsgi.py': 'WSGI',
      'asgi.py': 'ASGI',
    },
    mainFunction: false,
    namedEntryPoints: pythonScripts,
  },
  resolveImports: pythonImports,
  boundaries: [importLinterRules],
  mergeManifest: { 'pyproject.toml': mergePyproject, 'setup.cfg': mergeSetupCfg },
  manifestRules: pythonManifest,
  preloadVariables: ['PYTHONSTARTUP', 'PYTHONPATH', 'PYTEST_ADDOPTS', 'PYTEST_PLUGINS'],
  runnerVariables: [/^PYTEST_(?:CURRENT_TEST|XDIST_WORKER|VERSION|ADDOPTS|RUN_CONFIG)$/],
  readTests: readPythonTests,
  suppressions: pythonSuppressions,
  faults: pythonFaults,
  program: pythonProgram,
  capabilityLines: {
    environment: /\b(?:getattr|vars|setattr)\s*\(\s*os\b|\bos\.__dict__/,
    files:
      /\.(?:write_text|write_bytes|read_text|read_bytes|symlink_to|hardlink_to)\s*\(|\bPath\.home\b|\bexpanduser\s*\(/,
    // A module or member with a computed name cannot be followed.
    evaluation:
      /\b(?:import_module|__import__)\s*\(\s*[^"'\s)]|\b[gs]etattr\s*\([^,()]{1,80},[^,()]{0,80}["']\s*\+|\bvars\s*\([^()]{1,80}\)\s*\[/,
  },
  surroundings: pythonSurroundings,
  outer: pythonOuter,
  testAware: [],
  runnerHooks: pytestHooks,
  expectations: pythonExpectations,
  sourceItems: {
    missing: 'doctests in sources stay as the candidate has them: those that it edits are no progress',
  },
  probes: pythonProbe,
  findHazards: {
    missing: 'security is scanned by bandit, or by the bundled ruff, and by no rules of our own',
  },
  assessor: pythonAssessor,
  toolchain: pythonToolchain,
};
