import type { SandboxPolicy } from '../../../../core/domain/policy/sandbox-policy.ts';

/** Which engine and image to use, if containers are used at all. */
export type ContainerChoice = Pick<SandboxPolicy, 'engine' | 'image' | 'pull'>;

/** A program that runs containers, and its properties. */
export type Engine = {
  readonly kind: 'podman' | 'docker';
  readonly program: string;
  readonly version: string;
  /** Root inside is an ordinary user outside. */
  readonly rootless: boolean;
  /** What it can limit with the kernel's help; the rest is limited only per process. */
  readonly bounds: { readonly memory: boolean; readonly processes: boolean };
  /** The file of its system call filter, if it names one. */
  readonly seccompFile: string | null;
  /** Variables the program needs to find its daemon or storage; they never reach a container. */
  readonly environment: Readonly<Record<string, string>>;
};

export type ContainerUser = { readonly uid: number; readonly gid: number };

/** What all containers of this process have in common. */
export type Container = {
  readonly engine: Engine;
  /** By digest: a name may refer to another image tomorrow. */
  readonly imageId: string;
  readonly user: ContainerUser;
  /** A narrower filter of system calls; null: the engine's own. */
  readonly seccomp: string | null;
  /** If the machine allows less than a limit, the engine must not ask for more. */
  readonly most: { readonly openFiles: number; readonly processes: number };
};
