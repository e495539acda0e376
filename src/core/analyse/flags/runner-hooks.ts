import type { Flag } from '../../domain/flags/flag.ts';
import type { Change, FileChange, FlagRule } from './flag-rule.ts';
import type { FileVersion } from './reading/file-version.ts';
import { newSightings, type Sighting } from './reading/sightings.ts';

/** Hooks through which a plug-in says how a test ended or whether it runs. */
const RESULT_HOOK =
  /^pytest_(?:runtest_(?:makereport|call|protocol|logreport|setup|teardown)|pyfunc_call|sessionfinish|report_teststatus|collection_modifyitems|ignore_collect|collect_file|itemcollected|deselected|exception_interact|cmdline_main|unconfigure|terminal_summary|runtestloop|assertrepr_compare|generate_tests)$/;
const HOOK_DEFINITION = /^[ \t]*(?:async[ \t]+)?def[ \t]+(pytest_\w+)[ \t]*\(/gm;

/** What turns a failure into something else, wherever in the hooks it stands. */
const CHANGES_RESULT =
  /\.outcome\s*=[^=]|\.excinfo\s*=[^=]|\.longrepr\s*=[^=]|\bexitstatus\s*=[^=]|\bforce_result\s*\(|\bitems\s*\[\s*:?\s*\]\s*=|\bitems\.(?:clear|remove|pop)\s*\(|\bdel\s+items\b|\bcollect_ignore(?:_glob)?\s*[=+]|\b\w+\.obj\s*=[^=]|\b_testFunc|\.wasxfail\s*=|\.stats\b[^\n]{0,40}=[^=]|\b_exit\s*\(/g;

const sight = (rule: string, key: string, offset: number, sentence: string): Sighting => ({
  rule,
  key,
  offset,
  sentence,
});

const changesResult = (version: FileVersion): readonly Sighting[] =>
  [...version.code.matchAll(CHANGES_RESULT)].map((match) => {
    const what = match[0].replaceAll(/\s+/g, ' ').trim();
    return sight(
      'result-changed',
      what,
      match.index,
      `A runner's hook changes what is run or how it ended (${what}).`,
    );
  });

const hooksOf = (version: FileVersion): readonly Sighting[] =>
  [...version.code.matchAll(HOOK_DEFINITION)].flatMap((match) => {
    const name = match[1] ?? '';
    return RESULT_HOOK.test(name)
      ? [sight('runner-hook', name, match.index, `${name} takes part in how tests are run and reported.`)]
      : [];
  });

const isPlugin = ({ path, part }: FileChange): boolean =>
  /(?:^|\/)conftest\.py$/.test(path) || part === 'runner-config';

/** A hook outside a plug-in file would be found by no runner; in a program it is there for other reasons. */
const hookInProgram = (version: FileVersion, file: FileChange): readonly Sighting[] =>
  isPlugin(file) ? [] : hooksOf(version);

const AUTOLOADED =
  /(?:^|\/)(?:sitecustomize|usercustomize)\.py$|\.pth$|(?:^|\/)node_modules\/|(?:^|\/)site-packages\/|(?:^|\/)\.?venv\//;
/** At the root, where `import` looks first; below a package a module may be called as it likes. */
const SHADOWS =
  /^(?:(?:src\/)?(?:pytest|_pytest|unittest|nose|doctest|pluggy)|tokenize|traceback|linecache|inspect|ast|io|os|sys|re|json|types|typing|random|collections|functools|itertools|abc|enum|time|math)(?:\.py|\/__init__\.py)$/;

const autoloaded = ({ files, baseFiles }: Change): readonly Flag[] =>
  files.flatMap((file): readonly Flag[] => {
    if (file.after === null && file.kind === 'text') return [];
    if (file.change === 'deleted') return [];
    const known = baseFiles.has(file.path);
    const vendored = /node_modules\/|site-packages\/|\.?venv\//.exec(file.path);
    if (
      vendored &&
      [...baseFiles].some((path) => path.startsWith(file.path.slice(0, vendored.index + vendored[0].length)))
    )
      return [];
    if (AUTOLOADED.test(file.path) && !known)
      return [
        {
          id: 'harness-patched',
          rule: 'loaded-by-itself',
          file: file.path,
          sentence: `${file.path} is loaded into every run without being asked for.`,
        },
      ];
    if (
      SHADOWS.test(file.path) &&
      !known &&
      file.change !== 'renamed' &&
      !baseFiles.has(file.path.replace(/[^/]*$/, '__init__.py'))
    )
      return [
        {
          id: 'harness-patched',
          rule: 'module-shadowed',
          file: file.path,
          sentence: `${file.path} takes the place of the module of that name.`,
        },
      ];
    return [];
  });

const LOADS_CODE =
  /^\s*(?:export\s+)?(?:NODE_OPTIONS|node-options|PYTHONSTARTUP|PYTHONPATH|PYTEST_ADDOPTS|PYTEST_PLUGINS|LD_PRELOAD|script-shell)\s*[=:]/gim;

const loadsCode = (version: FileVersion): readonly Sighting[] =>
  [...version.text.matchAll(LOADS_CODE)].map((match) =>
    sight(
      'environment-file',
      match[0].trim(),
      match.index,
      `${match[0].trim()} puts code into every process that is started.`,
    ),
  );

export const runnerHooks: FlagRule = {
  rule: 'runner-hook',
  find: (change) => [
    ...newSightings(
      'harness-patched',
      change.files.filter((file) => file.language === 'python' && isPlugin(file)),
      changesResult,
    ),
    ...newSightings(
      'harness-patched',
      change.files.filter((file) => file.language === 'python' && file.part === null),
      hookInProgram,
    ),
    ...newSightings(
      'harness-patched',
      change.files.filter(({ path }) => /(?:^|\/)(?:\.npmrc|\.env(?:\.\w+)?|\.yarnrc(?:\.yml)?)$/.test(path)),
      loadsCode,
    ),
    ...autoloaded(change),
  ],
};

/** New result hooks in a plug-in file: sometimes ordinary (`--runslow`), always worth a look. */
export const runnerHookAdded: FlagRule = {
  rule: 'runner-hook',
  find: ({ files }) =>
    newSightings(
      'runner-hook-added',
      files.filter((file) => file.language === 'python' && isPlugin(file)),
      hooksOf,
    ),
};
