import { expect, test } from 'vitest';
import { type FieldContext, newFieldContext } from '../../../../src/shell/evaluate/field/field-context.ts';
import { type CellRequest, cellSubjects } from '../../../../src/shell/evaluate/lanes/run-cells.ts';

type Project = { readonly profile: string; readonly origin?: string; readonly projects?: readonly string[] };

const contextOf = ({ profile, origin = 'profile', projects }: Project, level = 'sandboxed'): FieldContext => {
  const check = (kind: string, command: string) => ({ kind, name: kind, command, origin });
  return newFieldContext({
    tools: { digest: (text: string) => text, dispatcher: { isolation: { level } } },
    plan: {
      profile,
      checks: [check('build', 'make'), check('test', 'make test')],
      recompile: check('build', 'make again'),
      selectTests: null,
      ...(projects === undefined
        ? {}
        : { projects: projects.map((each) => ({ folder: each, profile: each })) }),
    },
    base: { commit: 'base', installed: { status: 'installed' } },
    around: {},
    options: {},
  } as unknown as FieldContext);
};

const CELL: CellRequest = { id: 'a', owner: 'a', name: 'own', changes: [], files: null, ownInstall: false };
const cellIn = (context: FieldContext, more: Partial<CellRequest> = {}) =>
  cellSubjects(context, [{ ...CELL, ...more }])[0]!;

test.each<[string, Project, Partial<CellRequest>, readonly string[]]>([
  ['tests that compile need no build', { profile: 'rust' }, {}, ['own']],
  ['watched ones must not compile', { profile: 'rust' }, { traced: true }, ['prepare-own-0', 'own']],
  ['another command may need a build', { profile: 'rust' }, { command: './a' }, ['prepare-own-0', 'own']],
  ['so may a configured one', { profile: 'go', origin: 'config' }, {}, ['prepare-own-0', 'own']],
  ['tests of scripts need their build', { profile: 'js-node' }, {}, ['prepare-own-0', 'own']],
  ['of two projects both must', { profile: 'go', projects: ['go', 'js-node'] }, {}, ['prepare-own-0', 'own']],
  ['and two that do need none', { profile: 'go', projects: ['go', 'rust'] }, {}, ['own']],
])('%s', (_, project, more, expected) => {
  expect(cellIn(contextOf(project), more).checks?.map(({ name }) => name)).toEqual(expected);
});

test('elsewhere all start from the base compiled there, unless they install for themselves or nothing is kept', () => {
  const context = contextOf({ profile: 'rust' });
  const there = cellIn(context, { place: 'later' });
  expect(there.after).toMatchObject({
    id: 'recompile-elsewhere',
    place: 'moved',
    changes: [],
    lasting: true,
  });
  expect(cellIn(context).after).toBeUndefined();
  expect(cellIn(context, { place: 'later', ownInstall: true }).after).toBeUndefined();
  expect(cellIn(contextOf({ profile: 'rust' }, 'container'), { place: 'later' }).after).toBeUndefined();
});
