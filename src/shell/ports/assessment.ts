import type { ChangedSourceFile } from '../../core/domain/evidence/assessment.ts';
import type { ReportedSecret } from '../../core/analyse/secrets/find-secrets.ts';
import type { CodeMeasures } from '../../core/domain/evidence/code-measures.ts';
import type { Hazard } from '../../core/domain/evidence/hazard.ts';
import type { Measured } from '../../core/domain/measured.ts';
import type { RawReport } from '../../core/domain/check/output-parser.ts';
import type { RuffRules, RuleHit } from '../../core/languages/parts/assessor.ts';

/** What the syntax tree of one file shows. */
export type CodeReading = { readonly measures: CodeMeasures; readonly hazards: readonly Hazard[] };

/** Analysers that come with Hydra. They get texts, never a tree, so a change's configuration cannot reach them. */
export type BundledAnalysers = {
  /** Missing, with the candidate as the cause, if its text exhausts or defeats the parser. */
  measure(path: string, text: string): Promise<Measured<CodeReading>>;
  /** Also missing if the options are not those of this version. */
  ruff(text: string, rules: RuffRules): Promise<Measured<readonly RuleHit[]>>;
  oxlint(files: readonly ChangedSourceFile[]): Promise<Measured<RawReport>>;
  /** Asks the user's registry, with these two files and nothing else of the tree. */
  npmAudit(manifest: string, lockfile: string): Promise<Measured<RawReport>>;
  /** What a maintained rule set reports as secrets; comments that switch it off have no effect. */
  secrets(path: string, text: string): Promise<Measured<readonly ReportedSecret[]>>;
  readonly versions: Readonly<Record<'ruff' | 'oxlint' | 'secretlint', string>>;
};

/** Runs the machine's programs on an untrusted tree: without a network, and nothing that they write stays. */
export type ToolSandbox = {
  /** Why a program cannot be run; null if it can. A path with a slash is within the tree. */
  lacks(program: string): Promise<string | null>;
  /** Missing: it could not run, or not to its end. */
  run(command: string): Promise<Measured<RawReport>>;
  dispose(): Promise<void>;
};
