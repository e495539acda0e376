const EVENT = /^\{.*"Action":"/;

/** The text in a line of `go test -json`; any other line unchanged. */
const printed = (line: string): string => {
  if (!EVENT.test(line)) return `${line}\n`;
  try {
    const { Output } = JSON.parse(line) as { readonly Output?: unknown };
    return typeof Output === 'string' ? Output : '';
  } catch {
    return `${line}\n`;
  }
};

/** A log in which events of Go's test runner are replaced by their text. */
export const unwrapEvents = (log: string): string =>
  log.includes('"Action":"') ? log.split('\n').map(printed).join('') : log;
