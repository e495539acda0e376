import type { Flag } from '../../../domain/flags/flag.ts';
import { classifyHarnessPath } from '../../harness/harness-paths.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';
import { pairTests } from '../reading/pair-tests.ts';
import { flagAt } from '../reading/sightings.ts';

const baseRecords = (files: readonly FileChange[], part: 'snapshot' | 'fixture'): readonly FileChange[] =>
  files.filter(
    (file) =>
      file.change !== 'added' &&
      file.change !== 'copied' &&
      classifyHarnessPath(file.oldPath ?? file.path) === part,
  );

/** Data that the base's tests compare with or read; pinned anyway, so only a note. */
export const testDataChanged: FlagRule = {
  rule: 'test-data-changed',
  find({ files }): readonly Flag[] {
    const of = (part: 'snapshot' | 'fixture', id: string, what: string) =>
      baseRecords(files, part).map((file): Flag => {
        const done = file.change === 'deleted' ? 'removed' : 'changed';
        return {
          id,
          rule: `${part}-${done}`,
          sentence: `The ${what} ${file.path} of the base is ${done}.`,
          file: file.path,
        };
      });
    return [
      ...of('snapshot', 'snapshot-rewritten', 'snapshot'),
      ...of('fixture', 'fixture-changed', 'test support file'),
    ];
  },
};

/** Tests of the base whose text changed; ordinary if behaviour is meant to change. */
export const testEdited: FlagRule = {
  rule: 'test-edited',
  find: (change) =>
    pairTests(change)
      .pairs.filter(({ before, after }) => before.test.text !== after.test.text)
      .map(({ after: { test, file, version } }) =>
        flagAt(
          'test-edited',
          { file: file.path, version, offset: test.offset },
          { rule: 'test-edited', sentence: `The test “${test.name}” of the base is edited.` },
        ),
      ),
};
