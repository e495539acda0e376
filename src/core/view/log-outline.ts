import type { LogOutline } from '../domain/window/log-view.ts';

/** Words that matter to a reader who looks for a failure. */
const NOTABLE =
  /\b(?:error|errors|fail|failed|fails|failure|failures|exception|panic|panicked|traceback|fatal|warning|warn|not ok|timed out|assertionerror|expected|received)\b|[✖✗×⚠]/i;
const LONGEST_READ = 2_000;
const BEFORE = 2;
const AFTER = 6;
/** Fewer quiet lines than this are not worth a fold. */
const WORTH_FOLDING = 4;

export const isNotable = (line: string): boolean => NOTABLE.test(line.slice(0, LONGEST_READ));

/**
 * Parts around notable lines, and the quiet ones between them. The last lines of a log are notable: they say how it
 * ended. Lines from `read` on were not looked at, so none of them is folded.
 */
export const outlineOf = (lines: number, notable: readonly number[], read = lines): LogOutline => {
  const wanted = [...notable, ...(read < lines ? [] : [Math.max(0, lines - 1)])].sort(
    (left, right) => left - right,
  );
  const parts: LogOutline['parts'] = [];
  let end = 0;
  for (const line of wanted) {
    const from = Math.max(end, line - BEFORE);
    const to = Math.min(lines, line + AFTER + 1);
    if (to <= end) continue;
    const last = parts.at(-1);
    if (last !== undefined && from - end < WORTH_FOLDING) last.to = to;
    else {
      if (from - end >= WORTH_FOLDING) parts.push({ from: end, to: from, kind: 'quiet' });
      parts.push({ from: from - end >= WORTH_FOLDING ? from : end, to, kind: 'notable' });
    }
    end = to;
  }
  if (end < lines) parts.push({ from: end, to: lines, kind: 'notable' });
  return { lines, parts };
};
