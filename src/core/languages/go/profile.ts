import type { RepoFacts } from '../../domain/source/repo-facts.ts';
import { joinPath } from '../parts/import-target.ts';
import type { Profile, Proposal } from '../parts/profile.ts';
import { golangciFlags } from './tools.ts';

const MANIFEST = /(^|\/)go\.(mod|sum|work|work\.sum)$/;
const GOLANGCI = ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'];
/** Compiles everything that vet and tests need; the checks report compile errors. */
const COMPILE = '{ go build ./...; go vet ./...; go test -count=1 -run=^$ ./... >/dev/null; true; }';
/** What every test needs of the standard library: Go comes without it compiled. */
const WARM_UP = [
  `( printf 'module warm\\n\\ngo 1.18\\n' > go.mod`,
  `printf 'package warm\\n\\nimport "fmt"\\n\\nfunc Warm() string { return fmt.Sprint() }\\n' > warm.go`,
  `printf 'package warm\\n\\nimport "testing"\\n\\nfunc TestWarm(t *testing.T) { Warm() }\\n' > warm_test.go`,
  `GOFLAGS=-mod=mod; GOWORK=off; export GOFLAGS GOWORK; ${COMPILE} )`,
].join('\n');

const lintCommand = ({ files, texts }: RepoFacts): string => {
  const config = GOLANGCI.find((file) => files.includes(file));
  if (config === undefined) return 'go vet ./...';
  const second = /^\s*["']?version["']?\s*[:=]\s*["']?2\b/m.test(texts[config] ?? '');
  return `golangci-lint run ${golangciFlags(second ? 2 : 1)}`;
};

const MODULE = /^module\s+(\S+)/m;
const REPLACED = /^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+\.{1,2}\//gm;

/** Modules of this repository that are required as released: tests would run those, not the tree. */
const releasedModules = ({ files, texts }: RepoFacts): readonly string[] => {
  const text = (texts['go.mod'] ?? '').slice(0, 200_000);
  const root = MODULE.exec(text)?.[1];
  if (root === undefined || Object.hasOwn(texts, 'go.work')) return [];
  const replaced = new Set([...text.matchAll(REPLACED)].map(([, name]) => name));
  return files
    .filter((path) => path.endsWith('/go.mod'))
    .map((path) => `${root}/${path.slice(0, -'/go.mod'.length)}`)
    .filter(
      (name) =>
        !replaced.has(name) && new RegExp(`^\\s*(?:require\\s+)?${escapeText(name)}\\s+v`, 'm').test(text),
    )
    .map(
      (name) =>
        `${name} is required as released, although it is in this repository: tests run the release (a replace directive or go.work would take the tree)`,
    );
};

/** Folders of the modules that go.work names. */
const usedFolders = ({ texts }: RepoFacts): readonly string[] | null => {
  const text = Object.hasOwn(texts, 'go.work') ? texts['go.work'] : undefined;
  if (text === undefined) return null;
  const lines = text
    .replaceAll(/\/\/.*/g, '')
    .replaceAll(/^\s*use\s*\(([^)]*)\)/gm, (_, list: string) => list.replaceAll(/^\s*(?=\S)/gm, 'use '))
    .split('\n');
  return lines.flatMap((line) => {
    const [, folder] = /^\s*use\s+"?([^\s"]+)"?\s*$/.exec(line) ?? [];
    return folder === undefined ? [] : [joinPath('', folder) ?? folder];
  });
};

/** The root's tests may be in a module of their own, which go.work joins to it. */
const patternsOf = (facts: RepoFacts): string => {
  const used = usedFolders(facts) ?? [];
  const ofTests = used.includes('') ? used.filter((folder) => /^tests?$/.test(folder)) : [];
  return ['./...', ...ofTests.map((folder) => `./${folder}/...`)].join(' ');
};

/** A module that go.work leaves out cannot be run while go.work is in force. */
const leaveWorkspace = (proposal: Proposal): Proposal => {
  const prelude = 'export GOWORK=off; ';
  const { install } = proposal;
  return {
    ...proposal,
    prelude: prelude + proposal.prelude,
    install: install === null ? null : { ...install, command: prelude + install.command },
  };
};

const escapeText = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\*]/g, String.raw`\$&`);

const propose = (facts: RepoFacts): Proposal => {
  const proposal = proposeWith(facts, patternsOf(facts));
  return usedFolders(facts)?.includes('') === false ? leaveWorkspace(proposal) : proposal;
};

const proposeWith = (facts: RepoFacts, tests: string): Proposal => {
  const vendored = facts.files.includes('vendor/modules.txt');
  return {
    packageManager: 'go modules',
    install: {
      command: `${vendored ? '' : 'go mod download && '}${COMPILE}`,
      scope: 'tree',
      warmUp: WARM_UP,
    },
    manifests: facts.files.filter((path) => MANIFEST.test(path) || path === 'vendor/modules.txt'),
    build: 'go build ./...',
    recompile: 'go build ./...; go test -count=1 -vet=off -run=^$ ./... >/dev/null; true',
    test: `go test ${tests}`,
    lint: lintCommand(facts),
    prelude: '',
    env: { CI: 'true', GOFLAGS: vendored ? '-mod=vendor' : '-mod=readonly' },
    notes: releasedModules(facts).map((text) => ({ about: 'test', text })),
  };
};

export const goProfile: Profile = {
  id: 'go',
  recognisedBy: '`go.mod`',
  example: { files: ['go.mod'], texts: {} },
  images: ['golang:1'],
  reads: [...GOLANGCI, 'go.mod', 'go.work'],
  detects: ({ files }) => files.includes('go.mod'),
  propose,
  /** `./...` stops at a module, also at one that go.work names. */
  reaches: () => false,
  below: (proposal, facts, folder) =>
    usedFolders(facts)?.includes(folder) === false ? leaveWorkspace(proposal) : proposal,
  environment: {
    toolchain: ['GOROOT', 'GOTOOLCHAIN'],
    mirrors: ['GOPROXY', 'GOSUMDB', 'GONOSUMDB', 'GOPRIVATE'],
  },
  compilesOnInstall: true,
  testsCompile: true,
  ownClock: true,
};
