import { factsIn } from '../domain/source/facts-in.ts';
import { folderOf, pathIn, pathsBelow } from '../domain/source/path-parts.ts';
import type { HydraConfig } from '../domain/policy/hydra-config.ts';
import type { CheckPlan, RepoFacts, Unplanned } from '../domain/source/repo-facts.ts';
import { languageOf, LANGUAGES, PROFILES } from '../languages/languages.ts';
import type { Profile, Proposal } from '../languages/parts/profile.ts';
import { combinePlans } from './combine-plans.ts';
import { foldersToRun, hasOwnCommands, hasProjectsBelow, isAside, projectFolders } from './projects.ts';
import { usedPrograms } from './used-programs.ts';
import { assemblePlan } from './assemble-plan.ts';
import { TARGET_FILES, withOwnTargets } from './targets/own-targets.ts';
import { unrunNote, unrunProjects } from './unrun-projects.ts';
import { unknownProject, withUsualScripts } from './unknown-project.ts';

/** The files whose text `planChecks` needs. */
export const filesToRead = (paths: readonly string[], changed: readonly string[] = []): string[] => [
  ...new Set(
    ['', ...projectFolders(paths, changed)].flatMap((folder) =>
      readAtRoot(pathsBelow(folder, paths)).map((path) => pathIn(folder, path)),
    ),
  ),
];

const readAtRoot = (paths: readonly string[]): string[] => {
  const reads = [...TARGET_FILES, ...PROFILES.flatMap((profile) => profile.reads)];
  const names = new Set(reads);
  const patterns = reads.filter((name) => name.includes('*')).map(toPattern);
  const named = paths.filter(
    (path) => names.has(path) || (isShallow(path) && patterns.some((it) => it.test(path))),
  );
  return [...new Set([...named, ...PROFILES.flatMap(({ samples }) => samples?.(paths) ?? [])])];
};

/** Patterns reach one folder deep at most; a large repository is mostly deeper. */
const isShallow = (path: string): boolean => path.indexOf('/') === path.lastIndexOf('/');

/** Whether the choice of profiles and folders depends on what candidates change. */
export const isMixed = (facts: RepoFacts, config: HydraConfig): boolean =>
  (config.scoring.profile === undefined && detected(facts).length > 1) || hasProjectsBelow(facts, config);

/**
 * The checks of the repository, or of the projects in its folders. `changed`: sources that candidates change; they
 * decide which of several projects are run.
 */
export const planChecks = (
  facts: RepoFacts,
  config: HydraConfig,
  changed: readonly string[] = [],
): CheckPlan | Unplanned => {
  const atRoot = planProject(facts, config, changed);
  const whole = joined(atRoot, '');
  const { folders, owned, beside } = foldersToRun(facts, config, changed, {
    tests: !('unplanned' in whole) && whole.checks.some(({ kind }) => kind === 'test'),
    target: withOwnTargets(facts, unknownProject(facts)).test !== null,
  });
  const planned = (folders ?? []).flatMap((folder) => {
    const plans = folder === '' ? atRoot : planBelow(facts, folder, config, changed);
    if ('unplanned' in plans || (beside.includes(folder) && !plans.some(runsTests))) return [];
    return plans.flatMap((plan) => (plan.checks.length === 0 ? [] : [{ folder, plan }]));
  });
  const plan = planned.length === 0 ? whole : combinePlans(planned);
  if ('unplanned' in plan) return plan;
  const run = planned.length === 0 ? [{ folder: '', plan }] : planned;
  const tested = new Set(run.filter((one) => runsTests(one.plan)).map(({ folder }) => folder));
  const unrun = unrunProjects(owned, tested, (folder) => {
    const plans = folder === '' ? atRoot : planBelow(facts, folder, config, changed);
    return !isAside(folder) && !('unplanned' in plans) && plans.some(runsTests);
  });
  return unrun.length === 0 ? plan : { ...plan, unrun, notes: [...plan.notes, ...unrun.map(unrunNote)] };
};

const runsTests = ({ checks }: CheckPlan): boolean => checks.some(({ kind }) => kind === 'test');

const planBelow = (
  facts: RepoFacts,
  folder: string,
  config: HydraConfig,
  changed: readonly string[],
): readonly CheckPlan[] | Unplanned =>
  planProject(
    factsIn(facts, folder),
    config,
    pathsBelow(folder, changed),
    (profile, proposal) => profile.below?.(proposal, facts, folder) ?? proposal,
  );

const joined = (plans: readonly CheckPlan[] | Unplanned, folder: string): CheckPlan | Unplanned => {
  if ('unplanned' in plans) return plans;
  const [only, ...more] = plans;
  return only !== undefined && more.length === 0
    ? only
    : combinePlans(plans.map((plan) => ({ folder, plan })));
};

/**
 * The configured profile, else the one whose files exist; the user's own commands replace its commands.
 * If all changes are in one language, its profile comes first. If they are in several that have tests here, each runs.
 */
