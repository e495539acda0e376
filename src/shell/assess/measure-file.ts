import { type Measured, missing } from '../../core/domain/measured.ts';
import type { BundledAnalysers, CodeReading } from '../ports/assessment.ts';
import type { Formatters } from '../ports/code-analysis.ts';
import type { ReadSourceFile } from './read-changed-files.ts';

type Readers = { readonly bundled: BundledAnalysers; readonly formatters: Formatters };

/** If the grammar does not fit, a second parser decides; a grammar may be behind its language. */
const readCode = async (
  { bundled, formatters }: Readers,
  path: string,
  text: string,
): Promise<Measured<CodeReading>> => {
  const reading = await bundled.measure(path, text);
  if (!reading.known || !reading.value.measures.damaged) return reading;
  const printed = await formatters.format(path, text);
  return printed.ok ? reading : missing('candidate', 'it cannot be parsed');
};

/** What the syntax tree says of a changed file. It costs a language nothing that a file could not be read before either. */
export const measureFile = async (readers: Readers, file: ReadSourceFile): Promise<Measured<CodeReading>> => {
  if (file.unreadable !== undefined) return missing('candidate', file.unreadable);
  const reading = await readCode(readers, file.path, file.text);
  if (reading.known) return reading;
  const before = file.before === null ? null : await readCode(readers, file.path, file.before);
  const reason = `${file.path}: ${reading.reason}`;
  return before !== null && !before.known
    ? missing('not-configured', `${reason}, as before the change`)
    : missing(reading.cause, reason);
};
