import { compareText } from '../../../math/compare-text.ts';
import type { ImportEdge } from '../../../languages/parts/import-target.ts';

type Frame = { readonly node: number; next: number };

/** Groups of files that import each other in a circle, by Tarjan's algorithm without recursion. */
export const findCycles = (edges: readonly ImportEdge[]): readonly (readonly string[])[] => {
  const [numbers, names]: [Map<string, number>, string[]] = [new Map(), []];
  const numberOf = (name: string): number => {
    const at = numbers.get(name) ?? names.push(name) - 1;
    numbers.set(name, at);
    return at;
  };
  const targets: number[][] = [];
  for (const { from, to, typeOnly } of edges) {
    if (typeOnly) continue;
    const [a, b] = [numberOf(from), numberOf(to)];
    (targets[a] ??= []).push(b);
  }
  const size = names.length;
  const [order, low, onStack] = [new Int32Array(size).fill(-1), new Int32Array(size), new Uint8Array(size)];
  const [stack, groups]: [number[], string[][]] = [[], []];
  let clock = 0;
  const enter = (node: number): Frame => {
    order[node] = low[node] = clock;
    clock += 1;
    stack.push(node);
    onStack[node] = 1;
    return { node, next: 0 };
  };
  const leave = (node: number): void => {
    if (low[node] !== order[node]) return;
    const group: string[] = [];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      onStack[top] = 0;
      group.push(names[top] ?? '');
      if (top === node) break;
    }
    if (group.length > 1) groups.push(group.sort(compareText));
  };
  const lower = (node: number, to: number): void => {
    low[node] = Math.min(low[node] ?? 0, to);
  };
  for (let root = 0; root < size; root += 1) {
    if (order[root] !== -1) continue;
    const frames = [enter(root)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const to = targets[frame.node]?.[frame.next];
      frame.next += 1;
      if (to === undefined) {
        frames.pop();
        leave(frame.node);
        const above = frames.at(-1);
        if (above) lower(above.node, low[frame.node] ?? 0);
      } else if (order[to] === -1) frames.push(enter(to));
      else if (onStack[to] === 1) lower(frame.node, order[to] ?? 0);
    }
  }
  return groups.sort((a, b) => b.length - a.length || compareText(a[0] ?? '', b[0] ?? ''));
};
