import { baseName } from '../../domain/source/path-parts.ts';

/** How a file is named: `test_user_service.py` has a prefix, `cart.test.ts` a suffix, `OrderService.ts` a last word. */
export type FileShape = {
  readonly ending: string;
  /** `test_` and the like, or nothing. */
  readonly prefix: string;
  /** `.test`, `.controller`, `_test`, or nothing. */
  readonly suffix: string;
  readonly stem: string;
  readonly lastWord: string;
};

const PREFIX = /^(?:test|spec)[_-]/;
const SUFFIX = /[_-](?:test|spec)$/;
const LAST_WORD = /(?:^|[a-z0-9_-])([A-Z][a-z0-9]+|[a-z0-9]+)$/;
const LONGEST = 255;

export const fileShape = (path: string): FileShape => {
  const name = baseName(path).slice(0, LONGEST);
  const dot = name.lastIndexOf('.');
  const [body, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, ''];
  const inner = body.indexOf('.', 1);
  const dotted = inner > 0 ? body.slice(inner) : '';
  const rest = inner > 0 ? body.slice(0, inner) : body;
  const prefix = PREFIX.exec(rest)?.[0] ?? '';
  const tail = dotted === '' ? (SUFFIX.exec(rest)?.[0] ?? '') : '';
  const stem = rest.slice(prefix.length, rest.length - tail.length);
  const word = LAST_WORD.exec(stem)?.[1] ?? '';
  return { ending, prefix, suffix: dotted || tail, stem, lastWord: word === stem ? '' : word };
};

export const FILE_STYLES = ['kebab-case', 'snake_case', 'camelCase', 'PascalCase'] as const;
export type FileStyle = (typeof FILE_STYLES)[number];

const PATTERN_OF: Readonly<Record<FileStyle, RegExp>> = {
  'kebab-case': /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  snake_case: /^[a-z0-9]+(?:_[a-z0-9]+)*$/,
  camelCase: /^[a-z][A-Za-z0-9]*$/,
  PascalCase: /^[A-Z][A-Za-z0-9]*$/,
};

/** One lower-case word fits three. `__init__` and the like fit what is inside the underscores. */
export const fileStyles = (stem: string): readonly FileStyle[] => {
  const bare = stem.startsWith('_') ? stem.replaceAll(/^_{1,2}|_{1,2}$/g, '') : stem;
  return FILE_STYLES.filter((style) => PATTERN_OF[style].test(bare));
};
