import type { Profile, RepoFacts } from '../domain/source/repo-facts.ts';
import { assemblePlan, type Proposal } from './assemble-plan.ts';
import { golangciFlags } from './linters.ts';
import { readableCommand } from './readable-command.ts';

const MANIFEST = /(^|\/)go\.(mod|sum|work|work\.sum)$/;
const GOLANGCI = ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'];
/** Compiles what vet and tests will need; what does not compile is for the checks to say. */
const WARM_UP = '{ go build ./...; go vet ./...; go test -count=1 -run=^$ ./... >/dev/null; true; }';

const lintCommand = ({ files, texts }: RepoFacts): string => {
  const config = GOLANGCI.find((file) => files.includes(file));
  if (config === undefined) return 'go vet ./...';
  const second = /^\s*["']?version["']?\s*[:=]\s*["']?2\b/m.test(texts[config] ?? '');
  return `golangci-lint run ${golangciFlags(second ? 2 : 1)}`;
};

const propose = (facts: RepoFacts): Proposal => {
  const vendored = facts.files.includes('vendor/modules.txt');
  return {
    profile: 'go',
    packageManager: 'go modules',
    install: { command: `${vendored ? '' : 'go mod download && '}${WARM_UP}`, scope: 'tree' },
    manifests: facts.files.filter((path) => MANIFEST.test(path) || path === 'vendor/modules.txt'),
    build: 'go build ./...',
    test: readableCommand('test', 'go test ./...'),
    lint: readableCommand('lint', lintCommand(facts)),
    prelude: '',
    env: { CI: 'true', GOFLAGS: vendored ? '-mod=vendor' : '-mod=readonly' },
    notes: [],
  };
};

export const go: Profile = {
  id: 'go',
  reads: GOLANGCI,
  detects: ({ files }) => files.includes('go.mod'),
  plan: (facts, config) => assemblePlan(propose(facts), config),
};
