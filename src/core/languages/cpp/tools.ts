import { hasFlag, withFlags, withoutFlags } from '../../commands/command-flags.ts';
import { rebuilt } from '../../commands/linter-tool.ts';
import type { Tool } from '../../commands/tool.ts';

/** Uses of ctest that run no tests, or another program first. */
const OTHER_USES = [
  '-N',
  '--show-only',
  '--print-labels',
  '--help',
  '--version',
  '-D',
  '-M',
  '-T',
  '-S',
  '--build-and-test',
];

const fileIn = (pattern: string, ending: string): string => pattern.replace('.*', `.${ending}`);

const ctest: Tool = {
  id: 'ctest',
  names: ['ctest'],
  parser: 'ctest',
  report: { from: 'given-file', name: 'tests.*' },
  instrument(call) {
    if (hasFlag(call.args, OTHER_USES)) return null;
    const args = withoutFlags(call.args, {
      bare: ['--stop-on-failure', '--rerun-failed', '-Q', '--quiet', '--progress'],
      valued: ['--output-junit', '-O', '--output-log'],
    });
    // Before 3.21 the log is all that it writes.
    const files = ['--output-junit', fileIn(call.file, 'xml'), '--output-log', fileIn(call.file, 'log')];
    return rebuilt(call, withFlags(args, files));
  },
};

export const cppTestRunners: readonly Tool[] = [ctest];

const FIXES = ['-fix', '--fix', '-fix-errors', '--fix-errors', '-fix-notes', '-format'];

const clangTidy = (name: string): Tool => ({
  id: name,
  names: [name],
  parser: 'clang-tidy',
  report: { from: 'log' },
  instrument: (call) =>
    hasFlag(call.args, ['--list-checks', '-list-checks', '--dump-config', '--verify-config', '--version'])
      ? null
      : rebuilt(call, withoutFlags(call.args, { bare: FIXES })),
});

export const cppLinters: readonly Tool[] = [clangTidy('clang-tidy'), clangTidy('run-clang-tidy')];
