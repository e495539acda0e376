import { extensionOf, type Formatter } from './formatter.ts';
import { gofmtFormatter } from './gofmt-formatter.ts';
import { javaFormatter } from './java-formatter.ts';
import { prettierFormatter } from './prettier-formatter.ts';
import { ruffFormatter } from './ruff-formatter.ts';
import { rustfmtFormatter } from './rustfmt-formatter.ts';

const FORMATTERS: readonly Formatter[] = [
  prettierFormatter,
  ruffFormatter,
  gofmtFormatter,
  rustfmtFormatter,
  javaFormatter,
];

const BY_EXTENSION = new Map(
  FORMATTERS.flatMap((formatter) => formatter.extensions.map((extension) => [extension, formatter] as const)),
);

export const formatterFor = (path: string): Formatter | undefined => BY_EXTENSION.get(extensionOf(path));
