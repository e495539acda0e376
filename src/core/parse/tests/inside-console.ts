import { CONSOLE, parserInside } from '../../domain/check/inside-console.ts';
import type { TestParser } from '../../domain/check/output-parser.ts';
import { auto } from './auto.ts';

/** The report of a tool that the command ran, or else what it printed; undefined: not a name of that kind. */
export const insideConsole = (
  id: string,
  find: (id: string) => TestParser | undefined,
): TestParser | undefined => {
  const wanted = parserInside(id);
  const tool = wanted === null ? undefined : find(wanted);
  if (tool === undefined) return undefined;
  return {
    id,
    parse(raw) {
      const reports = raw.documents.filter(({ name }) => name !== CONSOLE);
      return reports.length > 0 ? tool.parse({ ...raw, documents: reports }) : auto.parse(raw);
    },
  };
};
