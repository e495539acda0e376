import type { Flag } from '../../../domain/flags/flag.ts';
import { classifyHarnessPath } from '../../harness/harness-paths.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';
import { LANGUAGES } from '../../../languages/languages.ts';
import type { JsonManifest } from '../../../languages/parts/manifest-rules.ts';
import { anyOf } from '../../../text/any-of.ts';
import { jsonChanges } from '../reading/json-changes.ts';
import { jsonManifestAt } from '../reading/manifest-at.ts';

const ID_OF: Readonly<Record<string, { readonly id: string; readonly what: string }>> = {
  'runner-config': { id: 'runner-config-changed', what: 'configuration of the test runner' },
  'lint-config': { id: 'lint-config-changed', what: 'configuration of a linter or compiler' },
  script: { id: 'script-changed', what: 'script that runs checks' },
  ci: { id: 'ci-changed', what: 'continuous integration or commit hooks' },
};

/** Separate rules judge their changes. */
const OWN_RULES = anyOf([
  /(?:^|\/)(?:\.pre-commit-config\.ya?ml|\.?codecov\.ya?ml|\.env(?:\.\w+)?)$/,
  ...LANGUAGES.flatMap(({ paths }) => paths.ownRules ?? []),
]);

const HYDRA_CONFIG = 'hydra.toml';

const byFile = (file: FileChange): readonly Flag[] => {
  const part = classifyHarnessPath(file.oldPath ?? file.path) ?? file.part;
  const known = part === null ? undefined : ID_OF[part];
  if (file.path === HYDRA_CONFIG)
    return [
      {
        id: 'hydra-config-changed',
        rule: 'file-touched',
        file: file.path,
        sentence: `${file.path}, which defines how candidates are judged, is ${file.change}.`,
      },
    ];
  if (!known || OWN_RULES.test(file.path) || !file.effect) return [];
  // Configuration for something new does not change the base's.
  if (file.change === 'added' && part !== 'ci' && part !== 'runner-config') return [];
  return [
    {
      id: known.id,
      rule: 'file-touched',
      file: file.path,
      sentence: `${file.path} (${known.what}) is ${file.change}.`,
    },
  ];
};

export const CHECKING_SCRIPT =
  /^(?:pre|post)?(?:test|lint|check|build|typecheck|type-check|coverage|ci|verify|compile|tsc)(?::|-|$)/;

const inJsonManifest = (file: FileChange, rules: JsonManifest): readonly Flag[] => {
  const flag = (id: string, key: string, what: string, evidence: string): Flag => ({
    id,
    rule: 'package-json-key',
    file: file.path,
    sentence: `${what} “${key}” of ${file.path} is changed.`,
    evidence: evidence.slice(0, 200),
  });
  return jsonChanges(file, 2).flatMap(({ path, before, after }): readonly Flag[] => {
    const [top = '', name = ''] = path;
    const evidence = `${before ?? '(none)'} → ${after ?? '(none)'}`;
    if (top === 'scripts')
      return before !== null && CHECKING_SCRIPT.test(name)
        ? [flag('script-changed', name, 'The script', evidence)]
        : [];
    if (rules.runnerKeys.has(top)) return [flag('runner-config-changed', top, 'The key', evidence)];
    return rules.lintKeys.has(top) ? [flag('lint-config-changed', top, 'The key', evidence)] : [];
  });
};

/** Pinned to the base while judging; reported because a merge brings it in. */
export const configurationChanged: FlagRule = {
  rule: 'configuration',
  find: ({ files }) =>
    files.flatMap((file) => {
      const rules = jsonManifestAt(file.path);
      return rules === null ? byFile(file) : inJsonManifest(file, rules);
    }),
};
