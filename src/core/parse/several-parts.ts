import { PART, SEVERAL, STATUS } from '../domain/check/command-part.ts';
import type { RawReport } from '../domain/check/output-parser.ts';
import { mapMeasured, type Measured } from '../domain/measured.ts';

/** A project's part of a report: how it is read, where the project is, and its number in the command. */
export type ReportPart = { readonly parser: string; readonly folder: string; readonly number: number };

const readPart = (id: string, number: number): ReportPart => {
  const at = id.indexOf('@');
  return at === -1
    ? { parser: id, folder: '', number }
    : { parser: id.slice(0, at), folder: id.slice(at + 1), number };
};

/** The parts that a parser's name refers to; null: a parser of one whole report. */
const partsOf = (id: string): readonly ReportPart[] | null =>
  id.startsWith(SEVERAL)
    ? id
        .slice(SEVERAL.length)
        .split(',')
        .map((each, at) => readPart(each, at + 1))
    : null;

/** A parser of a project in a folder; null: of the root. */
const folderOf = (id: string): ReportPart | null => (id.includes('@') ? readPart(id, 1) : null);

const rootOf = ({ root }: RawReport, folder: string): string => (folder === '' ? root : `${root}/${folder}`);

/** The output of one part; null: it was not run. */
const partReport = (whole: RawReport, { number, folder }: ReportPart): RawReport | null => {
  const prefix = `${PART}${number}-`;
  const own = whole.documents.filter(({ name }) => name.startsWith(prefix));
  const status = own.find(({ name }) => name === `${prefix}${STATUS}`)?.text.trim();
  if (status === undefined) return null;
  return {
    documents: own
      .filter(({ name }) => name !== `${prefix}${STATUS}`)
      .map(({ name, text }) => ({ name: name.slice(prefix.length), text })),
    exitCode: /^\d{1,3}$/.test(status) ? Number(status) : null,
    root: rootOf(whole, folder),
  };
};

type Parser<R> = { readonly id: string; parse(report: RawReport): Measured<R> };

/** A part as read; null: it left nothing, or nothing that its parser understands. */
export type ReadPart<R> = ReportPart & { readonly raw: RawReport | null; readonly read: Measured<R> | null };

type Kind<R> = {
  find(id: string): Parser<R> | undefined;
  /** Paths that a project reported, as paths of the repository. */
  inFolder(report: R, folder: string): R;
  join(parts: readonly ReadPart<R>[]): Measured<R>;
};

/** The parser of a project in a folder, or of several projects; undefined: neither kind of name. */
export const parserInProjects = <R>(id: string, { find, inFolder, join }: Kind<R>): Parser<R> | undefined => {
  const parts = partsOf(id);
  if (parts !== null) {
    const read = (whole: RawReport, part: ReportPart): ReadPart<R> => {
      const raw = partReport(whole, part);
      const result = raw === null ? undefined : find(part.parser)?.parse(raw);
      return {
        ...part,
        raw,
        read: result === undefined ? null : mapMeasured(result, (report) => inFolder(report, part.folder)),
      };
    };
    return { id, parse: (whole) => join(parts.map((part) => read(whole, part))) };
  }
  const part = folderOf(id);
  const own = part === null ? undefined : find(part.parser);
  if (part === null || own === undefined) return undefined;
  return {
    id,
    parse: (report) =>
      mapMeasured(own.parse({ ...report, root: rootOf(report, part.folder) }), (read) =>
        inFolder(read, part.folder),
      ),
  };
};
