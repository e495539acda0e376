import type { ChangedFile } from '../../domain/candidate/diff-facts.ts';
import type { Flag } from '../../domain/flags/flag.ts';
import type { FlagKind } from '../../domain/flags/flag-kind.ts';
import type { HarnessPart } from '../harness/harness-paths.ts';
import type { FileVersion } from '../../syntax/file-version.ts';
import type { Language } from '../../languages/language.ts';

/** A changed file as rules see it: what git says of it, and its text on both sides. */
export type FileChange = ChangedFile & {
  readonly part: HarnessPart | null;
  readonly language: Language | null;
  /** Null if the side does not exist or is no text. */
  readonly before: FileVersion | null;
  readonly after: FileVersion | null;
  /** Why a side that exists was not looked into. */
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

/** One rule: what it sees in a change becomes flags. Total and pure. */
export type FlagRule = {
  readonly rule: string;
  /** The flags that it raises, unless domain/flags describes them. */
  readonly kinds?: readonly FlagKind[];
  /** Whether it has to see the base's tests to say more; reading them costs. */
  needsBaseTests?(change: Change): boolean;
  find(change: Change): readonly Flag[];
};
