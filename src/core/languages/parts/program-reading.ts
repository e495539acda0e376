import type { Actions, Call } from '../../syntax/calls.ts';
import type { FileVersion } from '../../syntax/file-version.ts';

/** A rule's id and its sentence. */
export type Reach = { readonly rule: string; readonly sentence: string };

/** How rules follow what a program calls and assigns. */
export type ProgramReading = {
  read(version: FileVersion): Actions | null;
  /** What tests and runners rely on; a program has no reason to replace it. */
  readonly harnessTargets: RegExp;
  /** A call that changes how tests are loaded, traced or matched; null: an ordinary one. */
  reachesHarness(call: Call, actions: Actions): Reach | null;
  /** Names that run text as code in other languages, but not in this one. */
  readonly runsNoText?: RegExp;
};
