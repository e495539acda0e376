import { hasFlag, withFlags, withoutFlags } from '../../commands/command-flags.ts';
import { word } from '../../commands/command-line.ts';
import { rebuilt } from '../../commands/linter-tool.ts';
import type { Tool, ToolReport } from '../../commands/tool.ts';

const LOG: ToolReport = { from: 'log' };

const goTest: Tool = {
  id: 'go test',
  names: ['go'],
  parser: 'go-test-json',
  report: { from: 'stdout', name: 'tests.jsonl' },
  instrument(call) {
    if (call.args[0]?.text !== 'test' || hasFlag(call.args, ['-c', '-bench', '-list'])) return null;
    const args = withoutFlags(call.args.slice(1), { bare: ['-json'] });
    return rebuilt(call, [word('test'), word('-json'), ...args]);
  },
};

const gotestsum: Tool = {
  id: 'gotestsum',
  names: ['gotestsum'],
  parser: 'go-test-json',
  report: { from: 'given-file', name: 'tests.jsonl' },
  instrument: (call) =>
    rebuilt(
      call,
      withFlags(withoutFlags(call.args, { valued: ['--jsonfile'] }), [`--jsonfile=${call.file}`]),
    ),
};

export const goTestRunners: readonly Tool[] = [goTest, gotestsum];

/** Version 2 renamed the flag, so the version has to be known; see the profile. */
export const golangciFlags = (version: 1 | 2): string =>
  version === 2 ? '--output.json.path=stdout --show-stats=false' : '--out-format=json --show-stats=false';

const golangci: Tool = {
  id: 'golangci-lint',
  names: ['golangci-lint'],
  parser: 'golangci-json',
  report: { from: 'stdout', name: 'lint.json' },
  instrument: (call) =>
    hasFlag(call.args, ['--output.json.path', '--out-format'])
      ? rebuilt(call, withoutFlags(call.args, { bare: ['--fix'] }))
      : null,
};

export const goLinters: readonly Tool[] = [
  {
    id: 'go vet',
    names: ['go'],
    parser: 'go-vet-json',
    report: LOG,
    instrument: (call) =>
      call.args[0]?.text === 'vet'
        ? rebuilt(call, [
            word('vet'),
            word('-json'),
            ...withoutFlags(call.args.slice(1), { bare: ['-json'] }),
          ])
        : null,
  },
  {
    id: 'gofmt',
    names: ['gofmt'],
    parser: 'gofmt-list',
    report: LOG,
    instrument: (call) =>
      hasFlag(call.args, ['-l', '-d']) && !hasFlag(call.args, ['-w']) ? rebuilt(call, call.args) : null,
  },
  golangci,
];
