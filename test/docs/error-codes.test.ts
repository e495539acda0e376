import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkout, guides } from './markdown.ts';

const THROWN = /new (User|Infrastructure)Error\(\s*'([^']+)'/g;
const EXIT_OF = { User: '2', Infrastructure: '3' } as const;

/** Code → exit codes, from the source. */
const thrownCodes = (): ReadonlyMap<string, Set<string>> => {
  const codes = new Map<string, Set<string>>();
  const sources = readdirSync(join(checkout, 'src'), { recursive: true, withFileTypes: true });
  for (const entry of sources.filter(({ name }) => name.endsWith('.ts'))) {
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const [, kind, code = ''] of text.matchAll(THROWN)) {
      const exits = codes.get(code) ?? new Set();
      codes.set(code, exits.add(EXIT_OF[kind as keyof typeof EXIT_OF]));
    }
  }
  return codes;
};

test('every error code of the source is in docs/troubleshooting.md, with its exit code, and no other', () => {
  const page = guides.find(({ path }) => path === 'docs/troubleshooting.md');
  const [, table = ''] = page?.text.split('\n## Error codes\n') ?? [];
  const rows = [...table.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(
    ([, code = '', exit = '']) => `${code} (exit ${exit.trim()})`,
  );
  const thrown = [...thrownCodes()].map(
    ([code, exits]) => `${code} (exit ${[...exits].toSorted().join(' or ')})`,
  );
  expect({
    undocumented: thrown.filter((code) => !rows.includes(code)),
    gone: rows.filter((row) => !thrown.includes(row)),
  }).toEqual({ undocumented: [], gone: [] });
  expect(rows).toEqual(rows.toSorted());
});
