import type { Segment } from '../../commands/command-line.ts';
import type { CheckKind } from '../../domain/check/check.ts';
import type { TestPackage } from '../../domain/evidence/test-package.ts';
import type { ProfileId } from '../../domain/policy/hydra-config.ts';
import type { CheckPlan, InstallPlan, RepoFacts } from '../../domain/source/repo-facts.ts';

export type Purpose = 'test' | 'lint' | 'types';

export type ProposedInstall = Pick<InstallPlan, 'command' | 'scope' | 'compiles' | 'warmUp'>;

/** A script of a manifest: its segments if it could be resolved, the command that runs it, and its text. */
export type ProposedScript = {
  readonly segments: readonly Segment[] | null;
  readonly command: string;
  readonly text: string;
  /** It cannot be given test files of the repository: those that it runs are made by a step before. */
  readonly whole?: boolean;
  /** Packages that the project depends on: any program may run tests with one of them. */
  readonly dependencies?: ReadonlySet<string>;
};

export type ProposedCommand = string | ProposedScript;

/** A profile's suggestions; the configuration takes precedence. Absent checks have their reason in `notes`. */
export type Proposal = {
  readonly packageManager: string | null;
  readonly install: ProposedInstall | null;
  /** Paths whose content decides whether an installation can be shared. */
  readonly manifests: readonly string[];
  readonly build: string | null;
  /** Compiles at another path what the installation compiled; absent: nothing depends on the path. */
  readonly recompile?: string;
  readonly test: ProposedCommand | null;
  readonly lint: ProposedCommand | null;
  /** Absent: the language has no type check apart from its build. */
  readonly types?: ProposedCommand | null;
  /** Checks that are only the language's convention: the project's own targets come first. */
  readonly guessed?: readonly Purpose[];
  /** How a configured command is understood here, such as `npm run test:unit`. */
  readonly read?: (command: string) => ProposedCommand;
  /** Shell text before every check, such as the PATH to what was installed. */
  readonly prelude: string;
  readonly env: Readonly<Record<string, string>>;
  readonly notes: readonly { readonly about: CheckKind | 'install' | 'plan'; readonly text: string }[];
};

/** Names of the user's variables that commands of a profile may see. */
export type ProfileEnvironment = {
  /** Places of tools; every check may see them. */
  readonly toolchain: readonly string[];
  /** Registries and mirrors; they may carry a password, so only the installation sees them. */
  readonly mirrors: readonly string[];
};

/** How one kind of repository is recognised, and its checks. Pure. */
export type Profile = {
  readonly id: ProfileId;
  /** The files that identify it, as Markdown. */
  readonly recognisedBy: string;
  /** The smallest repository of its kind, for the documentation. */
  readonly example: RepoFacts;
  /** Container images with everything that its checks need. */
  readonly images: readonly string[];
  /** Files whose text `propose` needs, as exact names or `*.ext`, at the root. */
  readonly reads: readonly string[];
  /** Further informative files; only a few of many are read. */
  samples?(paths: readonly string[]): readonly string[];
  detects(facts: RepoFacts): boolean;
  propose(facts: RepoFacts): Proposal;
  /**
   * Whether the commands at the root of these facts also run a project of this kind in a folder below it, or could only
   * run its tests themselves; absent: they do.
   */
  reaches?(facts: RepoFacts, folder: string): boolean;
  /** The manifests at the root only hold settings of tools: what there is to run lies in projects below. */
  onlySettings?(facts: RepoFacts): boolean;
  /** The commands of a project in a folder below the root of these facts, if they depend on the root. */
  below?(proposal: Proposal, facts: RepoFacts, folder: string): Proposal;
  /** Packages whose tests the one command at the root runs; absent: the report of the tests names them, or there is one. */
  packages?(facts: RepoFacts): readonly TestPackage[];
  /** Final adjustments of the assembled plan. */
  finish?(facts: RepoFacts, plan: CheckPlan): CheckPlan;
  readonly environment: ProfileEnvironment;
  /** The installation compiles the base, so its checks take less time than a candidate's. */
  readonly compilesOnInstall: boolean;
  /** Its test command compiles what the tests need, so a build before it only takes time. */
  readonly testsCompile?: true;
  /** Its tests fail if another program watches theirs, as those with a leak sanitizer do. */
  readonly refusesTracing?: true;
  /** Its programs ask the system for the time, not the C library: they cannot be shown another date. */
  readonly ownClock?: true;
};
