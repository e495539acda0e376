import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ENGINE_VERSION } from '../../core/domain/run/engine-version.ts';
import { askRepository } from '../../shell/adapters/git/repository/ask-repository.ts';
import { classifySource } from '../../shell/adapters/git/repository/classify-source.ts';
import { locateRepository } from '../../shell/adapters/git/repository/locate-repository.ts';
import { resolveBase } from '../../shell/adapters/git/repository/resolve-base.ts';
import { openKnownFields } from '../../shell/adapters/store/cache/file-known-fields.ts';
import { loadVerdict } from '../../shell/adapters/store/runs/load-verdict.ts';
import { onDisk } from '../../shell/adapters/store/files/store-fault.ts';
import { storeLayout } from '../../shell/adapters/store/runs/store-layout.ts';
import { localFiles } from '../../shell/adapters/system/local-files.ts';
import { sha256 } from '../../shell/adapters/system/system-clock.ts';
import {
  hasProgram,
  identifyMachine,
  identifyPrograms,
} from '../../shell/adapters/workspaces/host/machine-identity.ts';
import type { Tools } from '../../shell/ports/tools.ts';
import type { StoredVerdict } from '../../shell/ports/run-store.ts';
import type { RecallTools } from '../../shell/evaluate/recall/recall-evaluation.ts';
import { cacheFolder } from './wiring-folders.ts';

type Home = { readonly root: string; readonly commonDir: string; readonly cacheDir: string };

export const readEnvironment = (names: readonly string[]): Readonly<Record<string, string>> => {
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = process.env[name];
    if (value !== undefined) values[name] = value;
  }
  return values;
};

/** Another build of the same version may decide differently. */
const engine = async (): Promise<string> => {
  const { mtimeMs } = await stat(fileURLToPath(import.meta.url));
  return `${ENGINE_VERSION} ${mtimeMs}`;
};

/** Known answers, and everything outside the repository that would change them. */
export const openMemory = ({
  root,
  commonDir,
  cacheDir,
}: Home): Pick<Tools, 'fields' | 'surroundings' | 'hasProgram'> => {
  const places = { repositoryRoot: root, gitDir: commonDir, cacheDir };
  return {
    fields: openKnownFields(root),
    surroundings: {
      engine,
      machine: identifyMachine,
      programs: (names) => identifyPrograms(places, names),
    },
    hasProgram: (name) => hasProgram(places, name),
  };
};

type Recall = {
  readonly tools: RecallTools;
  readonly load: (id: string) => Promise<StoredVerdict>;
};

/** Only what a known answer needs: nothing that runs, parses or judges is loaded. */
export const openRecall = async (directory: string): Promise<Recall> => {
  const places = await locateRepository(directory);
  const { root, commonDir } = places;
  const ask = askRepository(places);
  const tools: RecallTools = {
    repository: {
      root,
      resolveBase: (ref) => resolveBase(ask, ref),
      classifySource: (at) => classifySource(ask, at),
    },
    ...openMemory({ root, commonDir, cacheDir: cacheFolder(commonDir) }),
    files: localFiles,
    digest: sha256,
    readEnvironment,
  };
  const layout = storeLayout(root);
  return { tools, load: (id) => onDisk('reading the run', async () => loadVerdict(layout, id)) };
};
