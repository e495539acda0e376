import { extensionOf, LANGUAGES } from '../../../../core/languages/languages.ts';
import { presentPart } from '../../../../core/languages/parts/missing-part.ts';
import type { Formatter } from './formatter.ts';
import { gofmtFormatter } from './gofmt-formatter.ts';
import { javaFormatter } from './java-formatter.ts';
import { prettierFormatter } from './prettier-formatter.ts';
import { ruffFormatter } from './ruff-formatter.ts';
import { rustfmtFormatter } from './rustfmt-formatter.ts';

/** Every formatter; languages refer to them by id. */
export const FORMATTERS: readonly Formatter[] = [
  prettierFormatter,
  ruffFormatter,
  gofmtFormatter,
  rustfmtFormatter,
  javaFormatter,
];

const BY_ID = new Map(FORMATTERS.map((formatter) => [formatter.id, formatter]));

const BY_EXTENSION = new Map<string, Formatter>([
  ...FORMATTERS.flatMap((formatter) =>
    (formatter.otherExtensions ?? []).map((extension) => [extension, formatter] as const),
  ),
  ...LANGUAGES.flatMap(({ formatter, grammars }) => {
    const known = BY_ID.get(presentPart(formatter) ?? '');
    return known === undefined ? [] : Object.keys(grammars).map((extension) => [extension, known] as const);
  }),
]);

export const formatterFor = (path: string): Formatter | undefined => BY_EXTENSION.get(extensionOf(path));
