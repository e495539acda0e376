import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOf } from '../../../core/profile/plan-fixture.ts';
import { has, unless } from '../../../support/needs.ts';
import { type Fixture, makeFixture } from './workspace-fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await makeFixture('auto');
});
afterAll(() => fixture.remove());

/** The cache of all tests, if there is one: another test may have compiled the library already. */
const cacheDir = (): string => process.env['HYDRA_CACHE_DIR'] ?? fixture.cacheDir;

test.skipIf(!has.sandbox || !has.go)(
  `a Go project does not compile the standard library for every base${unless('sandbox')}${unless('go')}`,
  async () => {
    const { install } = planOf({ 'go.mod': 'module tiny\n' });
    const commit = fixture.commit(`
      printf 'module tiny\\n\\ngo 1.21\\n' > go.mod
      printf 'package tiny\\n\\nimport "strings"\\n\\nfunc Up(text string) string { return strings.ToUpper(text) }\\n' > up.go
      printf 'package tiny\\n\\nimport "testing"\\n\\nfunc TestUp(t *testing.T) { Up("a") }\\n' > up_test.go`);
    const workspaces = await fixture.open({ cacheDir: cacheDir() });
    const logFile = join(fixture.folder, 'install.log');
    const all = 'go build -x ./...; go vet -x ./...; go test -x -count=1 -run=^$ ./...';
    const { installed } = await workspaces.prepareBase(
      commit,
      { ...install!, command: all, network: false },
      logFile,
    );
    expect(installed.status).toBe('installed');
    const compiled = readFileSync(logFile, 'utf8').matchAll(/\/compile .* -p (\S+)/g);
    expect([...new Set([...compiled].map(([, name]) => name))].sort()).toEqual(['main', 'tiny']);
  },
);
