import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** One historical fix. Commands replace those of its language, for the run by hand only; Hydra never sees them. */
export const WildCase = z.strictObject({
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  language: z.enum(['javascript', 'typescript', 'python', 'go', 'rust', 'java', 'ruby', 'cpp']),
  fix: z.string().regex(/^[0-9a-f]{40}$/),
  install: z.string().optional(),
  test: z.string().optional(),
});
export type WildCase = z.infer<typeof WildCase>;

export const readWildList = (file: string | URL): readonly WildCase[] =>
  z.array(WildCase).parse(JSON.parse(readFileSync(file, 'utf8')));

export const WILD_LIST = readWildList(new URL('wild-list.json', import.meta.url));

type Commands = { readonly install: string; readonly test: string };
const NPM: Commands = {
  install: 'npm install --no-audit --no-fund --ignore-scripts --legacy-peer-deps',
  test: 'npm test',
};
const BY_HAND: Readonly<Record<WildCase['language'], Commands>> = {
  javascript: NPM,
  typescript: NPM,
  python: {
    install: 'python3 -m venv .venv && .venv/bin/pip install -q -e . pytest',
    test: '.venv/bin/python -m pytest -q -p no:cacheprovider',
  },
  go: { install: 'go mod download', test: 'go test ./...' },
  rust: { install: 'cargo fetch', test: 'cargo test -q' },
  java: { install: 'true', test: 'mvn -q -B test' },
  ruby: { install: 'true', test: 'rake test' },
  cpp: {
    install: 'cmake -S . -B build-by-hand',
    test: 'cmake --build build-by-hand && ctest --test-dir build-by-hand --output-on-failure',
  },
};

export const commandsOf = ({ language, install, test }: WildCase): Commands => ({
  install: install ?? BY_HAND[language].install,
  test: test ?? BY_HAND[language].test,
});
