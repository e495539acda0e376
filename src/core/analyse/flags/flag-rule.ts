import type { ChangedFile } from '../../domain/candidate/diff-facts.ts';
import type { Flag } from '../../domain/flags/flag.ts';
import type { FlagKind } from '../../domain/flags/flag-kind.ts';
import type { HarnessPart } from '../harness/harness-paths.ts';
import type { FileVersion } from '../../syntax/file-version.ts';
import type { Fault } from '../../languages/parts/fault-rules.ts';
import type { Language } from '../../languages/language.ts';

/** A changed file as rules see it: git's facts about it, and its text on both sides. */
export type FileChange = ChangedFile & {
  readonly part: HarnessPart | null;
  readonly language: Language | null;
  /** Null if the side does not exist or is not text. */
  readonly before: FileVersion | null;
  readonly after: FileVersion | null;
  /** Undefined names and syntax errors that the base's version does not have. */
  readonly faults?: readonly Fault[];
  /** Why an existing side was not inspected. */
  readonly unread?: string;
};

/** Everything a rule may look at. */
export type Change = {
  readonly files: readonly FileChange[];
  readonly baseFiles: ReadonlySet<string>;
  /** False: the whole diff is layout and comments, or nothing. */
  readonly effect: boolean;
  /** The base's test files; empty unless a rule asked for them. */
  readonly baseTests: readonly string[];
};

/** One rule: its sightings in a change become flags. Total and pure. */
export type FlagRule = {
  readonly rule: string;
  /** The flags that it raises, unless domain/flags describes them. */
  readonly kinds?: readonly FlagKind[];
  /** Whether it needs the base's tests to find more; reading them costs time. */
  needsBaseTests?(change: Change): boolean;
  find(change: Change): readonly Flag[];
};
