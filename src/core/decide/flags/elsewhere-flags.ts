import type { Captured, Evidence } from '../../domain/evidence/evidence.ts';
import type { Flag } from '../../domain/flags/flag.ts';
import { listed } from './attempt-flags.ts';

const many = (ids: readonly string[]): string =>
  ids.length === 1 ? '1 test passes' : `${ids.length} tests pass`;

/**
 * Whether it is the candidate that depends on the date, and not the test: the base may fail it on any date, but at least
 * as many other changes pass it on both dates as on one.
 */
const passesOnOtherDates = ({ evidence }: Captured, id: string): boolean => {
  const [steady, dated] = [new Set<string>(), new Set<string>()];
  for (const { elsewhere, tests, matrix, tree, pinned } of evidence) {
    if (elsewhere?.known !== true) continue;
    const source = pinned?.tree ?? tree;
    const passed =
      (tests.known && new Map(Object.entries(tests.value.outcomes ?? {})).get(id) === 'passed') ||
      matrix?.proven.includes(id) === true;
    const { changed, changedOwn = [] } = elsewhere.value;
    if (elsewhere.value.dated?.includes(id) === true) dated.add(source);
    else if (passed && ![...changed, ...changedOwn].includes(id)) steady.add(source);
  }
  return steady.size >= dated.size;
};

/** What the tests show in other surroundings. */
export const elsewhereFlags = (captured: Captured, { elsewhere }: Evidence): Flag[] => {
  if (elsewhere?.known !== true) return [];
  const { moved = [], otherwise = [], dated = [] } = elsewhere.value;
  const alone = dated.filter((id) => passesOnOtherDates(captured, id));
  const shared = dated.filter((id) => !alone.includes(id));
  return [
    ...(moved.length === 0
      ? []
      : [
          {
            id: 'place-dependent',
            rule: 'moved',
            sentence: `${many(moved)} only in the place of the first run, and not at another path, as another user, on another host`,
            evidence: listed(moved),
          },
        ]),
    ...(otherwise.length === 0
      ? []
      : [
          {
            id: 'surroundings-dependent',
            rule: 'elsewhere',
            sentence: `${many(otherwise)} only in some time zones, locales, orders of tests or seeds`,
            evidence: listed(otherwise),
          },
        ]),
    ...(alone.length === 0
      ? []
      : [
          {
            id: 'date-dependent',
            rule: 'dated',
            sentence: `${many(alone)} only on the date of the first run, and with other candidates on a later date too`,
            evidence: listed(alone),
          },
        ]),
    ...(shared.length === 0
      ? []
      : [
          {
            id: 'surroundings-dependent',
            rule: 'dated',
            sentence: `${many(shared)} only on the date of the first run, and not some months later`,
            evidence: listed(shared),
          },
        ]),
  ];
};
