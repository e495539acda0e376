import { type TapPoint, readTapLine } from './tap-lines.ts';

export type TapNode = {
  readonly point: TapPoint;
  readonly group: string;
  readonly children: readonly TapNode[];
  readonly planBroken: boolean;
};

type MutableNode = { -readonly [K in keyof TapNode]: TapNode[K] };
type Level = { nodes: MutableNode[]; plan: number | null };

const SUBTEST = /^Subtest(?::|$)/;

/** The test points of one TAP stream as a tree, or the reason why it is incomplete. */
export const readTapDocument = (lines: readonly string[]): readonly TapNode[] | string => {
  const levels: Level[] = [];
  let yamlIndent = -1;
  let comment = '';
  let group = '';
  // In other tools' output, a comment above a point describes the failure before it.
  let grouped: boolean | null = null;
  const level = (depth: number): Level => (levels[depth] ??= { nodes: [], plan: null });

  for (const line of lines) {
    if (yamlIndent >= 0) {
      if (line === `${' '.repeat(yamlIndent)}...`) yamlIndent = -1;
      continue;
    }
    const opened = /^( {1,260})---\s*$/.exec(line);
    if (opened) {
      yamlIndent = opened[1]?.length ?? 0;
      continue;
    }
    const found = readTapLine(line);
    if (found?.type !== 'comment' && found?.type !== 'point') comment = '';
    if (found === null || found.type === 'version') continue;
    if (found.type === 'bail') return `bailed out: ${found.reason === '' ? 'no reason given' : found.reason}`;
    if (found.type === 'comment') {
      if (found.depth === 0) comment = found.text;
    } else if (found.type === 'plan') {
      const at = level(found.depth);
      if (at.plan !== null) return 'has two plans';
      at.plan = found.count;
    } else if (found.type === 'close') {
      adopt(levels, found.depth);
    } else {
      // tape names a group of assertions by a comment right above them, the first ones too.
      grouped ??= comment !== '';
      if (found.depth === 0 && comment !== '' && grouped) group = SUBTEST.test(comment) ? '' : comment;
      comment = '';
      level(found.depth).nodes.push({ point: found, group, children: [], planBroken: false });
      if (!found.opensBlock) adopt(levels, found.depth);
    }
  }
  return yamlIndent >= 0 ? 'ends inside a diagnostic' : finish(levels);
};

/** Points one level deeper belong to the last point of this level. */
const adopt = (levels: Level[], depth: number): void => {
  const below = levels[depth + 1];
  const parent = levels[depth]?.nodes.at(-1);
  if (!below || !parent) return;
  parent.children = below.nodes;
  parent.planBroken = levels.length > depth + 2 || (below.plan !== null && below.plan !== below.nodes.length);
  levels.length = depth + 1;
};

const finish = (levels: readonly Level[]): readonly TapNode[] | string => {
  const [top, ...open] = levels;
  if (!top || top.plan === null) return 'has no plan, so it was cut short';
  if (open.length > 0) return 'ends inside a subtest';
  const extra = top.nodes.length - top.plan;
  // ava reports crashed files beyond its plan; anything else beyond it was injected.
  const failures = top.nodes.filter(({ point }) => !point.ok && point.directive === null).length;
  if (extra < 0 || extra > failures) return `planned ${top.plan} tests and reported ${top.nodes.length}`;
  return top.nodes;
};
