import { type Segment, word } from '../../commands/command-line.ts';
import { withFlags, withoutFlags } from '../../commands/command-flags.ts';
import { rebuilt } from '../../commands/linter-tool.ts';
import { FILES, selected } from '../../commands/select-files.ts';
import type { ProgramCall, Tool } from '../../commands/tool.ts';
import { baseName } from '../../domain/source/path-parts.ts';

const NODE_VALUES = new Set(
  '--import -r --require --loader --experimental-loader --env-file -C --conditions --test-name-pattern --test-skip-pattern --test-timeout --test-concurrency'.split(
    ' ',
  ),
);

/** The program is `node` or `tsx` itself: flags for it come before any file. */
const runNodeTest = (call: ProgramCall): Segment => {
  const args = withoutFlags(call.args, {
    bare: ['--watch'],
    valued: ['--test-reporter', '--test-reporter-destination'],
  });
  const asked = ['--test-reporter="$HYDRA_REPORTERS/node-test.mjs"', '--test-reporter-destination=stdout'];
  return rebuilt(call, [...asked.map(word), ...args]);
};

const TEST_PATH = /(?:^|[/.-])tests?(?:[/.-]|$)/;

/** `node --conditions development test/index.js` */
const startsTests = (words: Segment): boolean => {
  const at = words.findIndex(({ text }) => /^(?:node|tsx)$/.test(baseName(text)));
  return at >= 0 && words.slice(at + 1).some(({ text }) => !text.startsWith('-') && TEST_PATH.test(text));
};

export const nodeTestRunner: Tool = {
  id: 'node:test',
  names: ['node:test'],
  parser: 'node-test',
  report: { from: 'own-file', name: 'tests.jsonl' },
  instrument: runNodeTest,
  byVariable: {
    looksLike: /\b(node|tsx)\b[^|;&]{0,300}\s--test\b/,
    sets: 'NODE_OPTIONS="--test-reporter=$HYDRA_REPORTERS/node-test.mjs --test-reporter-destination=stdout ${NODE_OPTIONS:-}"',
    file: 'tests.jsonl',
    mayRun: (segments) => segments.some(startsTests),
  },
  select: (call) => runNodeTest(selected(call, NODE_VALUES, [FILES])),
};

/** node:test with patterns, for TypeScript too. */
export const borp: Tool = {
  id: 'borp',
  mention: /\bborp\b/,
  names: ['borp'],
  parser: 'node-test',
  report: { from: 'own-file', name: 'tests.jsonl' },
  instrument(call) {
    const args = withoutFlags(call.args, {
      bare: ['--watch', '-w', '--coverage', '-C', '--check-coverage'],
      valued: ['--reporter', '-r'],
    });
    return rebuilt(call, withFlags(args, ['--reporter="$HYDRA_REPORTERS/node-test.mjs"']));
  },
};
