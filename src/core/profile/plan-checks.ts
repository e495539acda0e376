import type { HydraConfig } from '../domain/policy/hydra-config.ts';
import type { CheckPlan, Profile, RepoFacts, Unplanned } from '../domain/source/repo-facts.ts';
import { assemblePlan } from './assemble-plan.ts';
import { PROFILES } from './registry.ts';

const MANIFEST_LIKE =
  /^[^/]*(\.lock|lock\.json|lock\.yaml|\.sum|\.mod)$|^(package\.json|pyproject\.toml|Makefile|requirements[^/]*\.txt|Gemfile|composer\.json|mix\.exs|CMakeLists\.txt)$/;

/** Endings of a profile's sources, to tell which of several leads in a mixed repository. */
const SOURCES: Readonly<Record<Profile['id'], readonly string[]>> = {
  'js-node': ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte'],
  python: ['py', 'pyi'],
  rust: ['rs'],
  go: ['go'],
  'java-maven': ['java', 'kt', 'scala', 'groovy'],
  'java-gradle': ['java', 'kt', 'scala', 'groovy'],
};

/** Which files' text `planChecks` wants to see, of all there are. */
export const filesToRead = (paths: readonly string[]): string[] => {
  const reads = PROFILES.flatMap((profile) => profile.reads);
  const names = new Set(reads);
  const patterns = reads.filter((name) => name.includes('*')).map(toPattern);
  const named = paths.filter(
    (path) => names.has(path) || (isShallow(path) && patterns.some((it) => it.test(path))),
  );
  return [...new Set([...named, ...PROFILES.flatMap(({ samples }) => samples?.(paths) ?? [])])];
};

/** Patterns reach one folder deep at most; a large repository is mostly deeper. */
const isShallow = (path: string): boolean => path.indexOf('/') === path.lastIndexOf('/');

/** The configured profile, else the one whose files are here; commands of the user's own replace its. */
export const planChecks = (facts: RepoFacts, config: HydraConfig): CheckPlan | Unplanned => {
  const { profile: wanted } = config.scoring;
  const [found, ...others] =
    wanted === undefined ? detected(facts) : PROFILES.filter(({ id }) => id === wanted);
  if (found === undefined) return planCustom(facts, config);
  const plan = found.plan(facts, config);
  if (others.length === 0) return plan;
  const note = `this also looks like ${others.map(({ id }) => id).join(', ')}: ${found.id} is used (set scoring.profile to choose)`;
  return { ...plan, notes: [note, ...plan.notes] };
};

const detected = (facts: RepoFacts): readonly Profile[] => {
  const counts = new Map<string, number>();
  for (const path of facts.files) {
    const ending = path.slice(path.lastIndexOf('.') + 1);
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  const weigh = ({ id }: Profile): number =>
    SOURCES[id].reduce((sum, ending) => sum + (counts.get(ending) ?? 0), 0);
  return PROFILES.filter((profile) => profile.detects(facts)).sort((a, b) => weigh(b) - weigh(a));
};

const planCustom = (facts: RepoFacts, config: HydraConfig): CheckPlan | Unplanned => {
  const { scoring } = config;
  const plan = assemblePlan(
    {
      profile: 'custom',
      packageManager: null,
      install: null,
      manifests: facts.files.filter((path) => MANIFEST_LIKE.test(path)),
      build: null,
      test: null,
      lint: null,
      prelude: '',
      env: { CI: 'true' },
      notes: (['build', 'test', 'lint'] as const).map((about) => ({
        about,
        text: `no ${about} command: ${about} is not configured`,
      })),
    },
    config,
  );
  if (plan.checks.length > 0) return plan;
  const looked =
    'package.json, pyproject.toml or other Python files, Cargo.toml, go.mod, pom.xml, build.gradle';
  return {
    unplanned: `No profile recognises this repository (looked for ${looked} at its root)${scoring.commands.test === false ? '' : ' and no command is configured'}.`,
  };
};

/** `*` stands for anything but a slash. */
const toPattern = (glob: string): RegExp =>
  new RegExp(`^${glob.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '[^/]*')}$`);
