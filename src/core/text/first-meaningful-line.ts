/** Lines of a stack, comments of quoted source, and output before and after the actual error. */
const NOISE =
  /^\s*(?:at |\/\/|\/?\*+ |File "|Traceback|\^|~|\||-{3,}|={3,}|\.{3}|npm (?:warn|notice|verbose)|npm error (?:A complete log|code |path |command |errno |syscall )|warning\b|note:|\[notice\]|Node\.js v)/i;
const NAMED = /(?:^|[\s:>])(?:[A-Za-z_.]*(?:Error|Exception)|error(?:\[\w+\])?|fatal|panic|ERR!)[:\s]/;
const TELLS =
  /\b(?:error|cannot|could not|failed|failure|not found|no such|denied|refused|missing|invalid|unable)\b/i;
const LONGEST = 2000;
const MOST_LINES = 200_000;

/** The line of a log that shows what went wrong, rather than the end of a stack; null for an empty log. */
export const firstMeaningfulLine = (log: string): string | null => {
  const lines = log
    .split('\n', MOST_LINES)
    .map((line) => line.slice(0, LONGEST).trimEnd())
    .filter((line) => line.trim() !== '');
  const meaningful = lines.filter((line) => !NOISE.test(line));
  const found =
    meaningful.find((line) => NAMED.test(line)) ??
    meaningful.find((line) => TELLS.test(line)) ??
    meaningful.at(-1);
  return (found ?? lines.at(-1))?.trim() ?? null;
};
