import { hasFlag } from '../../commands/command-flags.ts';
import { firstIs, linterTool } from '../../commands/linter-tool.ts';
import type { Tool, ToolReport } from '../../commands/tool.ts';
import { COMPILERS } from './compilers.ts';
import { LAUNCHERS } from './launchers.ts';

const FILE: ToolReport = { from: 'given-file', name: 'lint.json' };
const STDOUT: ToolReport = { from: 'stdout', name: 'lint.json' };

export const scriptLinters: readonly Tool[] = [
  linterTool({
    launchers: LAUNCHERS,
    id: 'eslint',
    parser: 'eslint-json',
    report: FILE,
    drop: {
      bare: ['--fix', '--fix-dry-run', '--cache', '--color', '--no-color'],
      valued: [
        '-f',
        '--format',
        '-o',
        '--output-file',
        '--fix-type',
        '--cache-location',
        '--cache-file',
        '--cache-strategy',
      ],
    },
    asks: (file) => ['-f', 'json', '-o', file],
    applies: (args) => !hasFlag(args, ['--init', '--print-config', '--version']),
  }),
  linterTool({
    launchers: LAUNCHERS,
    id: 'xo',
    parser: 'eslint-json',
    report: STDOUT,
    drop: { bare: ['--fix'], valued: ['--reporter'] },
    asks: () => ['--reporter=json'],
  }),
  linterTool({
    launchers: LAUNCHERS,
    id: 'oxlint',
    parser: 'oxlint-json',
    report: STDOUT,
    drop: { bare: ['--fix', '--fix-suggestions', '--fix-dangerously'], valued: ['-f', '--format'] },
    asks: () => ['--format', 'json'],
  }),
  linterTool({
    launchers: LAUNCHERS,
    id: 'biome',
    parser: 'biome-json',
    report: STDOUT,
    drop: {
      bare: ['--write', '--fix', '--apply', '--apply-unsafe', '--unsafe', '--colors'],
      valued: ['--reporter', '--max-diagnostics'],
    },
    asks: () => ['--reporter=json', '--max-diagnostics=none'],
    applies: firstIs('check', 'lint', 'ci'),
  }),
  linterTool({
    launchers: LAUNCHERS,
    id: 'tsc',
    checksTypes: true,
    names: COMPILERS,
    parser: 'tsc',
    report: { from: 'log' },
    drop: { bare: ['--watch', '-w'], valued: ['--pretty'] },
    asks: () => ['--pretty', 'false'],
  }),
];
