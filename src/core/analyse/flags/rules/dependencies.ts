import type { Flag } from '../../../domain/flags/flag.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';
import { addedLines } from '../reading/added-lines.ts';
import { jsonChanges } from '../reading/json-changes.ts';
import type { JsonManifest, LineManifest, PackageNames } from '../../../languages/parts/manifest-rules.ts';
import { manifestRulesAt } from '../reading/manifest-at.ts';
import { resembledName } from '../reading/resembled-name.ts';
import { isExample } from '../reading/sightings.ts';

const flag = (id: string, file: string, sentence: string, evidence: string): Flag => ({
  id,
  rule: id,
  file,
  sentence,
  evidence: evidence.slice(0, 200),
});

const unquote = (json: string | null): string | null => {
  const value: unknown = json === null ? null : JSON.parse(json);
  return typeof value === 'string' ? value : null;
};

const inJson = (
  file: FileChange,
  { sections, elsewhere }: JsonManifest,
  names: PackageNames,
): readonly Flag[] =>
  jsonChanges(file, 2).flatMap(({ path, before, after }): readonly Flag[] => {
    const [section = '', name = ''] = path;
    const value = unquote(after);
    if (value === null) return [];
    if (!sections.has(section)) return [];
    const seems = before === null ? resembledName(names, name) : null;
    return [
      ...(elsewhere.test(value) && !elsewhere.test(unquote(before) ?? '')
        ? [
            flag(
              'dependency-source',
              file.path,
              `${name} comes from ${value.slice(0, 80)} instead of a registry.`,
              `${name}: ${value}`,
            ),
          ]
        : []),
      ...(seems === null
        ? []
        : [
            flag(
              'typosquat-dependency',
              file.path,
              `The new dependency ${name} is one letter away from ${seems}.`,
              `${name}: ${value}`,
            ),
          ]),
    ];
  });

const inLines = (file: FileChange, rules: LineManifest, names: PackageNames): readonly Flag[] =>
  addedLines(file).flatMap(({ line, text }): readonly Flag[] => {
    const evidence = text.trim();
    if (evidence.startsWith('#')) return [];
    const name = rules.dependency.exec(evidence)?.[1];
    const known = (file.before?.text ?? '').toLowerCase();
    const seems =
      name === undefined || known.includes(name.toLowerCase()) ? null : resembledName(names, name);
    return [
      ...(rules.elsewhere.test(text)
        ? [
            {
              ...flag(
                'dependency-source',
                file.path,
                'A dependency comes from an address instead of a registry.',
                evidence,
              ),
              line,
            },
          ]
        : []),
      ...(seems === null
        ? []
        : [
            {
              ...flag(
                'typosquat-dependency',
                file.path,
                `The new dependency ${name} is one letter away from ${seems}.`,
                evidence,
              ),
              line,
            },
          ]),
    ];
  });

const LOADER_SETTING =
  /^\s*(?:@[\w-]+:)?(?:registry|index-url|extra-index-url|ignore-scripts|proxy|https-proxy|cafile|strict-ssl)\s*[=:]/i;

const registry = (file: FileChange): readonly Flag[] =>
  addedLines(file)
    .filter(({ text }) => LOADER_SETTING.test(text))
    .map(({ line, text }) => ({
      ...flag('dependency-source', file.path, 'Packages come from another place.', text.trim()),
      line,
    }));

/** The origin of new code. */
export const dependencies: FlagRule = {
  rule: 'dependency',
  find: (change) =>
    change.files.flatMap((file) => {
      if (isExample(change, file)) return [];
      const rules = manifestRulesAt(file.path);
      if (rules === null) return [];
      if (rules.settings?.test(file.path)) return registry(file);
      if (file.part !== 'manifest') return [];
      return rules.json?.file.test(file.path)
        ? inJson(file, rules.json, rules.names)
        : rules.lines === undefined
          ? []
          : inLines(file, rules.lines, rules.names);
    }),
};
