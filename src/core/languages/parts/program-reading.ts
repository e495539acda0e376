import type { Actions, Call } from '../../syntax/calls.ts';
import type { CapabilityNames } from './capability.ts';
import type { FileVersion } from '../../syntax/file-version.ts';

/** A rule's id and its sentence. */
export type Reach = { readonly rule: string; readonly sentence: string };

/** Names of calls by their effect. */
export type CallNames = {
  /** Turn encoded text or bytes into plain ones. */
  readonly decodes: RegExp;
  /** Spell a text by the numbers of its characters. */
  readonly spells?: RegExp;
  readonly startsPrograms: RegExp;
  readonly opensNetwork: RegExp;
  /** Take the path of a file or a folder. */
  readonly takesPath: RegExp;
  /** Those that take a folder as often as a file. */
  readonly takesFolder: RegExp;
  /** Set a member of an object: the object first, then the member's name. */
  readonly setsMember: RegExp;
  readonly readsStack: RegExp;
};

/** How a process ends, and what decides its exit code. */
export type ProcessExits = {
  /** Calls that end the process without running handlers: no failure can be reported after them. */
  readonly forced: RegExp;
  readonly kills: RegExp;
  /** The text of a call that names the process itself, its parent or its group. */
  readonly ownProcess: RegExp;
  readonly plain: RegExp;
  /** Bare names that end the process unless the file defines them. */
  readonly builtIn?: RegExp;
  /** Calls that register a handler; with `events`, only for one of these, as a constant. */
  readonly registers: RegExp;
  readonly events?: ReadonlySet<string>;
  /** The text of a handler that decides how the process ends. */
  readonly decides: RegExp;
  /** Members that a library has no reason to assign, except the exit code. */
  readonly replaced: RegExp;
  readonly code?: string;
  /** The exception that ends the process. */
  readonly exception?: string;
  /** Text of a file that is started as a program. */
  readonly startedItself: RegExp;
};

/** How a program could find out that it is being tested. */
export type RunnerDetection = {
  /** Modules of test runners, as parts of a name. */
  readonly modules: readonly string[];
  /** Modules that only tests import. */
  readonly imports: RegExp;
  /** Code that asks for a global of a runner. */
  readonly globals?: RegExp;
  /** Code that reads the call stack without a call. */
  readonly stack?: RegExp;
  readonly programArguments: RegExp;
  /** Code that asks by which name the process was started. */
  readonly programName: RegExp;
  /** Code that asks which file was started. */
  readonly mainModule?: RegExp;
  /** The table of loaded modules. */
  readonly loadedModules: RegExp;
  /** File names that only tests have. */
  readonly testFile: RegExp;
  /** A variable of the environment read as a member; the group is its name. */
  readonly variableMember?: RegExp;
};

/** The parts of a language and its runners that tests rely on. */
export type HarnessNames = {
  /** Members that tests and runners rely on; a program has no reason to replace them. */
  readonly targets: RegExp;
  /** Globals of runners with names that local variables have too, and the object that holds them. */
  readonly globals?: { readonly names: RegExp; readonly holder: RegExp };
  /** Objects whose members are assertions. */
  readonly assertions: RegExp;
  /** Text that imports one of them as a module; otherwise a local name could be meant. */
  readonly modules?: RegExp;
  /** Methods that comparisons call; `differs` is the one that means the opposite. */
  readonly compares: RegExp;
  readonly differs?: string;
  /** Members that a test helper may well stub, but a program may not. */
  readonly stubbed: RegExp;
};

/** Names of actions that no fix needs. */
export type PayloadNames = {
  /** The environment as a whole. */
  readonly environment: RegExp;
  /** Calls that turn a value into text, write it or send it. */
  readonly givesAway: RegExp;
  /** Calls that send a signal to a process: its number first, then the signal. */
  readonly kills: RegExp;
  /** Expressions that identify a process that the program did not start. */
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

/** How rules follow a program's calls and assignments. */
export type ProgramReading = {
  read(version: FileVersion): Actions | null;
  readonly calls: CallNames;
  readonly exits: ProcessExits;
  readonly detection: RunnerDetection;
  readonly harness: HarnessNames;
  /** A call that changes how tests are loaded, traced or matched; null: an ordinary one. */
  reachesHarness(call: Call, actions: Actions): Reach | null;
  readonly capabilities: CapabilityNames;
  readonly payload: PayloadNames;
  /** Whether a call runs text as code. */
  runsText(call: Call, actions: Actions): boolean;
};
