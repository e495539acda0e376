import { baseName, folderOf } from '../../../core/domain/source/path-parts.ts';
import { eachFile, type Complaint, type SchemaChecker } from './schema-checker.ts';
import { sqlFaults } from './sql-text.ts';

/** `V2__add.sql`, `0002_add.up.sql`, `20240101120000-add.sql`; Prisma has the version in the folder's name. */
const VERSION = /^[VU]?(\d+(?:[._]\d+)*)(?=[_.-]|$)/i;
const DIRECTION = /\.(up|down)\.sql$|[._-](up|down)\.sql$/i;

type Migration = {
  readonly path: string;
  readonly folder: string;
  readonly version: string;
  readonly way: string;
};

const migrationOf = (path: string): Migration | null => {
  const own = VERSION.exec(baseName(path))?.[1];
  const above = VERSION.exec(baseName(folderOf(path)))?.[1];
  const version = own ?? above;
  if (version === undefined) return null;
  const [, one, other] = DIRECTION.exec(path) ?? [];
  const folder = own === undefined ? folderOf(folderOf(path)) : folderOf(path);
  const undo = /^U\d/i.test(baseName(path)) ? 'down' : '';
  return { path, folder, version, way: (one ?? other ?? undo).toLowerCase() };
};

const duplicates = (paths: Iterable<string>): readonly Complaint[] => {
  const known = new Map<string, string>();
  return [...paths].flatMap((path) => {
    const migration = migrationOf(path);
    if (migration === null) return [];
    const key = [migration.folder, migration.version, migration.way].join('\0');
    const other = known.get(key);
    known.set(key, other ?? path);
    return other === undefined
      ? []
      : [{ path, message: `version ${migration.version} is also that of ${other}` }];
  });
};

const faults = eachFile(sqlFaults);

/** Checks the rules common to all dialects, and that no version is used twice. */
export const migrationChecker: SchemaChecker = {
  by: 'rules of our own',
  check: (files) => [...faults(files), ...duplicates(files.keys())],
};

const compareVersions = (left: string, right: string): number => {
  const [a, b] = [left.split(/[._]/), right.split(/[._]/)];
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const [one, other] = [BigInt(a[at] ?? 0), BigInt(b[at] ?? 0)];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
};

/** A new migration must come after the existing ones: databases that ran those skip an earlier one. */
export const outOfOrder = (before: Iterable<string>, after: Iterable<string>): readonly Complaint[] => {
  const old = new Set(before);
  const latest = new Map<string, Migration>();
  for (const path of old) {
    const migration = migrationOf(path);
    const known = migration === null ? undefined : latest.get(migration.folder);
    if (migration && (!known || compareVersions(known.version, migration.version) < 0))
      latest.set(migration.folder, migration);
  }
  return [...after].flatMap((path) => {
    const migration = old.has(path) ? null : migrationOf(path);
    const last = migration === null ? undefined : latest.get(migration.folder);
    if (!migration || !last || compareVersions(migration.version, last.version) >= 0) return [];
    return [{ path, message: `version ${migration.version} comes before ${last.version} of ${last.path}` }];
  });
};
