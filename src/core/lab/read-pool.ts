import { PoolTask } from '../domain/lab/pool-task.ts';
import { splitLines } from '../text/split-lines.ts';
import type { LabelledTask } from './selector.ts';
import { parseJson } from '../domain/json/parse-json.ts';

/** `problem` names the line. */
export type ReadPool =
  | { readonly ok: true; readonly tasks: readonly LabelledTask[] }
  | { readonly ok: false; readonly problem: string };

const toTask = ({ id, repo, task, base, candidates }: PoolTask): LabelledTask => ({
  id,
  repo,
  task,
  ...(typeof base === 'string' ? { base } : {}),
  candidates: candidates.map(({ agent, author, patch }) => ({
    name: agent,
    ...(author === undefined ? {} : { author }),
    patch,
  })),
  right: new Map(
    candidates.flatMap(({ agent, resolved }) => (typeof resolved === 'boolean' ? [[agent, resolved]] : [])),
  ),
});

const readLine = (line: string): LabelledTask | string => {
  const value = parseJson(line);
  if (value === undefined) return 'is not JSON';
  const read = PoolTask.safeParse(value);
  if (!read.success) {
    const [first] = read.error.issues;
    return `${first?.path.join('.') || 'the document'}: ${first?.message ?? 'is not valid'}`;
  }
  const names = read.data.candidates.map(({ agent }) => agent);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? toTask(read.data) : `has two candidates called ${twice}`;
};

/** A labelled pool: one task a line, as JSON. One bad line makes the whole pool unusable. */
export const readPool = (text: string): ReadPool => {
  const tasks: LabelledTask[] = [];
  const known = new Set<string>();
  for (const [at, line] of splitLines(text).entries()) {
    if (line.trim() === '') continue;
    const task = readLine(line);
    if (typeof task === 'string') return { ok: false, problem: `line ${at + 1}: ${task}` };
    if (known.has(task.id)) return { ok: false, problem: `line ${at + 1}: the id ${task.id} is used twice` };
    known.add(task.id);
    tasks.push(task);
  }
  return tasks.length === 0 ? { ok: false, problem: 'it has no tasks' } : { ok: true, tasks };
};
