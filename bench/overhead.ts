// What the engine adds to checks of known length, and how much memory the coordinator needs.
import {
  atNominalPace,
  cores,
  evaluateField,
  type Line,
  line,
  makeField,
  report,
  slowness,
} from './support.ts';

const TAP = "printf 'TAP version 13\\nok 1 - a\\n1..1\\n'";
const timed = (seconds: number): string => `[scoring.commands]
install = false
build = "sleep ${seconds}"
test = "sleep ${seconds}; ${TAP.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"
lint = false
[scoring.reports]
test = { format = "tap" }
`;

/**
 * Equal checks: the best schedule fills every core to the last round. Build and tests of every tree, and the tests
 * of the base once more, which shows the flaky ones; the cost of controls is measured in bench/trust.ts.
 */
const idealMs = (candidates: number, seconds: number): number =>
  Math.ceil(((candidates + 1) * 2 + 1) / cores) * seconds * 1000;

const GOAL = 1.05;
const ATTEMPTS = 3;

/**
 * Checks are longer in proportion to the machine's slowness, as in a real project. The machine sometimes stalls for
 * seconds, which no schedule can make up for: the best of three counts.
 */
const againstIdeal = async (candidates: number, nominalSeconds: number): Promise<Line> => {
  const seconds = Math.round(nominalSeconds * Math.max(1, slowness()) * 10) / 10;
  const ratios: number[] = [];
  while (ratios.length < ATTEMPTS && !ratios.some((ratio) => ratio <= GOAL)) {
    const field = makeField(candidates, timed(seconds));
    // Without --jobs, other checks would run while these sleep.
    const { ms } = await evaluateField(field, '--jobs', String(cores));
    field.remove();
    ratios.push(ms / idealMs(candidates, seconds));
  }
  const tried = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
  return line(
    `${candidates} candidates, checks of ${seconds} s: wall time over the ideal schedule (best of ${tried})`,
    Math.min(...ratios),
    '×',
    { atMost: GOAL },
  );
};

/** The slope between a small and a large field of checks that do nothing, one at a time. */
const perCheck = async (): Promise<Line> => {
  const at = async (candidates: number): Promise<number> => {
    const field = makeField(candidates, timed(0));
    const { ms } = await evaluateField(field, '--jobs', '1');
    field.remove();
    return ms;
  };
  const ms = await atNominalPace(async () => {
    const few = await at(4);
    return ((await at(44)) - few) / 80;
  });
  return line('own cost of a check, sandbox, log and trace included', ms, 'ms*', { atMost: 30 });
};

const memoryFor = async (candidates: number): Promise<Line> => {
  const field = makeField(candidates, timed(0));
  const { peakMb } = await evaluateField(field);
  field.remove();
  return line(`coordinator memory with ${candidates} candidates`, peakMb, 'MB', { atMost: 300 });
};

const memoryForOutput = async (): Promise<Line> => {
  const field = makeField(
    1,
    `[scoring.commands]\ninstall = false\nbuild = "yes 0123456789abcdef | head -c 1000000000"\ntest = false\nlint = false\n`,
  );
  const { peakMb, code } = await evaluateField(field);
  field.remove();
  if (code === null || code > 1) throw new Error(`evaluate ended with ${code}`);
  return line('coordinator memory with 1 GB of output from each tree', peakMb, 'MB', { atMost: 300 });
};

report('overhead', [
  await againstIdeal(8, 3),
  await againstIdeal(64, 1),
  await perCheck(),
  await memoryFor(200),
  await memoryForOutput(),
]);
