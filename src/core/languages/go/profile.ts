import type { RepoFacts } from '../../domain/source/repo-facts.ts';
import type { Profile, Proposal } from '../parts/profile.ts';
import { golangciFlags } from './tools.ts';

const MANIFEST = /(^|\/)go\.(mod|sum|work|work\.sum)$/;
const GOLANGCI = ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'];
/** Compiles what vet and tests will need; the checks report what does not compile. */
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
    packageManager: 'go modules',
    install: { command: `${vendored ? '' : 'go mod download && '}${WARM_UP}`, scope: 'tree' },
    manifests: facts.files.filter((path) => MANIFEST.test(path) || path === 'vendor/modules.txt'),
    build: 'go build ./...',
    test: 'go test ./...',
    lint: lintCommand(facts),
    prelude: '',
    env: { CI: 'true', GOFLAGS: vendored ? '-mod=vendor' : '-mod=readonly' },
    notes: [],
  };
};

export const goProfile: Profile = {
  id: 'go',
  recognisedBy: '`go.mod`',
  example: { files: ['go.mod'], texts: {} },
  images: ['golang:1'],
  reads: GOLANGCI,
  detects: ({ files }) => files.includes('go.mod'),
  propose,
  environment: {
    toolchain: ['GOROOT', 'GOTOOLCHAIN'],
    mirrors: ['GOPROXY', 'GOSUMDB', 'GONOSUMDB', 'GOPRIVATE'],
  },
  compilesOnInstall: true,
};
