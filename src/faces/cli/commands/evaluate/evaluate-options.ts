import type { EvaluationQuestion } from '../../../../shell/evaluate/recall/field-key.ts';
import { type CandidateOptions, readCandidates } from '../../../wiring/read-candidates.ts';

export type EvaluateCommandOptions = CandidateOptions & {
  readonly repo: string;
  readonly base?: string;
  readonly resume?: string;
  readonly json?: true;
  readonly format?: string;
  readonly config?: string;
  readonly checkOnly?: true;
  readonly jobs?: number;
  readonly keepWorkspaces?: true;
  readonly fresh?: true;
  readonly hiddenTests?: string;
  readonly hiddenCommand?: string;
  readonly allowTestChange?: readonly string[];
  /** As given on the command line; later the text itself. */
  readonly task?: string;
  readonly panel?: true | string;
  readonly panelTests?: true | string;
  readonly panelInputs?: true | string;
  readonly requireProof?: true;
  readonly within?: number;
  readonly web?: true;
};

/** The request from the command line, with its candidates. */
export const questionOf = (options: EvaluateCommandOptions): EvaluationQuestion => {
  const {
    config,
    jobs,
    hiddenTests,
    hiddenCommand,
    allowTestChange = [],
    task,
    panel,
    panelTests,
    panelInputs,
    requireProof,
    within,
  } = options;
  return {
    base: options.base ?? 'HEAD',
    candidates: readCandidates(options),
    keepWorkspaces: options.keepWorkspaces ?? false,
    ...(config === undefined ? {} : { configFile: config }),
    ...(jobs === undefined ? {} : { jobs }),
    ...(hiddenTests === undefined ? {} : { hiddenTests }),
    ...(hiddenCommand === undefined ? {} : { hiddenCommand }),
    ...(allowTestChange.length === 0 ? {} : { allowTestChanges: allowTestChange }),
    ...(task === undefined ? {} : { task }),
    ...(panel === undefined ? {} : { panel }),
    ...(panelTests === undefined ? {} : { panelTests }),
    ...(panelInputs === undefined ? {} : { panelInputs }),
    ...(requireProof === undefined ? {} : { requireProof }),
    ...(within === undefined ? {} : { withinMinutes: within }),
  };
};
