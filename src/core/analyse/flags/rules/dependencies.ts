import type { Flag } from '../../../domain/flags/flag.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';
import { addedLines } from '../reading/added-lines.ts';
import { jsonChanges } from '../reading/json-changes.ts';
import { isExample } from '../reading/sightings.ts';
import { resembledName } from '../reading/popular-names.ts';

const SECTIONS = new Set([
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'resolutions',
]);
/** Not from a registry: its content may change at any time. */
const ELSEWHERE =
  /^(?:git(?:\+\w+)?:|git@|https?:|github:|gitlab:|bitbucket:|[\w.-]+\/[\w.-]+(?:#|$)|file:(?!\.?\/?(?:packages|apps|libs)\/)|link:|ftp:)/;

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

const npm = (file: FileChange): readonly Flag[] =>
  jsonChanges(file, 2).flatMap(({ path, before, after }): readonly Flag[] => {
    const [section = '', name = ''] = path;
    const value = unquote(after);
    if (value === null) return [];
    if (!SECTIONS.has(section)) return [];
    const seems = before === null ? resembledName('npm', name) : null;
    return [
      ...(ELSEWHERE.test(value) && !ELSEWHERE.test(unquote(before) ?? '')
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
              `The new dependency ${name} differs from ${seems} by a slip of a finger.`,
              `${name}: ${value}`,
            ),
          ]),
    ];
  });

const REQUIREMENT = /^\s*["']?([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:[=<>~!]=?|@|;|["',]|$)/;
const FROM_ELSEWHERE =
  /(?:^|\s|["'@])(?:git\+\w+:\/\/|https?:\/\/\S+\.(?:zip|whl|tar\.gz|git)|-e\s+git|--(?:extra-)?index-url|--find-links|--trusted-host|file:\/\/)|\bgit\s*=\s*["']|\bpath\s*=\s*["']\.\.\//;

const python = (file: FileChange): readonly Flag[] =>
  addedLines(file).flatMap(({ line, text }): readonly Flag[] => {
    const evidence = text.trim();
    if (evidence.startsWith('#')) return [];
    const name = REQUIREMENT.exec(evidence)?.[1];
    const known = (file.before?.text ?? '').toLowerCase();
    const seems =
      name === undefined || known.includes(name.toLowerCase()) ? null : resembledName('pypi', name);
    return [
      ...(FROM_ELSEWHERE.test(text)
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
                `The new dependency ${name} differs from ${seems} by a slip of a finger.`,
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
      ...flag('dependency-source', file.path, 'Packages are taken from another place.', text.trim()),
      line,
    }));

/** Where new code comes from. */
export const dependencies: FlagRule = {
  rule: 'dependency',
  find: ({ files }) =>
    files.flatMap((file) => {
      if (isExample(file)) return [];
      if (/(?:^|\/)package\.json$/.test(file.path)) return file.part === 'manifest' ? npm(file) : [];
      if (/(?:^|\/)(?:\.npmrc|pip\.conf|\.yarnrc(?:\.yml)?)$/.test(file.path)) return registry(file);
      return file.part === 'manifest' &&
        /(?:\.txt|\.in|pyproject\.toml|setup\.cfg|setup\.py|pipfile)$/i.test(file.path)
        ? python(file)
        : [];
    }),
};
