import { FOLDERS, PAGES } from '../folders.mjs';
import { markdownTable } from './markdown-table.ts';

const shown = (folder: string, each: boolean): string => `\`src/${folder}${each ? '/NAME' : ''}\``;
const named = (imports: readonly string[]): string =>
  imports.length === 0
    ? '–'
    : imports.map((path) => path.replace(/^core\/(?!$)|^shell\/(?=adapters)/, '')).join(', ');

/** The folders of the source and what each may import, by the import rules. */
export const folderTable = (): readonly string[] =>
  markdownTable(
    ['folder', 'holds', 'may import'],
    [
      ...FOLDERS.map(({ folder, each = false, holds, imports }) => [
        shown(folder, each),
        holds,
        named(imports),
      ]),
      [`\`${PAGES.folder}\``, PAGES.holds, `types of ${named(PAGES.imports)}`],
    ],
  );
