import type { SuiteFile } from '../../../core/domain/experiment/experiment-task.ts';
import type { Digest } from '../../ports/clock.ts';

/** Over names, modes and bytes: any difference gives another hash. */
export const filesHash = (files: readonly SuiteFile[], digest: Digest): string =>
  digest(
    files
      .map(({ path, bytes, executable }) => `${path}\0${executable ? 'x' : '-'}\0${digest(bytes)}\n`)
      .join(''),
  );
