import { CasingStyle } from '../../domain/source/convention-facts.ts';
import type { Naming } from '../../domain/source/project-brief.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';
import { ROLES, roleOf, type LanguageId } from '../../domain/source/source-facts.ts';
import { casingBits } from '../../text/match-casing.ts';
import { isExported, namingKind } from './naming-kind.ts';

/** Below either, a kind is not judged. */
export const MIN_DISCRIMINATING_NAMES = 5;
export const MIN_CONFIDENCE = 0.8;

const STYLES = CasingStyle.options;
/** Bits by style; 0 fits none. Null: no style applies, as for `_private`, `$el` or one letter. */
const styleBits = (name: string): number | null => (saysStyle(name) ? casingBits(name) : null);

const UNUSUAL = /[^A-Za-z0-9_]|^_|_$/;

export const saysStyle = (name: string): boolean => name.length >= 2 && !UNUSUAL.test(name);

type Tally = { names: number; readonly byBits: Uint32Array };

/** One for each role of a language. */
type Slot = { plain: Tally | null; exported: Tally | null };

const newTally = (): Tally => ({ names: 0, byBits: new Uint32Array(1 << STYLES.length) });

const count = (slot: Slot | undefined, exported: boolean, bits: number): void => {
  if (!slot) return;
  const tally = exported ? (slot.exported ??= newTally()) : (slot.plain ??= newTally());
  tally.names += 1;
  tally.byBits[bits] = (tally.byBits[bits] ?? 0) + 1;
};

const summarise = (language: string, kind: string, { names, byBits }: Tally): Naming => {
  const sum = (keep: (bits: number) => boolean): number =>
    byBits.reduce((total, count, bits) => (keep(bits) ? total + count : total), 0);
  const unambiguous = STYLES.map((_, at) => byBits[1 << at] ?? 0);
  const best = unambiguous.indexOf(Math.max(...unambiguous));
  const own = unambiguous[best] ?? 0;
  const against = sum((bits) => (bits & (1 << best)) === 0);
  const confidence = own === 0 ? 0 : own / (own + against);
  const judged = own >= MIN_DISCRIMINATING_NAMES && confidence >= MIN_CONFIDENCE;
  const counts = Object.fromEntries(
    STYLES.flatMap((style, at) => {
      const count = sum((bits) => (bits & (1 << at)) !== 0);
      return count > 0 ? [[style, count]] : [];
    }),
  );
  return { language, kind, style: judged ? (STYLES[best] ?? null) : null, confidence, names, counts };
};

/** Names that fit exactly one style count for it; names that fit two (`name`, `URL`) only count against the others. */
export const inferNaming = ({ files, table }: SourceIndex): readonly Naming[] => {
  const bitsOf = new Int16Array(table.names.length).fill(-2);
  const slots = new Map<LanguageId, readonly Slot[]>();
  for (const { row } of files) {
    if (row === null) continue;
    const own = slots.get(row.language) ?? ROLES.map(() => ({ plain: null, exported: null }));
    slots.set(row.language, own);
    for (let at = row.first; at < row.last; at += 2) {
      const role = roleOf(table.entries[at + 1] ?? 0);
      if (role === 0) continue;
      const name = table.entries[at] ?? 0;
      if (bitsOf[name] === -2) bitsOf[name] = styleBits(table.names[name] ?? '') ?? -1;
      const bits = bitsOf[name] ?? -1;
      if (bits >= 0) count(own[role], isExported(row.language, table.names[name] ?? ''), bits);
    }
  }
  const tallies = [...slots].flatMap(([language, own]) =>
    own.flatMap(({ plain, exported }, role) => [
      ...(plain ? [[language, namingKind(ROLES[role] ?? 'used', false), plain] as const] : []),
      ...(exported ? [[language, namingKind(ROLES[role] ?? 'used', true), exported] as const] : []),
    ]),
  );
  return tallies
    .map(([language, kind, tally]) => summarise(language, kind, tally))
    .sort((a, b) => b.names - a.names || (a.kind < b.kind ? -1 : 1));
};
