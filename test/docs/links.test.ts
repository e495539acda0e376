import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allPages, anchorOf, anchorsOf, checkout } from './markdown.ts';

const LINK = /!?\[[^\]]*\]\(([^)\s]+)\)/g;
const ELSEWHERE = /^[a-z]+:/;

/** Faults of the links of a page, one sentence each. */
const brokenLinks = (page: (typeof allPages)[number]): string[] =>
  [...page.prose.replaceAll(/`[^`\n]*`/g, '').matchAll(LINK)].flatMap(([, target = '']) => {
    if (ELSEWHERE.test(target)) return target.startsWith('https://') ? [] : [`${target} is no https link`];
    const [file = '', anchor] = target.split('#');
    const path = file === '' ? page.path : normalize(join(dirname(page.path), file));
    if (path.startsWith('..') || !existsSync(join(checkout, path))) return [`${target}: there is no ${path}`];
    if (anchor === undefined) return [];
    const other = allPages.find((one) => one.path === path);
    if (other === undefined) return [`${target}: ${path} is no page`];
    return anchorsOf(other).has(anchor) ? [] : [`${target}: ${path} has no heading #${anchor}`];
  });

describe('links', () => {
  test.each(allPages.map((page) => [page.path, page] as const))('of %s resolve', (_, page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  test('of a page are found at all', () => {
    const page = {
      path: 'docs/x.md',
      text: '',
      blocks: [],
      prose: '[a](none.md) [b](index.md#none) `[c](d.md)`',
    };
    expect(brokenLinks(page)).toHaveLength(2);
  });

  test('to a heading follow the rule of the host', () => {
    expect(anchorOf('[scoring.diff_scope]')).toBe('scoringdiff_scope');
    expect(anchorOf('4. Evaluate, and `merge`')).toBe('4-evaluate-and-merge');
  });

  test('reach every guide from the index', () => {
    const index = allPages.find(({ path }) => path === 'docs/index.md');
    const missing = allPages
      .filter(({ path }) => /^docs\/[^/]+\.md$/.test(path) && path !== 'docs/index.md')
      .filter(({ path }) => !index?.prose.includes(`(${path.slice('docs/'.length)})`));
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});

test('no page mentions a place of one machine or a registry', () => {
  const named = allPages.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /\/root\b|\/work\/|\/home\/(?!hydra)\w+|https?:\/\/[\w.-]*(registry|mirror|artifact)[\w.-]*/g,
      ),
    ].map(([what]) => `${path}: ${what}`),
  );
  expect(named).toEqual([]);
});
