import type { Tool } from '../commands/tool.ts';
import type { Hazard } from '../domain/evidence/hazard.ts';
import type { LanguageId } from '../domain/source/source-facts.ts';
import type { SourceIndex } from '../domain/source/source-index.ts';
import type { SyntaxNodes } from '../domain/source/syntax-nodes.ts';
import type { Syntax } from '../syntax/syntax-view.ts';
import type { Assessor } from './parts/assessor.ts';
import type { BoundaryReader } from './parts/boundary-rule.ts';
import type { BriefRules } from './parts/brief-rules.ts';
import type { CapabilityLines } from './parts/capability.ts';
import type { CommentRules } from './parts/comment-rules.ts';
import type { ExpectationChanger } from './parts/expectation-changer.ts';
import type { FindFaults } from './parts/fault-rules.ts';
import type { ImportResolver } from './parts/import-target.ts';
import type { MergeManifest } from './parts/manifest-merge.ts';
import type { ManifestRules } from './parts/manifest-rules.ts';
import type { MeasureRules } from './parts/measure-rules.ts';
import type { MissingPart } from './parts/missing-part.ts';
import type { NameRules } from './parts/name-rules.ts';
import type { PathRules } from './parts/path-rules.ts';
import type { Profile } from './parts/profile.ts';
import type { ProbeRules } from './parts/probe-rules.ts';
import type { ProgramReading } from './parts/program-reading.ts';
import type { RunnerHooks } from './parts/runner-hooks.ts';
import type { SourceItems } from './parts/source-items.ts';
import type { OuterNames, SurroundingPatterns, TestAware } from './parts/surroundings.ts';
import type { SuppressionRules } from './parts/suppression-rules.ts';
import type { TestCase } from './parts/test-case.ts';
import type { Toolchain } from './parts/toolchain.ts';

/** Everything that Hydra knows about one language. A part may be missing only if it states what is lost without it. */
export type Language = {
  readonly id: LanguageId;
  /** The name for people. */
  readonly title: string;
  /** By file extension, the tree-sitter grammar that reads it. */
  readonly grammars: Readonly<Record<string, string>>;
  /** Extensions without a grammar that count when the main language of a repository is detected. */
  readonly otherExtensions: readonly string[];

  readonly profiles: readonly Profile[];
  readonly testRunners: readonly Tool[];
  /** Type checkers among them. */
  readonly linters: readonly Tool[];
  /** Id of the linter that checks types; `build` if the build does. */
  readonly typeChecker: string | MissingPart;
  /** Id of the adapter that prints a file in the language's usual layout. */
  readonly formatter: string | MissingPart;

  readonly paths: PathRules;
  readonly names: NameRules;
  readonly measures: MeasureRules;
  readonly comments: CommentRules;
  readonly brief: BriefRules;
  /** Resolves imports. */
  resolveImports(index: SourceIndex): ImportResolver;
  /** Boundaries that the language or one of its tools declares. */
  readonly boundaries: readonly BoundaryReader[];
  /** By file name in lower case: manifests that contain tool settings besides dependencies. Others are taken whole. */
  readonly mergeManifest: Readonly<Record<string, MergeManifest>>;

  /** How manifests declare dependencies and settings, for flags. */
  readonly manifestRules: ManifestRules | MissingPart;

  /** Variables and settings that load code into every process of the language. */
  readonly preloadVariables: readonly string[];
  /** Variables that its test runners set for the processes they start. */
  readonly runnerVariables: readonly RegExp[];
  readonly readTests: ((syntax: Syntax) => readonly TestCase[]) | MissingPart;
  readonly suppressions: SuppressionRules;
  /** Undefined names and syntax errors in one file. */
  readonly faults: FindFaults | MissingPart;
  readonly program: ProgramReading | MissingPart;
  /** Capabilities that imports and calls give code, by line, if names are not followed. */
  readonly capabilityLines: CapabilityLines;
  /** Sources other than its input that code reads: a result that depends on them is weak evidence. */
  readonly surroundings: SurroundingPatterns;
  /** Parts of the language and the machine that give access to more than the input. */
  readonly outer: OuterNames;
  /** Lines that are aware of tests; empty if `program` follows names. */
  readonly testAware: readonly TestAware[];
  readonly runnerHooks: RunnerHooks | MissingPart;
  readonly expectations: ExpectationChanger | MissingPart;
  /** Tells the tests inside source files from their code. */
  readonly sourceItems: SourceItems | MissingPart;
  /** How calls of changed functions are recorded and played back. */
  readonly probes: ProbeRules | MissingPart;

  /** Our own security rules, by the syntax tree. */
  readonly findHazards: ((nodes: SyntaxNodes, text: string) => readonly Hazard[]) | MissingPart;
  readonly assessor: Assessor;
  readonly toolchain: Toolchain;
};
