import type { HydraConfig } from '../domain/hydra-config.ts';
import type { CheckPlan, Profile, RepoFacts, Unplanned } from '../domain/repo-facts.ts';
import { assemblePlan } from './assemble-plan.ts';
import { PROFILES } from './registry.ts';

const MANIFEST_LIKE =
  /^[^/]*(\.lock|lock\.json|lock\.yaml|\.sum|\.mod)$|^(package\.json|pyproject\.toml|Makefile|requirements[^/]*\.txt|Gemfile|composer\.json|mix\.exs|CMakeLists\.txt)$/;

/** What belongs to a profile, to tell which of several leads in a mixed repository. */
const SOURCES: Readonly<Record<Profile['id'], RegExp>> = {
  'js-node': /\.([cm]?[jt]s|[jt]sx|vue|svelte)$/,
  python: /\.pyi?$/,
  rust: /\.rs$/,
  go: /\.go$/,
  'java-maven': /\.(java|kt|scala|groovy)$/,
  'java-gradle': /\.(java|kt|scala|groovy)$/,
};

/** Which files' text `planChecks` wants to see, of all there are. */
export const filesToRead = (paths: readonly string[]): string[] => {
  const patterns = PROFILES.flatMap(({ reads }) => reads).map(toPattern);
  const named = paths.filter((path) => patterns.some((pattern) => pattern.test(path)));
  return [...new Set([...named, ...PROFILES.flatMap(({ samples }) => samples?.(paths) ?? [])])];
};

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
  const weight = new Map(
    PROFILES.map(({ id }) => [id, facts.files.filter((path) => SOURCES[id].test(path)).length]),
  );
  return PROFILES.filter((profile) => profile.detects(facts)).sort(
    (a, b) => weight.get(b.id)! - weight.get(a.id)!,
  );
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
