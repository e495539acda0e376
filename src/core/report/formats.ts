import type { BenchSummary } from '../domain/bench/bench-summary.ts';
import type { ModelComparison } from '../domain/bench/model-comparison.ts';
import type { ChangeAnalysis } from '../domain/evidence/assessment.ts';
import type { ExperimentRecord } from '../domain/experiment/experiment-record.ts';
import { ENGINE_VERSION } from '../domain/run/engine-version.ts';
import type { ProjectBrief } from '../domain/source/project-brief.ts';
import { analysisSarif } from './analysis/analysis-sarif.ts';
import { analysisLines } from './analysis/analysis-text.ts';
import { briefMarkdown } from './analysis/brief-markdown.ts';
import { comparisonMarkdown } from './bench/comparison-markdown.ts';
import { comparisonText } from './bench/comparison-text.ts';
import { leaderboardMarkdown } from './bench/leaderboard-markdown.ts';
import { type JudgedLeaderboard, judgedLeaderboardLines } from './bench/leaderboard-text.ts';
import { benchReportMarkdown } from './bench/run-markdown.ts';
import { benchReportText } from './bench/run-text.ts';
import { toExperimentContract } from './experiment/experiment-json.ts';
import { experimentMarkdown } from './experiment/experiment-markdown.ts';
import { experimentLines } from './experiment/experiment-text.ts';
import { type ExplainedLab, labLines, toLabContract } from './lab/lab-text.ts';
import type { ReportFormats } from './report-format.ts';
import { evaluationMarkdown } from './run/evaluation-markdown.ts';
import { type EvaluationReport, evaluationLines } from './run/evaluation-text.ts';
import { toContract } from './run/json-contract.ts';

const json = (value: unknown): readonly string[] => [JSON.stringify(value, null, 2)];

/** `hydra evaluate`, `hydra replay`. */
export const EVALUATION_FORMATS = {
  text: evaluationLines,
  markdown: (report) => [evaluationMarkdown(report)],
  json: ({ conclusion, captured: { task, panel, panelTests, panelOffer }, unexamined = [] }) =>
    json({
      ...toContract(conclusion),
      ...(task === undefined ? {} : { task }),
      ...(panel === undefined ? {} : { panel }),
      ...(panelTests === undefined ? {} : { panel_tests: panelTests }),
      ...(panelOffer === undefined ? {} : { panel_offer: panelOffer }),
      ...(unexamined.length === 0 ? {} : { unexamined }),
    }),
} as const satisfies ReportFormats<EvaluationReport>;

/** `hydra compare`. */
export const EXPERIMENT_FORMATS = {
  text: experimentLines,
  markdown: (record) => [experimentMarkdown(record)],
  json: (record) => json(toExperimentContract(record)),
} as const satisfies ReportFormats<ExperimentRecord>;

/** `hydra bench report`. */
export const BENCH_RUN_FORMATS = {
  text: (summary, { paint }) => benchReportText(summary, paint),
  markdown: (summary) => [benchReportMarkdown(summary)],
} as const satisfies ReportFormats<BenchSummary>;

/** `hydra bench compare`. */
export const MODEL_COMPARISON_FORMATS = {
  text: (comparison, { paint }) => comparisonText(comparison, paint),
  markdown: (comparison) => [comparisonMarkdown(comparison)],
} as const satisfies ReportFormats<ModelComparison>;

/** `hydra bench leaderboard`. */
export const LEADERBOARD_FORMATS = {
  text: judgedLeaderboardLines,
  markdown: ({ board }) => [leaderboardMarkdown(board)],
} as const satisfies ReportFormats<JudgedLeaderboard>;

/** `hydra lab`. */
export const LAB_FORMATS = {
  text: labLines,
  json: (lab) => json(toLabContract(lab)),
} as const satisfies ReportFormats<ExplainedLab>;

/** `hydra analyse`. */
export const ANALYSIS_FORMATS = {
  text: (analysis, { paint }) => analysisLines(analysis, paint),
  json,
  sarif: (analysis) => json(analysisSarif(analysis, ENGINE_VERSION)),
} as const satisfies ReportFormats<ChangeAnalysis>;

/** `hydra brief`. */
export const BRIEF_FORMATS = {
  markdown: ({ brief, tokens }) => [briefMarkdown(brief, tokens)],
  json: ({ brief }) => json(brief),
} as const satisfies ReportFormats<{ readonly brief: ProjectBrief; readonly tokens: number }>;
