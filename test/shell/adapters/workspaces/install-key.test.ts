import { expect, test } from 'vitest';
import { installKey } from '../../../../src/shell/adapters/workspaces/workspace/install-layer.ts';

const keyOf = (compiles: readonly string[] | undefined, blobs: Readonly<Record<string, string>>): string =>
  installKey({
    install: {
      command: 'pip install -e .',
      manifests: ['setup.py'],
      scope: 'manifests',
      compiles,
      network: true,
      timeoutMs: 1,
      env: {},
      environment: [],
    },
    commit: 'a'.repeat(40),
    tracked: Object.entries(blobs).map(([path, blob]) => ({ path, blob, mode: '100644' })),
    tools: '',
    kind: 'overlay',
  });

test('sources that an installation compiles are part of its key, and others are not', () => {
  const base = { 'setup.py': '1', 'pkg/a.c': '1', 'pkg/a.py': '1' };
  for (const compiles of [['.c'], undefined])
    expect(keyOf(compiles, { ...base, 'pkg/a.py': '2' })).toBe(keyOf(compiles, base));
  expect(keyOf(['.c'], { ...base, 'pkg/a.c': '2' })).not.toBe(keyOf(['.c'], base));
  expect(keyOf(['.c'], { ...base, 'pkg/b.c': '1' })).not.toBe(keyOf(['.c'], base));
  expect(keyOf(undefined, { ...base, 'pkg/a.c': '2' })).toBe(keyOf(undefined, base));
});
