import { basename, join } from 'node:path';
import * as z from 'zod';
import { placeCopies } from '../../../core/bench/place-copies.ts';
import { importHarbor } from '../../../core/bench/import-harbor.ts';
import { type ImportedTask, importSweRow, SweRow } from '../../../core/bench/import-swe-row.ts';
import { UserError } from '../../errors/user-error.ts';
import type { ReadFile } from '../../ports/files.ts';
import { loadTask, TASK_LIMITS, type TaskReader } from './load-task.ts';

export type ImportRequest = {
  /** Rows of SWE-bench as JSON or JSON Lines, a Harbor folder, or a folder of those. */
  readonly from: string;
  readonly out: string;
  /** Only these, by id; absent: all. */
  readonly only?: readonly string[];
  readonly limit?: number;
  /** Leaves out container images: tests run with the tools of the machine. */
  readonly withoutImage?: boolean;
};

export type ImportResult = {
  readonly imported: readonly { readonly task: string; readonly folder: string }[];
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
};

const MOST_BYTES = 512 * 1024 * 1024;
const INSTRUCTION = 'instruction.md';
/** Parts of a Harbor environment that describe the image, not the work. */
const IMAGE_FILES = /^(?:Dockerfile|docker-compose[\w.-]*|\.dockerignore)$/;

type Options = { readonly withoutImage: boolean };
type Found = { readonly name: string; readonly make: (options: Options) => Imported };
type Imported = ImportedTask & { readonly more: readonly ReadFile[] };

const wrong = (from: string, why: string): UserError =>
  new UserError(
    'import',
    `${from} cannot be imported: ${why}`,
    'Name rows of SWE-bench as JSON or JSON Lines, or a Harbor folder with instruction.md and task.toml.',
  );

const rowsIn = (from: string, text: string): readonly unknown[] => {
  try {
    if (text.trimStart().startsWith('[')) return z.array(z.unknown()).parse(JSON.parse(text));
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.map((line) => JSON.parse(line) as unknown);
  } catch (error) {
    throw wrong(from, `it is neither a JSON list nor JSON Lines (${(error as Error).message.slice(0, 200)})`);
  }
};

const nameOfRow = (row: unknown, at: number): string => {
  const read = z.looseObject({ instance_id: z.string() }).safeParse(row);
  return read.success ? read.data.instance_id : `row ${at + 1}`;
};

const fromRows = (rows: readonly unknown[]): readonly Found[] =>
  rows.map((row, at) => ({
    name: nameOfRow(row, at),
    make: (options) => ({ ...importSweRow(SweRow.parse(row), options), more: [] }),
  }));

const below = (files: readonly ReadFile[], folder: string, into: string): readonly ReadFile[] =>
  files.flatMap((file) =>
    file.path.startsWith(`${folder}/`)
      ? [{ ...file, path: `${into}/${file.path.slice(folder.length + 1)}` }]
      : [],
  );

const fromHarbor = async ({ files: disk, parseToml }: TaskReader, folder: string): Promise<Found | null> => {
  const files = await disk.readTree(folder, TASK_LIMITS);
  const text = (path: string): string | null => {
    const file = files?.find((one) => one.path === path);
    return file === undefined ? null : Buffer.from(file.bytes).toString('utf8');
  };
  const [instruction, settings] = [text(INSTRUCTION), text('task.toml')];
  if (files === null || instruction === null || settings === null) return null;
  const name = basename(folder);
  const dockerfile = text('environment/Dockerfile');
  const environment = below(files, 'environment', '.').map((file) => ({ ...file, path: file.path.slice(2) }));
  const places = placeCopies(
    dockerfile ?? '',
    environment.flatMap(({ path }) => (IMAGE_FILES.test(path) ? [] : [path])),
  );
  const repo = environment.flatMap((file) =>
    (places.get(file.path) ?? []).map((path) => ({ ...file, path: `repo/${path}` })),
  );
  const keep: ReadFile = { path: 'repo/.gitkeep', bytes: new Uint8Array(), executable: false };
  return {
    name,
    make: (options) => ({
      ...importHarbor({
        ...options,
        name,
        instruction,
        settings: parseToml(settings),
        dockerfile,
      }),
      more: [...(repo.length === 0 ? [keep] : repo), ...below(files, 'tests', 'tests')],
    }),
  };
};

const fromFolders = async (reader: TaskReader, from: string): Promise<readonly Found[]> => {
  const own = await fromHarbor(reader, from);
  if (own !== null) return [own];
  const names = await reader.files.listFolder(from).catch(() => []);
  const found: Found[] = [];
  for (const name of names) {
    const one = await fromHarbor(reader, join(from, name));
    if (one !== null) found.push(one);
  }
  return found;
};

const whyNot = (error: unknown): string => {
  if (error instanceof z.ZodError) {
    const first = error.issues[0];
    return `${first?.path.join('.') ?? ''}: ${first?.message ?? 'not understood'}`;
  }
  return (error as Error).message.split('\n', 1)[0] ?? 'not understood';
};

const writeTask = async (
  reader: TaskReader,
  out: string,
  { name, files, more }: Imported,
): Promise<string> => {
  const folder = join(out, name);
  const own = Object.entries(files).map(([path, text]) => ({
    path,
    bytes: Buffer.from(text),
    executable: path.endsWith('.sh'),
  }));
  const gold = own.some(({ path }) => path === 'gold.patch')
    ? []
    : [{ path: 'gold.patch', bytes: new Uint8Array(), executable: false }];
  await reader.files.writeTree(folder, [...more, ...own, ...gold]);
  await loadTask(reader, folder);
  return folder;
};

/** Tasks of other benchmarks as tasks of this one; each one that cannot be imported is refused with the reason. */
export const importTasks = async (
  reader: TaskReader,
  { from, out, only = [], limit = Infinity, withoutImage = false }: ImportRequest,
): Promise<ImportResult> => {
  const text = await reader.files.readBounded(from, MOST_BYTES);
  if (text?.truncated) throw wrong(from, 'it is larger than 512 MB');
  const found = text === null ? await fromFolders(reader, from) : fromRows(rowsIn(from, text.text));
  if (found.length === 0) throw wrong(from, 'it contains no task');
  const wanted = found.filter(({ name }) => only.length === 0 || only.includes(name)).slice(0, limit);
  const imported: { task: string; folder: string }[] = [];
  const refused: { name: string; reason: string }[] = [];
  for (const { name, make } of wanted) {
    try {
      const task = make({ withoutImage });
      imported.push({ task: task.name, folder: await writeTask(reader, out, task) });
    } catch (error) {
      refused.push({ name, reason: whyNot(error) });
    }
  }
  return { imported, refused };
};
