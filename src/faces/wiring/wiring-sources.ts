import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createWaitingExtraction } from '../../shell/adapters/analysers/extraction/waiting-extraction.ts';
import { readSourceFile } from '../../shell/adapters/analysers/extraction/read-source-file.ts';
import { locateRepository, type Places } from '../../shell/adapters/git/repository/locate-repository.ts';
import type { SchemaChecks } from '../../shell/adapters/schemas/check-schemas.ts';
import type { ConventionTools } from '../../shell/ports/convention-tools.ts';
import type { SourceExtraction } from '../../shell/ports/source-extraction.ts';
import type { BriefTools } from '../../shell/sources/build-brief.ts';
import type { Session } from './session.ts';

const MAX_READERS = 8;

/** A file of the work tree for callers that cannot wait; null unless it is a regular file. */
export const readWorkTreeFile = (root: string, path: string): Uint8Array | null =>
  readSourceFile(join(root, path));

/** Schema checks of a session, in processes of their own. */
export const openSchemaChecks = async (session: Session): Promise<SchemaChecks> => {
  const { createSchemaChecks } = await import('../../shell/adapters/schemas/check-schemas.ts');
  return session.share('schema checks', createSchemaChecks);
};

/** For callers that cannot wait: one thread of the session reads files while the caller's thread waits. */
export const openWaitingExtraction = createWaitingExtraction;

/** Known facts about sources, and processes that read more. They are slow to start, so a session keeps them. */
const openSourceTools = async (
  session: Session,
  { root, objectFormat: format }: Pick<Places, 'root' | 'objectFormat'>,
  signal: AbortSignal = session.signal,
): Promise<Omit<ConventionTools, 'checkSchemas'>> => {
  const [{ openFactPack }, { createExtractionPool }, { parseToml }] = await Promise.all([
    import('../../shell/adapters/store/cache/fact-pack.ts'),
    import('../../shell/adapters/analysers/extraction/extraction-pool.ts'),
    import('../../shell/adapters/config/parse-toml.ts'),
  ]);
  const processes = Math.min(MAX_READERS, availableParallelism());
  const pool = await session.share(`extraction ${format}`, () => createExtractionPool(format, { processes }));
  const extraction: SourceExtraction = {
    extract: (requests, onEach) => pool.extract(requests, onEach, signal),
  };
  return { facts: openFactPack(root), parseToml, extraction };
};

/** What the project brief needs: the work tree, and tools to read it. */
export const openBriefTools = async (session: Session, directory: string): Promise<BriefTools> => {
  const [places, { openWorkingTree }, { excludeHydraFolder }] = await Promise.all([
    locateRepository(directory),
    import('../../shell/adapters/git/repository/open-working-tree.ts'),
    import('../../shell/adapters/git/repository/exclude-hydra-folder.ts'),
  ]);
  await excludeHydraFolder(places);
  return { tree: openWorkingTree(places), ...(await openSourceTools(session, places)) };
};

/** `home`: the repository whose known facts are used. */
export const openConventionTools = async (
  session: Session,
  {
    directory,
    home,
    signal,
  }: { readonly directory: string; readonly home: string; readonly signal: AbortSignal },
): Promise<ConventionTools> => {
  const [{ objectFormat }, schemas] = await Promise.all([
    locateRepository(directory),
    openSchemaChecks(session),
  ]);
  return {
    ...(await openSourceTools(session, { root: home, objectFormat }, signal)),
    checkSchemas: (questions) => schemas.check(questions, signal),
  };
};
