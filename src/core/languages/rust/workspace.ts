import { parse } from 'smol-toml';
import { pathIn } from '../../domain/source/path-parts.ts';
import type { RepoFacts } from '../../domain/source/repo-facts.ts';
import { matchGlob } from '../../text/match-glob.ts';
import { joinPath } from '../parts/import-target.ts';

type Table = Readonly<Record<string, unknown>>;

const MOST_NESTED = 4;

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A broken manifest says nothing: cargo would not read it either. */
const manifestIn = ({ texts }: RepoFacts, folder: string): Table => {
  try {
    return parse(texts[pathIn(folder, 'Cargo.toml')] ?? '');
  } catch {
    return {};
  }
};

const listIn = (table: Table, key: string): readonly string[] | null => {
  const value = table[key];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : null;
};

const matchesAny = (patterns: readonly string[], folder: string): boolean =>
  patterns.some((pattern) => matchGlob(pattern.replace(/\/$/, ''))(folder));

/** Folders that dependencies of a manifest name, for any target and in any section. */
const dependedOn = (manifest: Table, folder: string, depth = 0): readonly string[] =>
  Object.entries(manifest).flatMap(([key, value]) => {
    if (!isTable(value) || depth > MOST_NESTED) return [];
    const { path } = value;
    const within = dependedOn(value, folder, depth + 1);
    if (typeof path !== 'string' || /^(?:lib|package)$/.test(key)) return within;
    const at = joinPath(folder, path);
    return at === null ? within : [at, ...within];
  });

/** A dependency of a member that lies in the repository is a member too. */
const dependsOn = (facts: RepoFacts, folder: string, isListed: (folder: string) => boolean): boolean => {
  const seen = new Set<string>(['']);
  for (const path of facts.files) {
    const at = path.endsWith('/Cargo.toml') ? path.slice(0, -'/Cargo.toml'.length) : null;
    if (at !== null && isListed(at)) seen.add(at);
  }
  for (const at of seen) for (const found of dependedOn(manifestIn(facts, at), at)) seen.add(found);
  return seen.has(folder);
};

/** Members that a command at the root leaves out are those that the owner does, by `default-members`. */
export const workspaceFlag = (facts: RepoFacts): string => {
  const { workspace, package: own } = manifestIn(facts, '');
  const all = isTable(workspace) && isTable(own) && listIn(workspace, 'default-members') === null;
  return all ? ' --workspace' : '';
};

/** Whether a command at the root runs the package in the folder. */
export const isInWorkspace = (facts: RepoFacts, folder: string): boolean => {
  const { workspace } = manifestIn(facts, '');
  if (!isTable(workspace)) return false;
  const excluded = listIn(workspace, 'exclude') ?? [];
  if (excluded.some((path) => `${folder}/`.startsWith(`${path.replace(/^\.\//, '').replace(/\/$/, '')}/`)))
    return false;
  const defaults = listIn(workspace, 'default-members');
  if (defaults !== null) return matchesAny(defaults, folder);
  const members = listIn(workspace, 'members') ?? [];
  return matchesAny(members, folder) || dependsOn(facts, folder, (at) => matchesAny(members, at));
};
