import type { PanelTest, PanelTests } from '../../domain/evidence/panel-tests.ts';
import { listFirst, plural } from '../../text/amounts.ts';
import { showUsd } from '../bench/show-amount.ts';
import { printableLine } from '../text/printable.ts';

const MOST_SHOWN = 8;
const LONGEST_ID = 120;
const MOST_NAMES = 6;

const listed = (names: readonly string[]): string => listFirst(names, MOST_NAMES);

const WHY_NOT = {
  unsteady: 'its result changes from run to run',
  'passes-on-base': 'it passes on the base',
  'passes-nowhere': 'it passes with no candidate',
} as const;

const testLine = ({ id, state, passed, failed }: PanelTest): string => {
  const named = printableLine(id, LONGEST_ID);
  if (state !== 'admitted') return `  ${named} does not count: ${WHY_NOT[state]}`;
  const fails = failed.length === 0 ? '' : `; fails with ${listed(failed)}`;
  return `  ${named}: passes with ${listed(passed)}${fails}`;
};

/** Tests that a model wrote from the task alone: which count, and who passes them. */
export const panelTestLines = ({ model, costUsd, waiting, tests }: PanelTests): readonly string[] => {
  const cost = costUsd.known ? showUsd(costUsd.value) : 'cost unknown';
  const from = `Tests written from the task alone (${model}, ${cost})`;
  const lines = waiting
    ? [`${from}: the request has no reply yet.`]
    : !tests.known
      ? [`${from}: none ran: ${tests.reason}.`]
      : [
          `${from}: ${tests.value.filter(({ state }) => state === 'admitted').length} of ${plural(tests.value.length, 'test')} count.`,
          ...tests.value
            .toSorted((one, other) => Number(other.state === 'admitted') - Number(one.state === 'admitted'))
            .slice(0, MOST_SHOWN)
            .map(testLine),
        ];
  return lines.map((line) => printableLine(line, 400));
};
