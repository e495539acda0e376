import type { Formatted, SyntaxDifference } from '../../ports/code-analysis.ts';
import type { AnalysisReply, AnalysisTask } from './analysis-task.ts';
import { compareSyntax } from './compare-syntax.ts';
import type { FormatText } from './formatter.ts';
import { formatterFor } from './formatter-list.ts';
import { grammarFor } from './grammar-for.ts';
import { parserFor } from './parser-for.ts';

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
  const grammar = grammarFor(path);
  if (!grammar) return 'unparsed';
  const parser = await parserFor(grammar);
  reply({ stage: 'loaded' });
  return compareSyntax(parser, grammar, before, after);
};

/** A trap or an overflown stack may leave a WebAssembly module half way through its work. */
const leavesDamage = (error: unknown): boolean =>
  error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');

const answer = async (task: AnalysisTask): Promise<void> => {
  try {
    const result =
      task.kind === 'format'
        ? await format(task.path, task.text)
        : await compare(task.path, task.before, task.after);
    reply({ stage: 'done', result, spent: false });
  } catch (error) {
    const reason = `${formatterFor(task.path)?.id ?? 'the parser'} cannot read the file`;
    const result = task.kind === 'format' ? ({ ok: false, why: 'refused', reason } as const) : 'unparsed';
    reply({ stage: 'done', result, spent: leavesDamage(error) });
  }
};

process.on('message', (task: AnalysisTask) => void answer(task));
process.on('disconnect', () => process.exit());