const planProject = (
  facts: RepoFacts,
  config: HydraConfig,
  changed: readonly string[] = [],
  adapt: Adapt = (_, proposal) => proposal,
): readonly CheckPlan[] | Unplanned => {
  const { profile: wanted } = config.scoring;
  const profiles = wanted === undefined ? detected(facts) : PROFILES.filter(({ id }) => id === wanted);
  const only = profiles.length > 1 ? onlyChanged(profiles, changed) : undefined;
  const found = only ?? profiles[0];
  if (found === undefined) {
    const plan = planCustom(facts, config);
    return 'unplanned' in plan ? plan : [plan];
  }
  const first = planWith(found, facts, config, adapt);
  const more = only !== undefined || hasOwnCommands(config) ? [] : alsoChanged(profiles, changed);
  const plans = moreTests(
    first,
    more.filter((profile) => profile !== found).map((profile) => planWith(profile, facts, config, adapt)),
  );
  const others = profiles.filter(({ id }) => !plans.some(({ profile }) => profile === id));
  if (others.length === 0) return plans;
  const why = only === undefined ? '' : ', the language of every change';
  const note = `this also looks like ${others.map(({ id }) => id).join(', ')}: ${plans.map(({ profile }) => profile).join(' and ')} ${plans.length > 1 ? 'are' : 'is'} used${why} (set scoring.profile to choose)`;
  return [{ ...first, notes: [note, ...first.notes] }, ...plans.slice(1)];
};

/** The first plan, and those that run other tests than the ones before. */
const moreTests = (first: CheckPlan, more: readonly CheckPlan[]): readonly CheckPlan[] => {
  const plans = [first];
  for (const plan of more) {
    const { test } = plan.commands;
    const isRun = plans.some(({ commands }) => test !== undefined && commands.test?.includes(test));
    if (test !== undefined && !isRun) plans.push(plan);
  }
  return plans;
};

/** One profile for each language that candidates change outside folders of examples, documentation and the like. */
const alsoChanged = (profiles: readonly Profile[], changed: readonly string[]): readonly Profile[] => {
  const languages = new Set(
    changed.flatMap((path) => (isAside(folderOf(path)) ? [] : (languageOf(path) ?? []))),
  );
  return [...languages].flatMap((language) => {
    const profile = profiles.find((one) => language.profiles.includes(one));
    return profile === undefined ? [] : [profile];
  });
};

/** Decided by all candidates together: one that touches another language cannot choose which tests run. */
const onlyChanged = (profiles: readonly Profile[], changed: readonly string[]): Profile | undefined => {
  const languages = new Set(changed.flatMap((path) => languageOf(path) ?? []));
  const [language, ...more] = languages;
  return more.length > 0 ? undefined : profiles.find((profile) => language?.profiles.includes(profile));
};

/** A proposal as it fits the place of the project. */
type Adapt = (profile: Profile, proposal: Proposal) => Proposal;

const planWith = (profile: Profile, facts: RepoFacts, config: HydraConfig, adapt: Adapt): CheckPlan => {
  const { id, environment } = profile;
  const plan = assemblePlan(
    { profile: id, environment, proposal: withOwnTargets(facts, adapt(profile, profile.propose(facts))) },
    config,
  );
  const packages = profile.packages?.(facts) ?? [];
  const named = packages.length > 1 ? { ...plan, packages } : plan;
  return withPrograms(facts, profile.finish?.(facts, named) ?? named);
};

const withPrograms = (facts: RepoFacts, plan: CheckPlan): CheckPlan => {
  const programs = usedPrograms(facts, plan);
  if (programs === null) return plan;
  return { ...plan, programs, install: plan.install === null ? null : { ...plan.install, programs } };
};

/** Sources of languages without a profile. */
const OTHER_SOURCES =
  'm mm cs php swift kt kts scala clj ex exs erl hs ml lua pl pm r jl dart zig nim sh bash'.split(' ');

const knownSources = (counts: ReadonlyMap<string, number>): number =>
  LANGUAGES.flatMap(({ grammars, otherExtensions }) => [...Object.keys(grammars), ...otherExtensions]).reduce(
    (sum, ending) => sum + (counts.get(ending) ?? 0),
    0,
  );

/** Profiles that recognise the repository; the language with the most files comes first. */
const detected = (facts: RepoFacts): readonly Profile[] => {
  const counts = new Map<string, number>();
  for (const path of facts.files) {
    const ending = path.slice(path.lastIndexOf('.') + 1);
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  const atRoot = { ...facts, files: facts.files.filter((path) => !path.includes('/')) };
  // A few files deep inside may be vendored: without a manifest, they must be most of the sources.
  const sources =
    OTHER_SOURCES.reduce((sum, ending) => sum + (counts.get(ending) ?? 0), 0) + knownSources(counts);
  const found = LANGUAGES.flatMap(({ profiles, grammars, otherExtensions }) => {
    const endings = [...Object.keys(grammars), ...otherExtensions];
    const files = endings.reduce((sum, ending) => sum + (counts.get(ending) ?? 0), 0);
    return profiles.filter((profile) => profile.detects(facts)).map((profile) => ({ profile, files }));
  }).filter(({ profile, files }) => profile.detects(atRoot) || files * 2 >= sources);
  return found.sort((a, b) => b.files - a.files).map(({ profile }) => profile);
};

const planCustom = (facts: RepoFacts, config: HydraConfig): CheckPlan | Unplanned => {
  const { scoring } = config;
  const proposal = withUsualScripts(facts, withOwnTargets(facts, unknownProject(facts)));
  const environment = { toolchain: [], mirrors: [] };
  const plan = assemblePlan({ profile: 'custom', environment, proposal }, config);
  if (plan.checks.length > 0) return plan;
  const looked = PROFILES.map(({ recognisedBy }) => recognisedBy.replaceAll('`', '')).join('; ');
  return {
    unplanned: `No profile recognises this repository (looked for ${looked} at its root)${scoring.commands.test === false ? '' : ' and no command is configured'}.`,
  };
};

/** `*` matches anything but a slash. */
const toPattern = (glob: string): RegExp =>
  new RegExp(`^${glob.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '[^/]*')}$`);
