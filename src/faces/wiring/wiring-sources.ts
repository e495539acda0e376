import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readSourceFile } from '../../shell/adapters/analysers/extraction/read-source-file.ts';
import { locateRepository, type Places } from '../../shell/adapters/git/repository/locate-repository.ts';
import type { ConventionTools } from '../../shell/ports/convention-tools.ts';
import type { SourceExtraction } from '../../shell/ports/source-extraction.ts';
import type { BriefTools } from '../../shell/sources/build-brief.ts';

export { extractWaiting } from '../../shell/adapters/analysers/extraction/waiting-extraction.ts';

const MAX_READERS = 8;

/** A file of the work tree for callers that cannot wait; null for a link, a folder or nothing. */
export const readWorkTreeFile = (root: string, path: string): Uint8Array | null =>
  readSourceFile(join(root, path));

/** Looks at schemas; loaded by whoever has some. */
export const openSchemaChecks = async () =>
  (await import('../../shell/adapters/schemas/check-schemas.ts')).checkSchemas;

const pools = new Map<string, SourceExtraction>();

/** Facts that are known of sources, and processes that read more. */
const openSourceTools = async ({
  root,
  objectFormat: format,
}: Pick<Places, 'root' | 'objectFormat'>): Promise<Omit<ConventionTools, 'checkSchemas'>> => {
  const [{ openFactPack }, { createExtractionPool }, { parseToml }] = await Promise.all([
    import('../../shell/adapters/store/cache/fact-pack.ts'),
    import('../../shell/adapters/analysers/extraction/extraction-pool.ts'),
    import('../../shell/adapters/config/parse-toml.ts'),
  ]);
  const processes = Math.min(MAX_READERS, availableParallelism());
  // Readers are slow to start and keep nobody alive: the next brief finds them waiting.
  const extraction = pools.get(format) ?? createExtractionPool(format, { processes });
  pools.set(format, extraction);
  return { facts: openFactPack(root), parseToml, extraction };
};

/** What the project brief needs: the work tree, and tools to read it. */
export const openBriefTools = async (directory: string): Promise<BriefTools> => {
  const [places, { openWorkingTree }, { excludeHydraFolder }] = await Promise.all([
    locateRepository(directory),
    import('../../shell/adapters/git/repository/open-working-tree.ts'),
    import('../../shell/adapters/git/repository/exclude-hydra-folder.ts'),
  ]);
  await excludeHydraFolder(places);
  return { tree: openWorkingTree(places), ...(await openSourceTools(places)) };
};

/** `home`: whose facts are used, where it is another. */
export const openConventionTools = async (directory: string, home: string): Promise<ConventionTools> => {
  const [{ objectFormat }, checkSchemas] = await Promise.all([
    locateRepository(directory),
    openSchemaChecks(),
  ]);
  return { ...(await openSourceTools({ root: home, objectFormat })), checkSchemas };
};
