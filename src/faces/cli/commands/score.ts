import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { scoreDocument } from '../../../core/documents/score-document.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples } from '../console/common-options.ts';

const STANDARD_INPUT = '-';

const parseJson = (text: string): { readonly value: unknown } | { readonly error: string } => {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: `not JSON: ${(error as Error).message}` };
  }
};

const scoreText = (text: string): ReturnType<typeof scoreDocument> => {
  const parsed = parseJson(text);
  return 'error' in parsed ? { ok: false, error: parsed.error } : scoreDocument(parsed.value);
};

const readWhole = (file: string): string => {
  try {
    return readFileSync(file === STANDARD_INPUT ? 0 : file, 'utf8');
  } catch {
    throw new UserError('score', `${file} cannot be read`, 'Give a JSON file, or - for standard input.');
  }
};

/** One document per line, one result per line, in order; a bad line gives an error in its place. */
const scoreLines = async ({ terminal }: CommandContext, file: string): Promise<void> => {
  const input = file === STANDARD_INPUT ? process.stdin : createReadStream(file);
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const scored = scoreText(line);
    terminal.print(JSON.stringify(scored.ok ? scored.result : { error: scored.error }));
  }
};

const score = async (
  context: CommandContext,
  file: string,
  options: { readonly jsonl?: true },
): Promise<void> => {
  if (options.jsonl) return scoreLines(context, file);
  const scored = scoreText(readWhole(file));
  if (!scored.ok)
    throw new UserError(
      'score',
      scored.error,
      'The documents of every model are described in docs/scoring.md.',
    );
  context.terminal.print(JSON.stringify(scored.result, null, 2));
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Score one JSON document with the model it specifies: race, benchmark, experiment, convention or tournament.',
    )
    .argument('[file]', 'the document; - is standard input', STANDARD_INPUT)
    .option('--jsonl', 'one document per line, one result per line')
    .option('--json', 'accepted for symmetry: the result is always JSON')
    .addHelpText('after', examples('hydra score field.json', 'generate | hydra score --jsonl > scores.jsonl'))
    .action((file: string, options: { readonly jsonl?: true }) => score(context, file, options));
