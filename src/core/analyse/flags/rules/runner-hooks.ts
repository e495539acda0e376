import type { Flag } from '../../../domain/flags/flag.ts';
import type { Change, FileChange, FlagRule } from '../flag-rule.ts';
import { LANGUAGES } from '../../../languages/languages.ts';
import { presentPart } from '../../../languages/parts/missing-part.ts';
import type { RunnerHooks } from '../../../languages/parts/runner-hooks.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { anyOf } from '../../../text/any-of.ts';
import { newSightings, type Sighting } from '../reading/sightings.ts';

const sight = (rule: string, key: string, offset: number, sentence: string): Sighting => ({
  rule,
  key,
  offset,
  sentence,
});

const hooksFor = ({ language }: FileChange): RunnerHooks | null => presentPart(language?.runnerHooks);

const changesResult = (version: FileVersion, file: FileChange): readonly Sighting[] =>
  matchesOf(version, hooksFor(file)?.changesResult).map((match) => {
    const what = match[0].replaceAll(/\s+/g, ' ').trim();
    return sight(
      'result-changed',
      what,
      match.index,
      `A runner hook changes which tests run or how they end (${what}).`,
    );
  });

const matchesOf = ({ code }: FileVersion, pattern: RegExp | undefined): readonly RegExpExecArray[] =>
  pattern === undefined ? [] : [...code.matchAll(pattern)];

const hooksOf = (version: FileVersion, file: FileChange): readonly Sighting[] => {
  const hooks = hooksFor(file);
  return matchesOf(version, hooks?.definition).flatMap((match) => {
    const name = match[1] ?? '';
    return hooks?.decides.test(name)
      ? [sight('runner-hook', name, match.index, `${name} affects how tests are run and reported.`)]
      : [];
  });
};

const isPlugin = (file: FileChange): boolean =>
  (hooksFor(file)?.pluginFile.test(file.path) ?? false) || file.part === 'runner-config';

/** No runner would find a hook outside a plug-in file; in a program it has other reasons. */
const hookInProgram = (version: FileVersion, file: FileChange): readonly Sighting[] =>
  isPlugin(file) ? [] : hooksOf(version, file);

const PATHS = LANGUAGES.map(({ paths }) => paths);
const INSTALLED = anyOf(PATHS.flatMap(({ installed }) => installed));
const AUTOLOADED = anyOf([
  ...PATHS.flatMap((paths) => paths.autoloaded),
  ...PATHS.flatMap(({ installed }) => installed.map(({ source }) => new RegExp(`(?:^|/)${source}`))),
]);
const SHADOWS = anyOf(PATHS.flatMap(({ shadows }) => shadows));

const RUNNER_PACKAGES = anyOf(PATHS.flatMap(({ runnerPackages }) => runnerPackages ?? []));

/** Loaded by the runner, or in its place; a project that has such files is a runner itself. */
const inRunner = ({ files, baseFiles }: Change): readonly Flag[] =>
  files.flatMap((file): readonly Flag[] => {
    const found = file.change === 'deleted' ? null : RUNNER_PACKAGES.exec(file.path);
    if (found === null) return [];
    const start = file.path.slice(0, found.index + found[0].length);
    return [...baseFiles].some((path) => path.startsWith(start))
      ? []
      : [
          {
            id: 'harness-patched',
            rule: 'runner-package',
            file: file.path,
            sentence: `${file.path} is loaded by the test runner, or in place of a part of it.`,
          },
        ];
  });

const PACKAGE_MARKERS = PATHS.flatMap(({ packageMarker }) => packageMarker ?? []);

const autoloaded = ({ files, baseFiles }: Change): readonly Flag[] =>
  files.flatMap((file): readonly Flag[] => {
    if (file.after === null && file.kind === 'text') return [];
    if (file.change === 'deleted') return [];
    const known = baseFiles.has(file.path);
    const vendored = INSTALLED.exec(file.path);
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
          sentence: `${file.path} is loaded into every run automatically.`,
        },
      ];
    if (
      SHADOWS.test(file.path) &&
      !known &&
      file.change !== 'renamed' &&
      !PACKAGE_MARKERS.some((marker) => baseFiles.has(file.path.replace(/[^/]*$/, marker)))
    )
      return [
        {
          id: 'harness-patched',
          rule: 'module-shadowed',
          file: file.path,
          sentence: `${file.path} shadows the module of that name.`,
        },
      ];
    return [];
  });

const PRELOADING = ['LD_PRELOAD', ...LANGUAGES.flatMap(({ preloadVariables }) => preloadVariables)];
const LOADS_CODE = new RegExp(String.raw`^\s*(?:export\s+)?(?:${PRELOADING.join('|')})\s*[=:]`, 'gim');
const SETS_VARIABLES = anyOf([
  /(?:^|\/)\.env(?:\.\w+)?$/,
  ...LANGUAGES.flatMap(({ manifestRules }) => presentPart(manifestRules)?.settings ?? []),
]);

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
      change.files.filter((file) => hooksFor(file) !== null && isPlugin(file)),
      changesResult,
    ),
    ...newSightings(
      'harness-patched',
      change.files.filter((file) => hooksFor(file) !== null && file.part === null),
      hookInProgram,
    ),
    ...newSightings(
      'harness-patched',
      change.files.filter(({ path }) => SETS_VARIABLES.test(path)),
      loadsCode,
    ),
    ...autoloaded(change),
    ...inRunner(change),
  ],
};

/** New result hooks in a plug-in file: sometimes ordinary (`--runslow`), but always worth a review. */
export const runnerHookAdded: FlagRule = {
  rule: 'runner-hook',
  find: ({ files }) =>
    newSightings(
      'runner-hook-added',
      files.filter((file) => hooksFor(file) !== null && isPlugin(file)),
      hooksOf,
    ),
};
