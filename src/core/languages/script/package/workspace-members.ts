import type { RepoFacts } from '../../../domain/source/repo-facts.ts';
import { matchGlob } from '../../../text/match-glob.ts';
import { fieldOf } from './json-object.ts';
import { parseJson } from '../../../domain/json/parse-json.ts';
import { readPackageJson } from './package-json.ts';

/** The list under `packages`, as pnpm-workspace.yaml is written. */
const pnpmPatterns = (yaml: string): readonly string[] => {
  const [, list = ''] = /^packages:[ \t]*\n((?:[ \t]*(?:-.*|#.*)?\n)*)/m.exec(`${yaml}\n`) ?? [];
  return [...list.matchAll(/^[ \t]*-[ \t]*["']?([^"'#\n]+?)["']?[ \t]*(?:#.*)?$/gm)].map(
    ([, one = '']) => one,
  );
};

const lernaPatterns = (text: string | undefined): readonly string[] => {
  const packages = fieldOf(text === undefined ? undefined : parseJson(text), 'packages');
  return Array.isArray(packages) ? packages.filter((one): one is string => typeof one === 'string') : [];
};

/** Where npm, yarn, bun, pnpm and lerna look for packages of the workspace; `!` excludes. */
export const isWorkspaceMember = ({ texts }: RepoFacts, folder: string): boolean => {
  const patterns = [
    ...readPackageJson(texts['package.json']).members,
    ...pnpmPatterns(texts['pnpm-workspace.yaml'] ?? ''),
    ...lernaPatterns(texts['lerna.json']),
  ];
  const matches = (pattern: string): boolean => matchGlob(pattern.replace(/\/$/, ''))(folder);
  return (
    patterns.some((pattern) => !pattern.startsWith('!') && matches(pattern)) &&
    !patterns.some((pattern) => pattern.startsWith('!') && matches(pattern.slice(1)))
  );
};
