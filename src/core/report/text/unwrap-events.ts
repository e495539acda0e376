const EVENT = /^\{.*"Action":"/;

/** What a line of `go test -json` prints; anything else as it is. */
const printed = (line: string): string => {
  if (!EVENT.test(line)) return `${line}\n`;
  try {
    const { Output } = JSON.parse(line) as { readonly Output?: unknown };
    return typeof Output === 'string' ? Output : '';
  } catch {
    return `${line}\n`;
  }
};

/** A log in which events of Go's test runner stand as the text they carry. */
export const unwrapEvents = (log: string): string =>
  log.includes('"Action":"') ? log.split('\n').map(printed).join('') : log;
