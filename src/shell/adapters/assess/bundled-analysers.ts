import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Measured, measured, missing } from '../../../core/domain/measured.ts';
import type { BundledAnalysers } from '../../ports/assessment.ts';
import type { AnalysisProcess } from '../analysers/analysis-process.ts';
import type { AnalysisResult } from '../analysers/analysis-task.ts';
import { bundledOxlint } from './bundled-oxlint.ts';
import { npmAudit } from './npm-audit.ts';

const { resolve } = createRequire(import.meta.url);

const versionOf = (manifest: string): string =>
  (JSON.parse(readFileSync(resolve(manifest), 'utf8')) as { readonly version: string }).version;

type Answer = AnalysisResult | { readonly gaveUp: string };

/** If the parser cannot finish a text, its author is the cause. */
const whyNot = (answer: Answer): Measured<never> =>
  missing(
    'candidate',
    typeof answer === 'object' && 'gaveUp' in answer
      ? `the parser gave up: ${answer.gaveUp}`
      : 'the parser cannot read it',
  );

export const createBundledAnalysers = (analysis: AnalysisProcess): BundledAnalysers => ({
  async measure(path, text) {
    const answer = await analysis.ask({ kind: 'measure', path, text });
    const reading = typeof answer === 'object' && 'reading' in answer ? answer.reading : null;
    return reading === null ? whyNot(answer) : measured(reading);
  },
  async ruff(text, rules) {
    const answer = await analysis.ask({ kind: 'ruff', text, rules });
    const hits = typeof answer === 'object' && 'hits' in answer ? answer.hits : null;
    return hits === null ? whyNot(answer) : measured(hits);
  },
  async secrets(path, text) {
    const answer = await analysis.ask({ kind: 'secrets', path, text });
    const secrets = typeof answer === 'object' && 'secrets' in answer ? answer.secrets : null;
    return secrets === null ? whyNot(answer) : measured(secrets);
  },
  oxlint: bundledOxlint,
  npmAudit,
  versions: {
    ruff: versionOf('@astral-sh/ruff-wasm-nodejs/package.json'),
    oxlint: versionOf('oxlint/package.json'),
    secretlint: versionOf('@secretlint/core/package.json'),
  },
});
