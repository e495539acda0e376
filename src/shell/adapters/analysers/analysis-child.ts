import { languageOf } from '../../../core/languages/languages.ts';
import type { Formatted, SyntaxDifference } from '../../ports/code-analysis.ts';
import type {
  AnalysisReply,
  AnalysisResult,
  AnalysisTask,
  MeasuredSource,
  ReadNodes,
  RuffHits,
  SecretHits,
} from './analysis-task.ts';
import { compareSyntax } from './syntax/compare-syntax.ts';
import type { FormatText } from './formatters/formatter.ts';
import { formatterFor } from './formatters/formatter-list.ts';
import { grammarFor } from './syntax/grammar-for.ts';
import { parserFor } from './syntax/parser-for.ts';
import { readNodes } from './syntax/read-nodes.ts';
import { ruffChecker } from './ruff-checker.ts';
import { secretScanner } from './secret-scanner.ts';
import type { Parser } from 'web-tree-sitter';
import type { RuffRules } from '../../../core/languages/parts/assessor.ts';
import { measureCode } from '../../../core/analyse/measure/measure-code.ts';
import { presentPart } from '../../../core/languages/parts/missing-part.ts';
import type { CodeReading } from '../../ports/assessment.ts';

/** Null if the parser does not accept the text. */
const measureSource = (parser: Parser, path: string, text: string): CodeReading | null => {
  const language = languageOf(path);
  const nodes = language === null ? null : readNodes(parser, text);
  if (language === null || nodes === null) return null;
  return {
    measures: measureCode(nodes, text, language.measures),
    hazards: presentPart(language.findHazards)?.(nodes, text) ?? [],
  };
};

const loaded = new Map<string, Promise<FormatText | null>>();

const reply = (message: AnalysisReply): void => {
  process.send?.(message);
};

const format = async (path: string, text: string): Promise<Formatted> => {
  const formatter = formatterFor(path);
  if (!formatter) return { ok: false, why: 'no-formatter', reason: 'no formatter for this kind of file' };
  const loading = loaded.get(formatter.id) ?? formatter.load();
  loaded.set(formatter.id, loading);
  const run = await loading;
  if (!run) return { ok: false, why: 'no-formatter', reason: `${formatter.id} is not installed` };
  reply({ stage: 'loaded' });
  return { ok: true, text: await run(path, text), by: formatter.id };
};

const compare = async (path: string, before: string, after: string): Promise<SyntaxDifference> => {
  const [grammar, language] = [grammarFor(path), languageOf(path)];
  if (!grammar || !language) return 'unparsed';
  const parser = await parserFor(grammar);
  reply({ stage: 'loaded' });
  return compareSyntax(parser, language.comments, before, after);
};

const read = async (path: string, text: string): Promise<ReadNodes> => {
  const grammar = grammarFor(path);
  if (!grammar) return { nodes: null };
  const parser = await parserFor(grammar);
  reply({ stage: 'loaded' });
  return { nodes: readNodes(parser, text) };
};

const measure = async (path: string, text: string): Promise<MeasuredSource> => {
  const grammar = grammarFor(path);
  if (!grammar) return { reading: null };
  const parser = await parserFor(grammar);
  reply({ stage: 'loaded' });
  return { reading: measureSource(parser, path, text) };
};

const checkRules = async (text: string, rules: RuffRules): Promise<RuffHits> => {
  const check = await ruffChecker(rules);
  reply({ stage: 'loaded' });
  return { hits: check(text) };
};

const findSecrets = async (path: string, text: string): Promise<SecretHits> => {
  const scan = await secretScanner();
  reply({ stage: 'loaded' });
  return { secrets: await scan(path, text) };
};

const run = (task: AnalysisTask): Promise<AnalysisResult> => {
  switch (task.kind) {
    case 'format':
      return format(task.path, task.text);
    case 'compare':
      return compare(task.path, task.before, task.after);
    case 'read':
      return read(task.path, task.text);
    case 'measure':
      return measure(task.path, task.text);
    case 'ruff':
      return checkRules(task.text, task.rules);
    case 'secrets':
      return findSecrets(task.path, task.text);
  }
};

const refusal = (task: AnalysisTask): AnalysisResult => {
  if (task.kind === 'compare') return 'unparsed';
  if (task.kind === 'read') return { nodes: null };
  if (task.kind === 'measure') return { reading: null };
  if (task.kind === 'ruff') return { hits: null };
  if (task.kind === 'secrets') return { secrets: null };
  const reason = `${formatterFor(task.path)?.id ?? 'the parser'} cannot read the file`;
  return { ok: false, why: 'refused', reason };
};

/** A trap or a stack overflow may leave a WebAssembly module halfway through its work. */
const leavesDamage = (error: unknown): boolean =>
  error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');

const answer = async (task: AnalysisTask): Promise<void> => {
  try {
    reply({ stage: 'done', result: await run(task), spent: false });
  } catch (error) {
    reply({ stage: 'done', result: refusal(task), spent: leavesDamage(error) });
  }
};

process.on('message', (task: AnalysisTask) => void answer(task));
process.on('disconnect', () => process.exit());
