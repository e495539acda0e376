import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const checkout = fileURLToPath(new URL('../..', import.meta.url));

export type Block = {
  readonly language: string;
  /** The words after the language: how a test treats the block. */
  readonly marks: readonly string[];
  readonly text: string;
  /** `docs/page.md:12`, for messages. */
  readonly at: string;
};

export type Page = {
  /** Relative to the checkout. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The text without its fenced blocks. */
  readonly prose: string;
};

const FENCE = /^( *)```(.*)$/;

const readPage = (path: string): Page => {
  const text = readFileSync(join(checkout, path), 'utf8');
  const blocks: Block[] = [];
  const prose: string[] = [];
  let open: { readonly info: string; readonly line: number; readonly lines: string[] } | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = FENCE.exec(line);
    if (open === null && fence !== null) open = { info: fence[2] ?? '', line: index + 1, lines: [] };
    else if (open !== null && fence !== null) {
      const [language = '', ...marks] = open.info.trim().split(/\s+/);
      blocks.push({ language, marks, text: `${open.lines.join('\n')}\n`, at: `${path}:${open.line}` });
      open = null;
    } else if (open !== null) open.lines.push(line);
    else prose.push(line);
  }
  if (open !== null) throw new Error(`${path}:${open.line}: the block is never closed`);
  return { path, text, blocks, prose: prose.join('\n') };
};

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(join(checkout, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(checkout, join(entry.parentPath, entry.name)));

const isDecision = (path: string): boolean => path.includes('/decisions/');

/** Every page that a reader may open. */
export const allPages: readonly Page[] = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...markdownIn('docs').toSorted(),
].map(readPage);

/** Without the decision notes: they may speak of what was rejected. */
export const guides: readonly Page[] = allPages.filter(({ path }) => !isDecision(path));

export const blocksOf = (language: string, mark?: string): readonly Block[] =>
  guides.flatMap(({ blocks }) =>
    blocks.filter(
      (block) => block.language === language && (mark === undefined || block.marks.includes(mark)),
    ),
  );

/** GitHub's anchor of a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

export const anchorsOf = ({ prose }: Page): ReadonlySet<string> =>
  new Set([...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));
