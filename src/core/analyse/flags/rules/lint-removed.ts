import type { Flag } from '../../../domain/flags/flag.ts';
import { LANGUAGES } from '../../../languages/languages.ts';
import { anyOf } from '../../../text/any-of.ts';
import { classifyHarnessPath } from '../../harness/harness-paths.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';
import type { JsonManifest } from '../../../languages/parts/manifest-rules.ts';
import { jsonManifestAt } from '../reading/manifest-at.ts';
import { jsonChanges } from '../reading/json-changes.ts';

const LINTER = anyOf(LANGUAGES.flatMap(({ paths }) => paths.linterPackages ?? []));
/** Sections of manifests that configure a linter. */
const SECTION = anyOf(LANGUAGES.flatMap(({ paths }) => paths.linterSections ?? []));
const LINT_SCRIPT = /^(?:lint|typecheck|type-check|check:(?:types|lint)|format:check)(?::|-|$)/;
const DEPENDENCIES = new Set(['dependencies', 'devDependencies', 'optionalDependencies']);
const MAX_LINE = 300;

const flag = (rule: string, file: string, sentence: string, evidence?: string): Flag => ({
  id: 'lint-removed',
  rule,
  file,
  sentence,
  ...(evidence === undefined ? {} : { evidence: evidence.trim().slice(0, 200) }),
});

const isLintConfig = (path: string): boolean => classifyHarnessPath(path) === 'lint-config';

const removedFile = (file: FileChange): readonly Flag[] => {
  const old = file.oldPath ?? file.path;
  const gone = file.change === 'deleted' || (file.change === 'renamed' && !isLintConfig(file.path));
  if (!gone || !isLintConfig(old)) return [];
  return [flag('configuration-removed', old, `${old} configures a linter or compiler, and is gone.`)];
};

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const wordsIn = (text: string): number =>
  text.replaceAll(/(?:^|\s)(?:#|\/\/).*$/gm, '').match(/\w+/g)?.length ?? 0;

/** A file that a tool can no longer read, or that is now empty. */
const broken = (file: FileChange): readonly Flag[] => {
  if (file.part !== 'lint-config' || file.change !== 'modified' || !file.before || !file.after) return [];
  const [before, after] = [file.before.text, file.after.text];
  if (wordsIn(before) > 2 && wordsIn(after) === 0)
    return [flag('configuration-emptied', file.path, `${file.path} is emptied.`)];
  return file.path.endsWith('.json') && parses(before) && !parses(after)
    ? [flag('configuration-broken', file.path, `${file.path} is no longer valid JSON.`)]
    : [];
};

const inJsonManifest = (file: FileChange, { lintKeys }: JsonManifest): readonly Flag[] => {
  if (file.before !== null && file.after !== null && parses(file.before.text) && !parses(file.after.text))
    return [];
  return jsonChanges(file, 2).flatMap(({ path: [top = '', name = ''], before, after }) => {
    if (before === null || after !== null) return [];
    if (lintKeys.has(top))
      return [flag('configuration-removed', file.path, `The key “${top}” of ${file.path} is gone.`)];
    if (top === 'scripts' && (LINT_SCRIPT.test(name) || LINTER.test(name)))
      return [flag('script-removed', file.path, `The script “${name}” of ${file.path} is gone.`, before)];
    return DEPENDENCIES.has(top) && LINTER.test(name)
      ? [flag('linter-removed', file.path, `${file.path} no longer installs ${name}.`, `${name}: ${before}`)]
      : [];
  });
};

const sectionOf = (line: string): string | undefined =>
  SECTION.test(line.trim()) ? /^\[+\s*([\w.-]+)/.exec(line.trim())?.[1] : undefined;

const NAME = /^\s*["']?([A-Za-z0-9@][\w./@-]*)/;

/** By line: requirements, and sections of a manifest. */
const inManifest = (file: FileChange): readonly Flag[] => {
  const after = file.after?.text ?? '';
  return (file.before?.lines ?? []).flatMap((raw) => {
    const line = raw.slice(0, MAX_LINE);
    const section = sectionOf(line);
    if (section !== undefined)
      return after.includes(`[${section}`)
        ? []
        : [flag('configuration-removed', file.path, `The section ${section} of ${file.path} is gone.`, line)];
    const name = NAME.exec(line.replace(/^\s*gem\s+/, ''))?.[1]?.toLowerCase();
    return name !== undefined && LINTER.test(name) && !after.toLowerCase().includes(name)
      ? [flag('linter-removed', file.path, `${file.path} no longer installs ${name}.`, line)]
      : [];
  });
};

/** A replacement: another linter, or the same configuration in another place. */
const isReplaced = (files: readonly FileChange[]): boolean =>
  files.some(
    (file) =>
      (file.part === 'lint-config' && file.change === 'added' && wordsIn(file.after?.text ?? '') > 2) ||
      (file.part === 'manifest' && gains(file)),
  );

const gains = (file: FileChange): boolean => {
  const [before, after] = [file.before?.lines ?? [], file.after?.lines ?? []];
  const known = new Set(before.map((line) => line.trim()));
  return after.some((raw) => {
    const line = raw.trim().slice(0, MAX_LINE);
    return (
      !known.has(line) &&
      (SECTION.test(line) ||
        LINTER.test(/^["']([^"']+)["']\s*:/.exec(line)?.[1] ?? NAME.exec(line)?.[1]?.toLowerCase() ?? ''))
    );
  });
};

/** The linter or its configuration is gone; the base's is used for judging if possible. */
export const lintRemoved: FlagRule = {
  rule: 'lint-removed',
  kinds: [
    {
      id: 'lint-removed',
      title: 'The linter or its configuration is removed',
      meaning:
        'A linter, its configuration or its script is deleted, emptied or broken, and the change puts nothing in its place. The base’s was used for judging; after a merge nothing would be checked.',
      advice: 'Ask for the change without it, or merge with `--allow lint-removed`.',
      standard: 'warn',
      consent: true,
    },
  ],
  find: ({ files }) => {
    const found = files.flatMap((file) => {
      const json = jsonManifestAt(file.path);
      const lines = file.part === 'manifest' || file.part === 'runner-config' ? inManifest(file) : [];
      return [...removedFile(file), ...broken(file), ...(json === null ? lines : inJsonManifest(file, json))];
    });
    return found.length > 0 && isReplaced(files)
      ? found.filter(({ rule }) => rule === 'configuration-broken')
      : found;
  },
};
