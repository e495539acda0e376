import type { Actions, Call } from '../../syntax/calls.ts';
import type { CapabilityNames } from './capability.ts';
import type { FileVersion } from '../../syntax/file-version.ts';

/** A rule's id and its sentence. */
export type Reach = { readonly rule: string; readonly sentence: string };

/** Names by which a program does what no fix needs. */
export type PayloadNames = {
  /** The environment as a whole. */
  readonly environment: RegExp;
  /** Calls that turn a value into text, write it or send it. */
  readonly givesAway: RegExp;
  /** Calls that send a signal to a process: its number first, then the signal. */
  readonly kills: RegExp;
  /** What names a process that the program did not start. */
  readonly foreignProcess: RegExp;
  /** Calls that write, move or remove the file of their first argument. */
  readonly writes: RegExp;
  /** Opens the file of its first argument; writes if its second says so. */
  readonly opens: RegExp;
  /** Calls that join parts to a path, and what stands for the folder of the file itself. */
  readonly joins: RegExp;
  readonly ownFolder: RegExp;
  /** Calls that hand a line to a shell, or start a program. */
  readonly shells: RegExp;
};

/** How rules follow what a program calls and assigns. */
export type ProgramReading = {
  read(version: FileVersion): Actions | null;
  /** What tests and runners rely on; a program has no reason to replace it. */
  readonly harnessTargets: RegExp;
  /** A call that changes how tests are loaded, traced or matched; null: an ordinary one. */
  reachesHarness(call: Call, actions: Actions): Reach | null;
  readonly capabilities: CapabilityNames;
  readonly payload: PayloadNames;
  /** Names that run text as code in other languages, but not in this one. */
  readonly runsNoText?: RegExp;
};
