import { describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { guides, type Block } from './markdown.ts';
import { openShop } from './scratch-shop.ts';

const runnable = (block: Block): boolean => block.language === 'sh' && block.marks.includes('run');

const expectedExit = ({ marks }: Block): number =>
  Number(marks.find((mark) => mark.startsWith('exit='))?.slice('exit='.length) ?? 0);

const pages = guides.flatMap(({ path, blocks }) =>
  blocks.some(runnable) ? [[path, blocks.filter(runnable)] as const] : [],
);

describe('shell blocks', () => {
  test('are marked to be run in the pages that teach', () => {
    expect(pages.map(([path]) => path)).toEqual(
      expect.arrayContaining(['docs/getting-started.md', 'docs/scoring.md']),
    );
  });

  test.skipIf(!has.sandbox).each(pages)(
    `of %s work from top to bottom${unless('sandbox')}`,
    async (_, blocks) => {
      const shop = await openShop();
      try {
        for (const block of blocks) {
          const { code, stdout, stderr } = await shop.sh(block.text);
          expect(code, `${block.at}\n${stdout}\n${stderr}`).toBe(expectedExit(block));
        }
      } finally {
        await shop.remove();
      }
    },
  );
});
