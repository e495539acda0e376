import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { liftSuppressions } from '../../../core/analyse/change/lift-suppressions.ts';
import { extensionOf } from '../../../core/languages/languages.ts';
import type { ChangedSourceFile } from '../../../core/domain/evidence/assessment.ts';
import { mapMeasured, type Measured, missing } from '../../../core/domain/measured.ts';
import type { RawReport } from '../../../core/domain/check/output-parser.ts';
import { runBounded } from './run-bounded.ts';

const TIMEOUT_MS = 30_000;
const CONFIGURATION =
  '{ "plugins": ["typescript", "unicorn", "oxc"], "env": { "node": true, "browser": true } }';
const NAME_OF = /"filename": ?"(\d{1,6}\/file\.[a-z]{2,3})"/g;

const { resolve } = createRequire(import.meta.url);
const program = (): string => join(dirname(resolve('oxlint/package.json')), 'bin', 'oxlint');

/** Our own names: none is an option, a configuration or a way out of the folder. */
const placeOf = (path: string, at: number): string => `${at}/file.${extensionOf(path)}`;

const withOwnNames = (json: string, files: readonly ChangedSourceFile[]): string =>
  json.replaceAll(NAME_OF, (found, place: string) => {
    const file = files[Number(place.split('/')[0])];
    return file === undefined ? found : `"filename": ${JSON.stringify(file.path)}`;
  });

/** Oxlint's usual rules on copies of the files; suppressions in the change are removed. */
export const bundledOxlint = async (files: readonly ChangedSourceFile[]): Promise<Measured<RawReport>> => {
  const folder = await mkdtemp(join(tmpdir(), 'hydra-oxlint-'));
  try {
    await writeFile(join(folder, 'rules.json'), CONFIGURATION);
    for (const [at, file] of files.entries()) {
      const place = join(folder, placeOf(file.path, at));
      await mkdir(dirname(place));
      await writeFile(place, liftSuppressions(file));
    }
    const words = [
      program(),
      '-f',
      'json',
      '--no-ignore',
      '--disable-nested-config',
      '-c',
      'rules.json',
      '.',
    ];
    const env = { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1' };
    const ran = await runBounded({
      program: process.execPath,
      words,
      cwd: folder,
      env,
      timeoutMs: TIMEOUT_MS,
    });
    return mapMeasured(ran, ({ stdout, exitCode }) => ({
      documents: [{ name: 'stdout', text: withOwnNames(stdout, files) }],
      exitCode,
      root: folder,
    }));
  } catch (error) {
    return missing('not-configured', `oxlint could not be run: ${(error as Error).message}`);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};
