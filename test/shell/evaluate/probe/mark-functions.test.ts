import { afterAll, expect, test } from 'vitest';
import { goProbe } from '../../../../src/core/languages/go/probe.ts';
import {
  changedFunctions,
  markFile,
  neighboursIn,
  obstaclesIn,
} from '../../../../src/core/probe/mark-functions.ts';
import type { FileVersion } from '../../../../src/core/syntax/file-version.ts';
import { createAnalysisProcess } from '../../../../src/shell/adapters/analysers/analysis-process.ts';
import { createSyntaxReader } from '../../../../src/shell/adapters/analysers/syntax-reader.ts';
import { openVersionReader } from '../../../../src/shell/evaluate/change/read-version.ts';

const analysis = createAnalysisProcess();
afterAll(() => analysis.close());
const reader = openVersionReader(createSyntaxReader(analysis));
const versionOf = async (text: string): Promise<FileVersion> => {
  const { version } = await reader.read('clock.go', Buffer.from(text));
  if (version === null) throw new Error('not read');
  return version;
};

const GO = `// Package clock tells the time.
package clock

func Parse(text string, more ...int) int { return len(text) + shift(&Timer{}, 1) }

func Print(text string) int {
	return Parse(text)
}

func other() {}

func (t *Timer) Shift(by, twice int) (at int, err error) {
	return t.at + by, nil
}

func (Timer Timer) String() string { return "" }

func shift(*Timer, int) int { return 0 }

func Map[T any](all []T) []T { return all }

func (s *Stack[T]) Push(one T) {}

func init() {}

func outside(n int) int
`;

test('functions of Go report their receiver and parameters', async () => {
  const version = await versionOf(GO);
  const ids: Readonly<Record<string, number>> = {
    Parse: 4,
    'Timer.Shift': 5,
    'Timer.String': 6,
    shift: 7,
    Map: 8,
  };
  const marked = markFile(goProbe, version, (name) => ids[name]) ?? '';
  const added = marked.split('\n').filter((line) => line.includes('hydraProbeSeen'));
  expect(added).toEqual([
    'func Parse(text string, more ...int) int {hydraProbeSeen(4, Parse, text, more); return len(text) + shift(&Timer{}, 1) }',
    'func (t *Timer) Shift(by, twice int) (at int, err error) {hydraProbeSeen(5, (*Timer).Shift, t, by, twice);',
  ]);
  expect(marked.split('\n')).toHaveLength(GO.split('\n').length);
  expect(version.syntax && goProbe.companion?.(version.syntax).text).toMatch(/^package clock\n/);
});

test('functions of Go that cannot report have a reason', async () => {
  expect(obstaclesIn(goProbe, await versionOf(GO))).toEqual([
    { name: 'Timer.String', obstacle: 'a parameter hides its name' },
    { name: 'shift', obstacle: 'a parameter has no name' },
    { name: 'Map', obstacle: 'it has type parameters' },
    { name: 'Push', obstacle: 'it has type parameters' },
  ]);
  const constrained = await versionOf(`//go:build linux\n\npackage clock\n\nfunc Now() int { return 1 }\n`);
  expect(obstaclesIn(goProbe, constrained)).toEqual([
    { name: 'Now', obstacle: 'its file is not part of every build' },
  ]);
});

test('with a changed function those are probed that name it, and those that name these', async () => {
  const [before, after] = [await versionOf(GO), await versionOf(GO.replace('return 0', 'return 1'))];
  const changed = changedFunctions(goProbe, before, after);
  expect(changed).toEqual(['shift']);
  expect(neighboursIn(goProbe, before, changed)).toEqual(['Parse', 'Print', 'shift']);
});
