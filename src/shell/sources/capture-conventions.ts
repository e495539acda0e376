import { decodeText } from '../../core/text/decode-text.ts';
import { schemaKind } from '../../core/analyse/brief/find-schemas.ts';
import { languageOf } from '../../core/languages/languages.ts';
import { type DescribedProject, describeProject } from '../../core/brief/describe-project.ts';
import type { ConventionEvidence } from '../../core/dimensions/convention/convention-evidence.ts';
import { type Measured, measured, missing } from '../../core/domain/measured.ts';
import type { SchemaFindings } from '../../core/domain/check/schema-findings.ts';
import type { ChangedSource, ConventionBreach } from '../../core/domain/candidate/source-change.ts';
import type { SourceReading } from '../../core/domain/source/source-facts.ts';
import type { SourceIndex } from '../../core/domain/source/source-index.ts';
import { gatherConventions, type GatheredConventions } from '../../core/documents/score-conventions.ts';
import type { ConventionTools } from '../ports/convention-tools.ts';
import type { GitRepository } from '../ports/git-repository.ts';
import type { TreeChange } from '../ports/workspaces.ts';
import { checkChangedSchemas } from './check-changed-schemas.ts';
import { indexSources } from './index-sources.ts';
import { treeOrigin } from './tree-origin.ts';

const MAX_BREACHES = 200;
const MAX_NAMES = 20_000;
const FILES_AT_ONCE = 200;

export type ConventionBase = DescribedProject & { readonly index: SourceIndex; readonly tree: string };
type Repository = Pick<GitRepository, 'listBlobs' | 'readBlobs' | 'changes'>;

/** What changes are compared with: names, imports and layers of the base commit, never of a work tree. */
export const describeBase = async (
  repository: Repository,
  tools: ConventionTools,
  tree: string,
): Promise<ConventionBase> => {
  const index = await indexSources(treeOrigin(repository, tree), tools);
  return { ...describeProject(index), index, tree };
};

type Content = { readonly path: string; readonly bytes: Uint8Array };

const isFile = ({ mode }: TreeChange): boolean => mode.startsWith('100');

const readWritten = async (repository: Repository, changes: readonly TreeChange[]): Promise<Content[]> => {
  const blobs = await repository.readBlobs(changes.flatMap(({ blob }) => blob ?? []));
  return changes.flatMap(({ path, blob }) => {
    const bytes = blobs.get(blob ?? '');
    return bytes === undefined ? [] : [{ path, bytes }];
  });
};

type Written = { readonly changes: readonly ChangedSource[]; readonly schemas: Map<string, string> };

const readChanged = async (
  repository: Repository,
  { extraction }: ConventionTools,
  written: readonly TreeChange[],
): Promise<Written> => {
  const readings = new Map<string, SourceReading>();
  const schemas = new Map<string, string>();
  const wanted = written.filter(({ path }) => languageOf(path) !== null || schemaKind(path) !== null);
  for (let from = 0; from < wanted.length; from += FILES_AT_ONCE) {
    const group = await readWritten(repository, wanted.slice(from, from + FILES_AT_ONCE));
    for (const { path, bytes } of group)
      if (schemaKind(path) !== null) schemas.set(path, decodeText(bytes).text);
    const sources = group.filter(({ path }) => languageOf(path) !== null);
    await extraction.extract(sources, (at, { reading }) => readings.set(sources[at]?.path ?? '', reading));
  }
  const unread = { unread: 'its content could not be read' };
  const after = (path: string): SourceReading | null =>
    languageOf(path) === null ? null : (readings.get(path) ?? unread);
  return { changes: written.map(({ path }) => ({ path, after: after(path), removed: false })), schemas };
};

const schemaErrors = ({ errors, missing: lacking }: SchemaFindings): Measured<number> => {
  if (errors.length > 0 || lacking.length === 0) return measured(errors.length);
  return missing('not-configured', lacking.map(({ kind, reason }) => `${kind}: ${reason}`).join('; '));
};

const schemaBreaches = ({ errors }: SchemaFindings): readonly ConventionBreach[] =>
  errors.map(({ kind, path, message }) => ({
    rule: 'schema',
    path,
    found: message,
    expected: `a ${kind} file without this error`,
  }));

/** Only what the model reads again is stored: styles of kinds that occur in the change. */
const toEvidence = (
  { facts, breaches, notes }: GatheredConventions,
  further: readonly ConventionBreach[],
): ConventionEvidence => {
  const named = facts.identifiers.known ? facts.identifiers.value : [];
  const kinds = new Set(named.map(({ kind }) => kind));
  const casing = facts.casing.known ? [...facts.casing.value] : [];
  const all = [...breaches, ...further];
  return {
    identifiers:
      named.length > MAX_NAMES
        ? missing('candidate', `more than ${MAX_NAMES} names are new`)
        : facts.identifiers,
    glossary: facts.glossary.known ? facts.glossary.value.slice(0, MAX_NAMES) : [],
    casing: casing.flatMap(([kind, style]) => (style !== null && kinds.has(kind) ? [{ kind, style }] : [])),
    ...(facts.usage === undefined ? {} : { usage: facts.usage.slice(0, MAX_NAMES) }),
    boundary_errors: facts.new_boundary_errors.known ? facts.new_boundary_errors.value : 0,
    schema_errors: facts.schema_errors,
    file_pattern: facts.file_pattern.known ? facts.file_pattern.value : 1,
    breaches: all.slice(0, MAX_BREACHES).map((breach) => ({ ...breach })),
    notes: [
      ...notes,
      ...(all.length > MAX_BREACHES ? [`${all.length - MAX_BREACHES} more breaches are not listed`] : []),
    ],
  };
};

/** A candidate's tree next to the base's; links and submodules have no names. */
export const captureConvention = async (
  repository: Repository,
  tools: ConventionTools,
  base: ConventionBase,
  tree: string,
): Promise<ConventionEvidence> => {
  const all = await repository.changes(base.tree, tree);
  const removals = all.flatMap(({ path, blob }) => (blob === null ? [path] : []));
  const written = all.filter((change) => change.blob !== null && isFile(change));
  const { changes, schemas } = await readChanged(repository, tools, written);
  const found = await checkChangedSchemas(tools.checkSchemas, base.index, {
    writes: schemas,
    removals,
    readBase: (paths) => treeOrigin(repository, base.tree).readTexts(paths),
  });
  const gone = removals.map((path): ChangedSource => ({ path, after: null, removed: true }));
  const { index, brief, graph } = base;
  const subject = { index, brief, edges: graph.edges, changes: [...changes, ...gone] };
  return toEvidence(gatherConventions(subject, schemaErrors(found)), schemaBreaches(found));
};
