import { flagCatalogue } from '../../src/core/analyse/flags/flag-catalogue.ts';
import { code, GENERATED, markdownTable } from './markdown-table.ts';

/** docs/flags.md, from the catalogue. */
export const flagReference = (): string => {
  const rows = flagCatalogue.map(({ id, standard, consent, meaning, advice }) => [
    code(id),
    consent ? `${standard}, and a merge needs consent` : standard,
    meaning,
    advice,
  ]);
  const table =
    rows.length === 0
      ? ['No flag is raised by this version.']
      : markdownTable(['flag', 'unless you say otherwise', 'meaning', 'what to do'], rows);
  return [
    '# Flags',
    '',
    GENERATED,
    '',
    'A flag is something suspicious in a candidate, with its place, the rule that raised it and what it found.',
    'A flag that blocks makes its candidate not mergeable; one that warns is shown. See [trust](trust.md).',
    '',
    ...table,
    '',
  ].join('\n');
};
