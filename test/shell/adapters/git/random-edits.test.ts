import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import {
  type Content,
  accepted,
  gitBytes,
  importText,
  removeScratch,
  scratchRepository,
  writeFiles,
} from './scratch-repository.ts';

afterAll(removeScratch);

const name = fc.constantFrom('a', 'b', 'c c', 'é', 'new\nline', '"q"', 'tab\t', '-x', 'UP', '\\');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const lines = fc
  .array(
    fc.constantFrom(
      'x',
      'y',
      '',
      '-- ',
      '--- a/x',
      '+++ b/x',
      '@@ -1 +1 @@',
      '\r',
      'diff --git a/b b/b',
      'From x y',
    ),
    {
      maxLength: 12,
    },
  )
  .chain((all) => fc.boolean().map((ended) => all.join('\n') + (ended ? '\n' : '')));
const content: fc.Arbitrary<Content> = fc.oneof(
  { weight: 5, arbitrary: lines },
  fc.uint8Array({ maxLength: 40 }),
  lines.map((program) => ({ program })),
  fc.constantFrom('a', '../x', '/etc').map((link) => ({ link })),
);
const tree = fc.dictionary(path, content, { maxKeys: 6, noNullPrototype: true });

/** Writes what fits: a later path that needs a folder where a file is takes its place. */
const fill = async (root: string, files: Readonly<Record<string, Content>>): Promise<void> => {
  for (const [file, what] of Object.entries(files)) {
    const names = file.split('/');
    const blocked = names.slice(0, -1).map((_, i) => names.slice(0, i + 1).join('/'));
    if (blocked.some((above) => above in files)) continue;
    await writeFiles(root, { [file]: what });
  }
};

type Tree = Readonly<Record<string, Content>>;

/** git does not apply its own rename of a link whose place a folder takes. */
const folderForLink = (from: Tree, to: Tree): boolean =>
  Object.entries(from).some(
    ([link, what]) =>
      typeof what === 'object' &&
      'link' in what &&
      Object.keys(to).some((file) => file.startsWith(`${link}/`)),
  );

test('any edit → diff → import gives the edited tree, and so does the recorded patch', async () => {
  const scratch = await scratchRepository({ keep: 'k\n' });
  const repository = await scratch.open();
  const commit = async (files: Readonly<Record<string, Content>>) => {
    for (const top of scratch.git(['ls-files', '-z']).split('\0')) {
      if (top !== '') await rm(join(scratch.root, top.split('/')[0] ?? ''), { recursive: true, force: true });
    }
    await fill(scratch.root, files);
    return scratch.commit({ keep: 'k\n' });
  };
  await fc.assert(
    fc.asyncProperty(
      tree,
      tree,
      fc.constantFrom(['-M'], ['--no-renames'], ['-M', '--no-prefix']),
      async (from, to, flags) => {
        const base = await repository.resolveBase(await commit(from));
        const edited = await repository.resolveBase(await commit(to));
        const renames = folderForLink(from, to) ? ['--no-renames'] : flags;
        const diff = gitBytes(scratch.root, ['diff', '--binary', ...renames, base.commit, edited.commit]);
        const imported = accepted(await importText(repository, base, diff));
        expect(imported.tree).toBe(edited.tree);
        expect(accepted(await importText(repository, base, imported.patch)).tree).toBe(edited.tree);
        const byCommit = accepted(
          await repository.importCandidate(base, { kind: 'commit', at: edited.commit }),
        );
        expect(Buffer.from(byCommit.patch).equals(imported.patch)).toBe(true);
        const byFolder = accepted(
          await repository.importCandidate(base, { kind: 'folder', at: scratch.root }),
        );
        expect(byFolder.tree).toBe(edited.tree);
      },
    ),
    { numRuns: 6 },
  );
});
