import type { Toolchains } from './find-toolchains.ts';
import type { RegistryFile } from './registry-settings.ts';

/** The user's environment and home, and the parts that commands may use. */
export type Host = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly toolchains: Toolchains;
  readonly settings: readonly RegistryFile[];
  /** Folder with the accounts and settings that every sandbox shows instead of the machine's own. */
  readonly support: string;
};

export type Programs = {
  readonly shell: string;
  readonly bubblewrap: string | null;
  readonly unshare: string | null;
  /** Shows which programs a command starts; null: not installed, or not permitted. */
  readonly strace: string | null;
  readonly compiler: string | null;
};
