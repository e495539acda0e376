import type {
  LabEstimate,
  LabInterval,
  LabInstance,
  LabReport,
  SelectorReport,
} from '../../domain/lab/lab-report.ts';
import type { ReportLayout } from '../report-format.ts';
import { roundDeep } from '../text/round-deep.ts';
import type { Paint } from '../text/paint.ts';
import { DASH as NONE } from '../bench/show-amount.ts';
import { printableLine } from '../text/printable.ts';
import { plural } from '../../text/amounts.ts';

const NAME_WIDTH = 12;

const percent = (share: number | null): string => (share === null ? NONE : `${(100 * share).toFixed(1)} %`);
const fixed = (value: number | null): string => (value === null ? NONE : value.toFixed(2));

const within = (interval: LabInterval | null, show: (value: number) => string): string =>
  interval === null ? '' : ` (${show(interval.low)} to ${show(interval.high)})`;

/** Tasks of one repository resemble each other, so repositories are resampled if there are several. */
const recoveryCell = ({ value, over_repositories, over_tasks }: LabEstimate): string =>
  fixed(value) + within(over_repositories ?? over_tasks, (bound) => bound.toFixed(2));

const namedCell = ({ named: { winners, precision }, tasks }: SelectorReport): string =>
  winners === 0 ? 'none' : `${winners} of ${tasks}, ${percent(precision)} right`;

const row = (cells: readonly string[]): string => {
  const [name = '', right = '', recovery = '', named = '', error = ''] = cells;
  return `  ${name.padEnd(NAME_WIDTH)} ${right.padStart(8)}  ${recovery.padEnd(22)} ${named.padEnd(26)} ${error}`.trimEnd();
};

const selectorRow = (report: SelectorReport): string =>
  row([
    report.selector,
    percent(report.selected.value),
    recoveryCell(report.recovery),
    namedCell(report),
    fixed(report.calibration?.ece ?? null),
  ]);

const skippedLines = ({ selectors }: LabReport): readonly string[] =>
  selectors.flatMap(({ selector, skipped }) =>
    skipped === null
      ? []
      : [
          `  ${selector} was not asked about ${plural(skipped.tasks, 'task')}: ${printableLine(skipped.reason)}`,
        ],
  );

const reliabilityLines = ({ selector, calibration }: SelectorReport, paint: Paint): readonly string[] =>
  calibration === null
    ? []
    : [
        '',
        paint.bold(`${selector}: ${calibration.forecasts} probabilities, and how many were right`),
        ...calibration.bins
          .filter(({ count }) => count > 0)
          .map(
            ({ from, to, count, probability, right }) =>
              `  ${from.toFixed(1)} to ${to.toFixed(1)}  ${String(count).padStart(5)}  said ${fixed(probability)}  were ${fixed(right)}`,
          ),
        `  calibration error ${fixed(calibration.ece)}, Brier score ${fixed(calibration.brier)}`,
      ];

const outcomeMark = ({ pick, right, selected }: LabInstance, paint: Paint): string => {
  if (pick === null) return paint.dim(selected === null ? 'open ' : `open ${fixed(selected)}`);
  if (right === null) return paint.dim('?    ');
  return right ? paint.good('right') : paint.bad('wrong');
};

const instanceLines = ({ selector, instances }: SelectorReport, paint: Paint): readonly string[] => [
  '',
  paint.bold(`${selector}, task by task`),
  ...instances.map(
    (instance) =>
      `  ${outcomeMark(instance, paint)}  ${printableLine(instance.task, 60)}: ${printableLine(instance.reason, 200)}`,
  ),
];

/** `explain`: also the outcome of each task, and why. */
export type ExplainedLab = { readonly report: LabReport; readonly explain: boolean };

export const labLines = ({ report, explain }: ExplainedLab, { paint }: ReportLayout): readonly string[] => {
  const decisive = Math.max(0, ...report.selectors.map((selector) => selector.decisive));
  return [
    `${plural(report.tasks, 'task')} of ${report.repositories === 1 ? '1 repository' : `${report.repositories} repositories`}, ${plural(report.candidates, 'candidate')}; ${decisive} with right and wrong candidates`,
    '',
    paint.dim(row(['selector', 'right', 'recovery (95 %)', 'winner named', 'calibration error'])),
    ...report.selectors.map(selectorRow),
    row(['oracle', decisive === 0 ? NONE : percent(1), decisive === 0 ? NONE : fixed(1)]),
    ...skippedLines(report),
    ...report.selectors.flatMap((selector) => reliabilityLines(selector, paint)),
    ...(explain ? report.selectors.flatMap((selector) => instanceLines(selector, paint)) : []),
  ];
};

/** As printed; the outcome of each task only if requested. */
export const toLabContract = ({ report, explain }: ExplainedLab): unknown =>
  roundDeep({
    ...report,
    selectors: report.selectors.map(({ instances, ...selector }) =>
      explain ? { ...selector, instances } : selector,
    ),
  });
