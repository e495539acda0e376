import { join } from 'node:path';
import { classifyPath } from '../../core/analyse/paths/classify-path.ts';
import { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { CandidateSource } from '../../core/domain/candidate/candidate.ts';
import type { CheckPlan, RepoFacts } from '../../core/domain/source/repo-facts.ts';
import { lintParsers } from '../../core/parse/lint/registry.ts';
import { testParsers } from '../../core/parse/tests/registry.ts';
import { filesToRead, isMixed, planChecks } from '../../core/profile/plan-checks.ts';
import { unmatchedPatterns } from '../../core/text/match-ignore.ts';
import type { Files } from '../ports/files.ts';
import type { Base, GitRepository } from '../ports/git-repository.ts';
import { UserError } from '../errors/user-error.ts';
import { CONFIG_FILE } from './config-file.ts';

const MAX_CONFIG_BYTES = 1024 * 1024;

export type ParseConfig = (text: string, fileName: string) => Promise<HydraConfig>;
export type PlanTools = {
  readonly repository: GitRepository;
  readonly files: Files;
  readonly parseConfig: ParseConfig;
};
export type Planned = {
  readonly config: HydraConfig;
  readonly plan: CheckPlan;
  readonly notes: readonly string[];
};

type LoadedConfig = { readonly config: HydraConfig; readonly notes: readonly string[] };

/** The base commit's configuration; the user's uncommitted one only if the base has none, with a note. */
export const loadConfig = async (
  tools: PlanTools,
  base: Base,
  configFile?: string,
): Promise<LoadedConfig> => {
  const { repository, files, parseConfig } = tools;
  const local = configFile ?? join(repository.root, CONFIG_FILE);
  const own = await files.readBounded(local, MAX_CONFIG_BYTES);
  if (configFile !== undefined) {
    if (own === null)
      throw new UserError('config', `${configFile} cannot be read`, 'Give an existing TOML file.');
    return { config: await parseConfig(own.text, configFile), notes: [] };
  }
  const committed = await repository.readText(base.tree, CONFIG_FILE);
  if (committed !== null) {
    const differs = own !== null && own.text !== committed;
    const note = `${CONFIG_FILE} is taken from the base; the one in the work tree differs (use --config to take it)`;
    return { config: await parseConfig(committed, CONFIG_FILE), notes: differs ? [note] : [] };
  }
  if (own === null) return { config: HydraConfig.parse({}), notes: [] };
  return {
    config: await parseConfig(own.text, CONFIG_FILE),
    notes: [`${CONFIG_FILE} is not in the base: the work tree's is used`],
  };
};

const readTexts = async (
  repository: GitRepository,
  tree: string,
  paths: readonly string[],
): Promise<Record<string, string>> => {
  const texts: Record<string, string> = {};
  for (const path of paths) {
    const text = await repository.readText(tree, path);
    if (text !== null) texts[path] = text;
  }
  return texts;
};

const factsOf = async (repository: GitRepository, tree: string): Promise<RepoFacts> => {
  const files = await repository.listFiles(tree);
  return { files, texts: await readTexts(repository, tree, filesToRead(files)) };
};

/** With the manifests around what candidates change: those of all projects would be too many. */
const factsAround = async (
  repository: GitRepository,
  tree: string,
  { files, texts }: RepoFacts,
  changed: readonly string[],
): Promise<RepoFacts> => {
  const missing = filesToRead(files, changed).filter((path) => !Object.hasOwn(texts, path));
  return { files, texts: { ...texts, ...(await readTexts(repository, tree, missing)) } };
};

/** A race plans before, between and after its rounds, always on the same tree; every read costs a git process. */
const lastFacts = new WeakMap<GitRepository, { readonly tree: string; readonly facts: Promise<RepoFacts> }>();

export const readRepoFacts = (repository: GitRepository, tree: string): Promise<RepoFacts> => {
  const last = lastFacts.get(repository);
  if (last?.tree === tree) return last.facts;
  const facts = factsOf(repository, tree);
  lastFacts.set(repository, { tree, facts });
  facts.catch(() => lastFacts.delete(repository));
  return facts;
};

/** An unknown report format would otherwise be noticed only after every check has run. */
const checkFormats = ({ scoring }: HydraConfig): void => {
  const { test, lint, types } = scoring.reports;
  const known = { test: testParsers, lint: lintParsers, types: lintParsers } as const;
  for (const [kind, format] of [
    ['test', test?.format],
    ['lint', lint?.format],
    ['types', types?.format],
  ] as const) {
    if (format === undefined || known[kind].some(({ id }) => id === format)) continue;
    const names = known[kind].map(({ id }) => id).join(', ');
    throw new UserError(
      'config',
      `scoring.reports.${kind}: no parser is called ${format}`,
      `There are: ${names}.`,
    );
  }
};

/** A mistyped path would silently protect nothing. */
const unmatchedNotes = ({ scoring }: HydraConfig, files: readonly string[]): readonly string[] =>
  (['protected_paths', 'allowed_paths'] as const).flatMap((key) =>
    unmatchedPatterns(scoring.diff_scope[key], files).map(
      (pattern) => `${key} has ${JSON.stringify(pattern)}, which matches no file of the base`,
    ),
  );

const changedSources = async (
  repository: GitRepository,
  base: Base,
  sources: readonly CandidateSource[],
): Promise<readonly string[]> => {
  const changed = new Set<string>();
  for (const source of sources) {
    const imported = await repository.importCandidate(base, source);
    if (!imported.ok) continue;
    for (const { path } of await repository.changes(base.tree, imported.tree)) changed.add(path);
  }
  return [...changed].filter((path) => classifyPath(path) === 'source');
};

export type PlanOptions = {
  readonly candidates?: readonly { readonly source: CandidateSource }[];
  /** Has the last word on the configuration. */
  readonly adjust?: (config: HydraConfig) => HydraConfig;
};

/**
 * Plans the checks before anything runs: from the base, in a mixed repository also from what candidates change.
 */
export const planEvaluation = async (
  tools: PlanTools,
  base: Base,
  configFile?: string,
  { candidates = [], adjust = (config) => config }: PlanOptions = {},
): Promise<Planned> => {
  const { config: loaded, notes } = await loadConfig(tools, base, configFile);
  const config = adjust(loaded);
  checkFormats(config);
  const facts = await readRepoFacts(tools.repository, base.tree);
  const sources = candidates.map(({ source }) => source);
  const changed = isMixed(facts, config) ? await changedSources(tools.repository, base, sources) : [];
  const around = await factsAround(tools.repository, base.tree, facts, changed);
  const plan = planChecks(around, config, changed);
  if ('unplanned' in plan) {
    throw new UserError(
      'no-profile',
      plan.unplanned,
      'Run `hydra init`, or set [scoring.commands] in hydra.toml.',
    );
  }
  return { config, plan, notes: [...notes, ...unmatchedNotes(config, facts.files)] };
};
