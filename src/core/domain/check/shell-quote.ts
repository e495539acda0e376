/** One word for a POSIX shell, whatever it holds. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
