import type { Check } from '../check/check.ts';
import type { SelectTests } from '../check/command-part.ts';
import type { TestPackage } from '../evidence/test-package.ts';
import type { UnrunProject } from '../evidence/unrun-project.ts';
import type { ProfileId } from '../policy/hydra-config.ts';

/** What a profile may look at: the base commit's files, never a candidate's. */
export type RepoFacts = {
  readonly files: readonly string[];
  /** Text of the manifests and configurations that profiles asked for, by path. */
  readonly texts: Readonly<Record<string, string>>;
};

/** How dependencies are installed, once for all trees with the same manifests. */
export type InstallPlan = {
  readonly command: string;
  /** Paths whose content decides whether an installation can be shared. */
  readonly manifests: readonly string[];
  /** `tree`: the step compiles sources too, so only the same base may share it. */
  readonly scope: 'manifests' | 'tree';
  /** Endings of the paths of sources that it compiles and no build step does; absent: none. */
  readonly compiles?: readonly string[] | undefined;
  /** Compiles what every project of this kind needs: run once in an empty folder, and each installation starts from its home. */
  readonly warmUp?: string | undefined;
  readonly network: boolean;
  readonly timeoutMs: number;
  readonly env: Readonly<Record<string, string>>;
  /** Variables of the user's environment that may reach the installation: mirrors, proxies, requested tokens. */
  readonly environment: readonly string[];
  /** Programs whose versions decide what is installed; absent: all that are known. */
  readonly programs?: readonly string[] | undefined;
};

/** What will be run on the base and on every candidate. */
export type CheckPlan = {
  readonly profile: ProfileId | 'custom';
  readonly packageManager: string | null;
  readonly testRunner: string | null;
  readonly install: InstallPlan | null;
  readonly checks: readonly Check[];
  /** Compiles the base at another path, where what the installation compiled is of no use; absent: nothing to compile. */
  readonly recompile?: Check;
  /** The test command for some files alone: the token `{files}` stands for their quoted paths. Null: tests only run whole. */
  readonly selectTests: SelectTests | null;
  /** Folders of the projects that are run, with their profiles; absent: the repository is one project. */
  readonly projects?: readonly { readonly folder: string; readonly profile: string }[];
  /** Projects with changed sources that no test command runs; absent: none. */
  readonly unrun?: readonly UnrunProject[];
  /** Packages whose tests one command runs; absent: one, or the report of the tests names them. */
  readonly packages?: readonly TestPackage[];
  /** Shell text before a hidden command: the services that tests have; absent in plans of earlier engines. */
  readonly hiddenPrelude?: string;
  /** The commands as one would type them, before reporters are put in. */
  readonly commands: Readonly<Partial<Record<'install' | 'build' | 'test' | 'lint' | 'types', string>>>;
  /** Variables of the user's environment that may reach a check; those of `install` are kept from them. */
  readonly environment: readonly string[];
  readonly notes: readonly string[];
  /** Programs of toolchains that the project uses; absent: any. Others do not affect its results. */
  readonly programs?: readonly string[] | undefined;
};

/** Why nothing can be run: no profile recognises the repository and no command is given. */
export type Unplanned = { readonly unplanned: string };
