import { collectGlossary } from '../analyse/brief/collect-glossary.ts';
import { describeTests } from '../analyse/brief/describe-tests.ts';
import { findEntryPoints } from '../analyse/brief/find-entry-points.ts';
import { schemaKind } from '../analyse/brief/find-schemas.ts';
import { findCycles } from '../analyse/brief/imports/find-cycles.ts';
import { buildImportGraph, type ImportGraph } from '../analyse/brief/imports/import-graph.ts';
import { observeDirections } from '../analyse/brief/imports/observe-directions.ts';
import { inferNaming } from '../analyse/brief/infer-naming.ts';
import { listFilePatterns } from '../analyse/brief/list-file-patterns.ts';
import { rankCounts } from '../analyse/brief/rank-counts.ts';
import { HydraConfig } from '../domain/policy/hydra-config.ts';
import type { ProjectBrief } from '../domain/source/project-brief.ts';
import { folderOf } from '../domain/source/path-parts.ts';
import type { SourceIndex } from '../domain/source/source-index.ts';
import { languageById } from '../languages/languages.ts';
import { planChecks } from '../profile/plan-checks.ts';

const MAX_LISTED = 40;

/** What a brief was computed from, for further use. */
export type DescribedProject = { readonly brief: ProjectBrief; readonly graph: ImportGraph };

const languages = ({ files }: SourceIndex): ProjectBrief['languages'] => {
  const [count, lines] = [new Map<string, number>(), new Map<string, number>()];
  for (const { row } of files) {
    if (row === null) continue;
    const name = languageById(row.language).title;
    count.set(name, (count.get(name) ?? 0) + 1);
    lines.set(name, (lines.get(name) ?? 0) + row.lines);
  }
  return rankCounts(lines, MAX_LISTED).map(([language, sum]) => ({
    language,
    files: count.get(language) ?? 0,
    lines: sum,
  }));
};

/** Folders two levels deep, by lines of source. */
const layout = ({ files }: SourceIndex): ProjectBrief['layout'] => {
  const folders = new Map<string, { files: number; lines: number }>();
  for (const { path, row } of files) {
    const parts = folderOf(path)
      .split('/')
      .filter((part) => part !== '');
    for (let depth = 1; depth <= Math.min(2, parts.length); depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      const known = folders.get(folder) ?? { files: 0, lines: 0 };
      known.files += 1;
      known.lines += row?.lines ?? 0;
      folders.set(folder, known);
    }
  }
  return rankCounts(new Map([...folders].map(([folder, { lines }]) => [folder, lines])), MAX_LISTED).map(
    ([folder]) => ({ folder, ...(folders.get(folder) ?? { files: 0, lines: 0 }) }),
  );
};

const summariseImports = ({ edges, external, unresolved }: ImportGraph): ProjectBrief['imports'] => {
  const importers = new Map<string, number>();
  for (const { to } of edges) importers.set(to, (importers.get(to) ?? 0) + 1);
  return {
    internal: edges.length,
    external: rankCounts(external, MAX_LISTED).map(([name, count]) => ({ name, count })),
    unresolved,
    mostImported: rankCounts(importers, 20).map(([path, count]) => ({ path, count })),
    cycles: findCycles(edges)
      .slice(0, 20)
      .map((cycle) => cycle.slice(0, MAX_LISTED)),
  };
};

const plan = ({
  files,
  texts,
}: SourceIndex): Pick<ProjectBrief, 'packageManager' | 'profile' | 'commands'> => {
  const facts = { files: files.map(({ path }) => path), texts: Object.fromEntries(texts) };
  const planned = planChecks(facts, HydraConfig.parse({}));
  if ('unplanned' in planned) return { packageManager: null, profile: null, commands: {} };
  const { packageManager, profile, commands } = planned;
  return { packageManager, profile, commands: { ...commands } };
};

export const describeProject = (index: SourceIndex): DescribedProject => {
  const graph = buildImportGraph(index);
  const known = languages(index);
  const brief: ProjectBrief = {
    version: 1,
    files: index.files.length,
    lines: known.reduce((sum, { lines }) => sum + lines, 0),
    languages: known,
    ...plan(index),
    layout: layout(index),
    layers: [...observeDirections(index, graph.edges)].slice(0, 100),
    naming: [...inferNaming(index)],
    fileNames: [...listFilePatterns(index)],
    glossary: collectGlossary(index),
    imports: summariseImports(graph),
    tests: describeTests(index),
    schemas: index.files
      .flatMap(({ path, role }) => {
        const kind = role === 'generated' || role === 'test' ? null : schemaKind(path);
        return kind === null ? [] : [{ kind, path }];
      })
      .slice(0, 100),
    entryPoints: findEntryPoints(index),
    notes: [...index.notes],
  };
  return { brief, graph };
};
