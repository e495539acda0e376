import { type CommandPart, inFolder, PART, STATUS } from '../domain/check/command-part.ts';
import { NO_REPORT } from '../domain/check/no-report.ts';
import { shellQuote } from '../domain/check/shell-quote.ts';

const STDOUT = 'stdout';

/** Finds the reports that a tool can only write into the workspace; null: none. */
const findReports = ({ report }: CommandPart): string | null =>
  report.from === 'workspace-files'
    ? `find . -path ${shellQuote(`./${report.pattern}`.replaceAll(/\*+\/?/g, '*'))} -type f`
    : null;

const collect = (part: CommandPart): string => {
  const find = findReports(part);
  if (find === null) return '';
  return `${find} | head -n 1000 | while read -r file; do cp "$file" "$HYDRA_REPORT_DIR/$(echo "\${file#./}" | tr / _)"; done; `;
};

const redirected = (part: CommandPart, command: string): string => {
  const inside = `( ${inFolder(part.folder, command)}\n)`;
  if (part.report.from === 'stdout') return `${inside} > "$HYDRA_REPORT_DIR/${STDOUT}"; status=$?`;
  if (part.report.from === 'log')
    return `${inside} > "$HYDRA_REPORT_DIR/${STDOUT}" 2>&1; status=$?; cat "$HYDRA_REPORT_DIR/${STDOUT}"`;
  return `${inside}; status=$?`;
};

const runPart = (part: CommandPart, number: number): string => {
  const again =
    part.plain === undefined
      ? ''
      : `if [ $status -ne 0 ] && ${NO_REPORT}; then ${redirected(part, part.plain)}; fi\n`;
  const find = findReports(part);
  // Reports of an earlier run do not belong to this one.
  const clean = find === null ? '' : `( ${inFolder(part.folder, `${find} -delete`)} )\n`;
  return `( HYDRA_REPORT_DIR="$reports/${number}"; export HYDRA_REPORT_DIR; mkdir -p "$HYDRA_REPORT_DIR"
${clean}${redirected(part, part.command)}
${again}${inFolder(part.folder, `{ ${collect(part)}true; }`)}
for file in "$HYDRA_REPORT_DIR"/*; do [ -f "$file" ] && mv "$file" "$reports/${PART}${number}-$(basename "$file")"; done
echo $status > "$reports/${PART}${number}-${STATUS}"
exit $status ) || failed=$?
`;
};

/**
 * One command that runs each part in its folder, regardless of the others' results. Every part has its own report
 * folder, and its files end up in the common one under the part's number.
 */
export const severalCommand = (parts: readonly (CommandPart & { readonly number: number })[]): string =>
  `reports="$HYDRA_REPORT_DIR"; failed=0\n${parts.map((part) => runPart(part, part.number)).join('')}exit $failed`;
