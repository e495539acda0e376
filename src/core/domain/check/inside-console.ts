/** The file in the report folder that holds the console of a command which may run a known tool. */
export const CONSOLE = 'console';

const INSIDE = 'inside:';

/** The name of a parser that reads the report of a tool, if the command ran it, and else the console. */
export const insideParser = (parser: string): string => `${INSIDE}${parser}`;

/** The parser of the tool; null: not a name of that kind. */
export const parserInside = (id: string): string | null =>
  id.startsWith(INSIDE) ? id.slice(INSIDE.length) : null;
