import { join } from 'node:path';
import { diagnoseBase } from '../../../core/analyse/base/diagnose-base.ts';
import type { BaseHealth } from '../../../core/domain/evidence/base-health.ts';
import { BASELINE } from '../../../core/domain/evidence/baseline.ts';
import type { Captured } from '../../../core/domain/evidence/evidence.ts';
import type { CheckPlan } from '../../../core/domain/source/repo-facts.ts';
import type { CaptureTools } from './capture-tools.ts';

const LOG_BYTES = 4 * 1024 * 1024;
const SUBMODULE_PATH = /^\s*path\s*=\s*(.+?)\s*$/gm;
const USES_LFS = /^[^#\n]*\bfilter=lfs\b/m;

type Field = Pick<Captured, 'baseline' | 'base'> & { readonly plan: CheckPlan };

/** Searches the logs of the base for reasons why it cannot be built or tested here. */
export const captureHealth = async (
  { run, files, repository }: Pick<CaptureTools, 'run' | 'files' | 'repository'>,
  { baseline, base, plan }: Field,
): Promise<BaseHealth> => {
  const read = async (path: string): Promise<string> =>
    (await files.readBounded(path, LOG_BYTES))?.text ?? '';
  const logOf = async (kind: 'build' | 'test'): Promise<string> => {
    const found = baseline.runs.find(({ check }) => check.kind === kind);
    if (found === undefined || found.outcome.status === 'not-started') return '';
    return read(join(run.folder, found.outcome.log.path));
  };
  const modules = (await repository.readText(base.tree, '.gitmodules')) ?? '';
  const attributes = (await repository.readText(base.tree, '.gitattributes')) ?? '';
  return diagnoseBase({
    plan,
    baseline,
    logs: {
      install: await read(run.logFile(BASELINE, 'install.log')),
      build: await logOf('build'),
      test: await logOf('test'),
    },
    submodules: [...modules.matchAll(SUBMODULE_PATH)].map(([, path = '']) => path),
    usesLfs: USES_LFS.test(attributes),
  });
};
