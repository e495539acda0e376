import type { Identifier } from '../../domain/source/convention-facts.ts';
import type { FactRow, FactTable } from '../../domain/source/fact-table.ts';
import { countOf, ROLES, roleOf, type SourceFacts } from '../../domain/source/source-facts.ts';
import { saysStyle } from '../brief/infer-naming.ts';
import { isExported, namingKind } from '../brief/naming-kind.ts';

/** A name that was chosen elsewhere or that no style applies to: it is looked up, but never judged. */
export const UNJUDGED = 'reference';

type Counts = Map<string, Uint32Array>;

const countRow = (row: FactRow | null, table: FactTable): Counts => {
  const counts: Counts = new Map();
  for (let at = row?.first ?? 0; at < (row?.last ?? 0); at += 2)
    add(counts, table.names[table.entries[at] ?? 0] ?? '', table.entries[at + 1] ?? 0);
  return counts;
};

const countFacts = ({ names, entries }: SourceFacts): Counts => {
  const counts: Counts = new Map();
  for (let at = 0; at < entries.length; at += 2)
    add(counts, names[entries[at] ?? 0] ?? '', entries[at + 1] ?? 0);
  return counts;
};

const add = (counts: Counts, name: string, entry: number): void => {
  const own = counts.get(name) ?? new Uint32Array(ROLES.length);
  own[roleOf(entry)] = countOf(entry);
  counts.set(name, own);
};

/** The role in which a name is declared more often than before; 0 if there is none. */
const newRole = (now: Uint32Array, before: Uint32Array | undefined): number => {
  for (let role = 1; role < now.length; role += 1) if ((now[role] ?? 0) > (before?.[role] ?? 0)) return role;
  return 0;
};

/** Names that a change declares, or uses more often than before; each once. */
export const changedIdentifiers = (
  after: SourceFacts,
  before: FactRow | null,
  table: FactTable,
): readonly Identifier[] => {
  const old = countRow(before, table);
  return [...countFacts(after)].flatMap(([name, now]) => {
    const known = old.get(name);
    const role = newRole(now, known);
    if (role === 0) return (now[0] ?? 0) > (known?.[0] ?? 0) ? [{ name, kind: UNJUDGED }] : [];
    const kind = saysStyle(name)
      ? `${after.language} ${namingKind(ROLES[role] ?? 'used', isExported(after.language, name))}`
      : UNJUDGED;
    return [{ name, kind }];
  });
};
