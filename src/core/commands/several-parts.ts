import { type CommandPart, PART, STATUS } from '../domain/check/command-part.ts';
import { shellQuote } from '../domain/check/shell-quote.ts';

/** The command in a folder of the repository, whose name needs no quotes. */
export const inFolder = (folder: string, command: string): string =>
  folder === '' ? command : `cd ${folder} && ${command}`;

const STDOUT = 'stdout';

const collect = ({ report }: CommandPart): string => {
  if (report.from !== 'workspace-files') return '';
  const pattern = shellQuote(`./${report.pattern}`.replaceAll(/\*+\/?/g, '*'));
  return `find . -path ${pattern} -type f | head -n 1000 | while read -r file; do cp "$file" "$HYDRA_REPORT_DIR/$(echo "$file" | tr / _)"; done; `;
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
      : `if [ $status -ne 0 ] && [ -z "$(ls -A "$HYDRA_REPORT_DIR")" ]; then ${redirected(part, part.plain)}; fi\n`;
  return `( HYDRA_REPORT_DIR="$reports/${number}"; export HYDRA_REPORT_DIR; mkdir -p "$HYDRA_REPORT_DIR"
${redirected(part, part.command)}
${again}${inFolder(part.folder, `{ ${collect(part)}true; }`)}
for file in "$HYDRA_REPORT_DIR"/*; do [ -f "$file" ] && mv "$file" "$reports/${PART}${number}-$(basename "$file")"; done
echo $status > "$reports/${PART}${number}-${STATUS}"
exit $status ) || failed=$?
`;
};

/**
 * One command that runs each part in its folder, whatever becomes of the others. Every part has a report folder of its
 * own, and its files end up in the common one under the part's number.
 */
export const severalCommand = (parts: readonly (CommandPart & { readonly number: number })[]): string =>
  `reports="$HYDRA_REPORT_DIR"; failed=0\n${parts.map((part) => runPart(part, part.number)).join('')}exit $failed`;
