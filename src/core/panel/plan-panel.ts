import type { JudgePrompt } from '../judge/judge-prompt.ts';
import { compareText } from '../math/compare-text.ts';
import { type RandomBits, randomBits } from '../math/statistics/random-bits.ts';
import type { PanelField } from './panel-field.ts';
import { letterOf, opinionShape, panelPrompt } from './panel-prompt.ts';
import { shortenPatch } from './shorten-patch.ts';

const LONGEST_PATCH = 14_000;
/** More candidates are not compared well side by side; more text does not fit every model. */
const MOST_CANDIDATES = 10;
const MOST_CHARS = 110_000;
/** Shown in every group of a split field, so that groups can be compared. */
const ANCHORS = 2;
const MOST_SHUFFLES = 50;
const NONCE_LETTERS = 20;

/** One prompt of one panellist. */
export type PlannedQuestion = {
  readonly round: 1 | 2;
  /** By letter: the candidates that share the patch. */
  readonly order: readonly (readonly string[])[];
  readonly prompt: JudgePrompt;
  readonly shape: ReturnType<typeof opinionShape>;
};

/** Several questions if the field is too large for one. */
export type PlannedPanellist = { readonly questions: readonly PlannedQuestion[] };

export type PlannedPanel = {
  readonly panellists: readonly PlannedPanellist[];
  readonly notes: readonly string[];
};

type Digest = (text: string) => string;

/** `text`: the patch as shown. */
type Distinct = { readonly names: readonly string[]; readonly text: string; readonly cut: boolean };

/** Blob names are noise to a reader. */
const BLOB_NAMES = /^index [0-9a-f]{4,64}\.\.[0-9a-f]{4,64}(?: \d{6})?\n/gm;

const distinctPatches = ({ candidates }: PanelField): readonly Distinct[] => {
  const byPatch = new Map<string, string[]>();
  for (const { name, patch } of candidates.toSorted((left, right) => compareText(left.name, right.name))) {
    const plain = patch.replaceAll(BLOB_NAMES, '');
    byPatch.set(plain, [...(byPatch.get(plain) ?? []), name]);
  }
  return [...byPatch]
    .map(([patch, names]) => {
      const { text, cut } = shortenPatch(patch, LONGEST_PATCH);
      return { names, text, cut: cut !== null };
    })
    .toSorted((left, right) => compareText(left.text, right.text));
};

const shuffled = <T>(items: readonly T[], { below }: RandomBits): readonly T[] => {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    [order[at], order[other]] = [order[other] as T, order[at] as T];
  }
  return order;
};

/** One order for each panellist, all different as far as there are enough. */
const shuffles = (
  items: readonly Distinct[],
  count: number,
  seed: number,
): readonly (readonly Distinct[])[] => {
  const random = randomBits(seed);
  const seen = new Set<string>();
  return Array.from({ length: count }, () => {
    let order = shuffled(items, random);
    for (let more = 0; more < MOST_SHUFFLES && seen.has(keyOf(order)); more += 1)
      order = shuffled(items, random);
    seen.add(keyOf(order));
    return order;
  });
};

const keyOf = (order: readonly Distinct[]): string => order.map(({ names }) => names[0]).join('/');

/** Groups that fit one prompt; the first candidates are part of every group. */
const groupsOf = (order: readonly Distinct[]): readonly (readonly Distinct[])[] => {
  const size = (group: readonly Distinct[]): number => group.reduce((sum, { text }) => sum + text.length, 0);
  const fits = (group: readonly Distinct[]): boolean =>
    group.length <= MOST_CANDIDATES && size(group) <= MOST_CHARS;
  if (fits(order)) return [order];
  const [anchors, others] = [order.slice(0, ANCHORS), order.slice(ANCHORS)];
  const groups: Distinct[][] = [];
  for (const one of others) {
    const last = groups.at(-1);
    if (last !== undefined && fits([...anchors, ...last, one])) last.push(one);
    else groups.push([one]);
  }
  return groups.map((group) => [...anchors, ...group]);
};

const seedOf = (hex: string): number => Number.parseInt(hex.slice(0, 8), 16) | 0;

/** The same field gives the same prompts, byte for byte, so stored replies to them can be reused. */
export const planPanel = (
  field: PanelField,
  { panellists, round }: { readonly panellists: number; readonly round: 1 | 2 },
  digest: Digest,
): PlannedPanel => {
  const distinct = distinctPatches(field);
  const whole = digest(JSON.stringify([field.task, distinct.map(({ text }) => text), field.code]));
  const findingsOf = ({ names }: Distinct) =>
    round === 2 ? { findings: [...new Set(names.flatMap((name) => field.findings?.get(name) ?? []))] } : {};
  const ask = (group: readonly Distinct[], panellist: number): PlannedQuestion => {
    const shown = {
      task: field.task,
      code: field.code,
      candidates: group.map((one) => ({ patch: one.text, ...findingsOf(one) })),
    };
    const nonce = digest(JSON.stringify([whole, shown, panellist, round])).slice(0, NONCE_LETTERS);
    return {
      round,
      order: group.map(({ names }) => names),
      prompt: panelPrompt(shown, nonce),
      shape: opinionShape(group.map((_, at) => letterOf(at))),
    };
  };
  const orders = shuffles(distinct, panellists, seedOf(digest(JSON.stringify([whole, round]))));
  const cut = distinct.filter((one) => one.cut).flatMap(({ names }) => names);
  return {
    panellists: orders.map((order, at) => ({ questions: groupsOf(order).map((group) => ask(group, at)) })),
    notes: cut.length === 0 ? [] : [`the panel saw part of long patches only: ${cut.toSorted().join(', ')}`],
  };
};
