import type { CasingStyle, ConventionFacts, Identifier } from '../../domain/source/convention-facts.ts';
import { type Measured, measured, missing } from '../../domain/measured.ts';
import type { ProjectBrief } from '../../domain/source/project-brief.ts';
import {
  type ChangedSource,
  type ConventionBreach,
  isReadSource,
} from '../../domain/candidate/source-change.ts';
import { folderOf } from '../../domain/source/path-parts.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';
import { matchesCasing } from '../../text/match-casing.ts';
import { toCasing } from '../../text/to-casing.ts';
import { mean } from '../../math/mean.ts';
import { rankNames } from '../brief/collect-glossary.ts';
import { checkFileName } from '../brief/file-pattern.ts';
import type { ImportEdge } from '../../languages/parts/import-target.ts';
import { classifyPath } from '../paths/classify-path.ts';
import { languageOf } from '../../languages/languages.ts';
import { changedIdentifiers, UNJUDGED } from './changed-identifiers.ts';
import { filesByFolder, filesAround } from './files-around.ts';
import { nameUsage } from './name-usage.ts';

export type ConventionSubject = {
  readonly index: SourceIndex;
  readonly edges: readonly ImportEdge[];
  readonly brief: ProjectBrief;
  readonly changes: readonly ChangedSource[];
};

export type GatheredFacts = {
  readonly facts: Pick<ConventionFacts, 'identifiers' | 'glossary' | 'casing' | 'usage' | 'file_pattern'>;
  readonly breaches: readonly ConventionBreach[];
};

type Found = { readonly path: string; readonly identifiers: readonly Identifier[] };

const findIdentifiers = ({ index, changes }: ConventionSubject): Measured<readonly Found[]> => {
  const kept = changes.filter(({ removed }) => !removed);
  const source = kept.filter(({ path }) => languageOf(path) !== null);
  const foreign = kept.find(({ path }) => languageOf(path) === null && classifyPath(path) === 'source');
  if (source.length === 0 && foreign)
    return missing('not-configured', `no grammar for ${foreign.path} or any other changed source`);
  for (const { path, after } of source)
    if (after !== null && 'unread' in after)
      return missing('candidate', `${path} cannot be read: ${after.unread}`);
  return measured(
    source.flatMap(({ path, after }) => {
      if (!isReadSource(after)) return [];
      const before = index.byPath.get(path)?.row ?? null;
      return [{ path, identifiers: changedIdentifiers(after, before, index.table) }];
    }),
  );
};

/** A name is judged at its declaration, not at its uses. */
const unique = (found: readonly Found[]): readonly Identifier[] => {
  const known = new Map<string, Identifier>();
  for (const { identifiers } of found)
    for (const each of identifiers) {
      const key = each.kind === UNJUDGED ? each.name : `${each.name}\0${each.kind}`;
      known.set(key, each);
    }
  const declared = new Set(
    [...known.values()].flatMap(({ name, kind }) => (kind === UNJUDGED ? [] : [name])),
  );
  return [...known.values()].filter(({ name, kind }) => kind !== UNJUDGED || !declared.has(name));
};

/** Names of the base's files, made once for an index. Its table may hold names of other trees too. */
const namesOf = new WeakMap<SourceIndex, ReadonlySet<string>>();
const knownNames = (index: SourceIndex): ((name: string) => boolean) => {
  const known = namesOf.get(index) ?? new Set(rankNames(index, index.files).map(({ name }) => name));
  namesOf.set(index, known);
  return (name) => known.has(name);
};

const casingOf = ({ naming }: ProjectBrief): Map<string, CasingStyle | null> =>
  new Map(naming.map(({ language, kind, style }) => [`${language} ${kind}`, style]));

const spoken = (kind: string): string => kind.replace(/^script /, 'JavaScript ');

const casingBreaches = (
  found: readonly Found[],
  casing: ReadonlyMap<string, CasingStyle | null>,
): readonly ConventionBreach[] =>
  found.flatMap(({ path, identifiers }) =>
    identifiers.flatMap(({ name, kind }): readonly ConventionBreach[] => {
      const style = casing.get(kind) ?? null;
      if (style === null || matchesCasing(name, style)) return [];
      const [form, rule] = [toCasing(name, style), `${style}, as ${spoken(kind)} names are here`];
      return [{ rule: 'casing', path, found: name, expected: form === null ? rule : `${form} (${rule})` }];
    }),
  );

const checkNewFiles = ({ index, changes }: ConventionSubject) => {
  const fresh = changes.filter(({ path, removed }) => !removed && !index.byPath.has(path));
  const folders = filesByFolder(index);
  return fresh.map(({ path }) => ({
    path,
    ...checkFileName(
      path,
      (folders.get(folderOf(path)) ?? []).map((file) => file.path),
    ),
  }));
};

/** The convention model's input except imports, schemas and checks. `added`: current imports of the changed files. */
export const gatherConventionFacts = (
  subject: ConventionSubject,
  added: readonly ImportEdge[],
): GatheredFacts => {
  const { index, edges, brief, changes } = subject;
  const found = findIdentifiers(subject);
  const identifiers = found.known ? measured([...unique(found.value)]) : found;
  const casing = casingOf(brief);
  const files = checkNewFiles(subject);
  const names = new Set(identifiers.known ? identifiers.value.map(({ name }) => name) : []);
  const sources = changes.flatMap(({ path }) => (languageOf(path) === null ? [] : [path]));
  const around = names.size === 0 ? [] : filesAround(sources, { index, edges, added });
  const ranked = rankNames(index, around);
  const glossary = ranked.slice(0, names.size);
  const usage = nameUsage(identifiers.known ? identifiers.value : [], {
    around: ranked.map(({ name }) => name),
    isKnown: knownNames(index),
    naming: brief.naming,
  });
  return {
    facts: {
      identifiers,
      glossary: measured(glossary.map(({ name }) => name)),
      casing: measured(casing),
      usage: [...usage],
      file_pattern: measured(mean(files.map(({ score }) => score)) ?? 1),
    },
    breaches: [
      ...(found.known ? casingBreaches(found.value, casing) : []),
      ...files.flatMap(({ path, score, expected }): readonly ConventionBreach[] =>
        score < 0.75 ? [{ rule: 'file-name', path, found: path, expected }] : [],
      ),
    ],
  };
};
