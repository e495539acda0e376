import type { Flag } from '../../../domain/flags/flag.ts';
import type { Change, FileChange, FlagRule } from '../flag-rule.ts';
import { extensionOf } from '../../../languages/languages.ts';

/** Loaded by an interpreter or a linker in place of readable source. */
const MACHINE_CODE = new Set(['pyc', 'pyo', 'pyd', 'so', 'node', 'dll', 'dylib', 'exe', 'class', 'o']);
const ORDINARY_BINARY = new Set(
  'png jpg jpeg gif webp avif ico bmp tif tiff svg psd icns woff woff2 ttf otf eot pdf mp3 mp4 webm ogg wav mov'.split(
    ' ',
  ),
);
const LONG_LINE = 500;
const MINIFIED_BYTES = 2_000;

const BUILT_NAME = /\.(?:min|bundle)\.[cm]?(?:js|css)$/;
const BUILT_FOLDER = /(?:^|\/)(?:dist|build|out|vendor|generated|__generated__)\//;

const isNew = ({ change }: FileChange): boolean => change === 'added' || change === 'copied';
const forTests = ({ part }: FileChange): boolean =>
  part === 'fixture' || part === 'snapshot' || part === 'test';

const binary = (file: FileChange): readonly Flag[] => {
  if (file.kind !== 'binary' || file.change === 'deleted' || file.language !== null) return [];
  const extension = extensionOf(file.path);
  const flag = (id: string, sentence: string): Flag => ({ id, rule: id, file: file.path, sentence });
  if (MACHINE_CODE.has(extension))
    return [flag('binary-code', `${file.path} is machine code, which cannot be reviewed.`)];
  if (ORDINARY_BINARY.has(extension) || forTests(file)) return [];
  return [flag('binary-blob', `${file.path} is a binary file.`)];
};

const meanLine = (text: string, lines: number): number => text.length / Math.max(1, lines);

/** The base already keeps built files there; among source a packed file is not ordinary, whatever its name. */
const folderKnown = ({ path }: FileChange, { baseFiles }: Change): boolean => {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return [...baseFiles].some(
    (known) => known.startsWith(folder) && (BUILT_NAME.test(known) || BUILT_FOLDER.test(folder)),
  );
};

const minified = (file: FileChange, change: Change): readonly Flag[] => {
  const { after, before } = file;
  if (!after || file.language === null || forTests(file)) return [];
  if (after.text.length < MINIFIED_BYTES || meanLine(after.text, after.lines.length) < LONG_LINE) return [];
  if (before && meanLine(before.text, before.lines.length) >= LONG_LINE) return [];
  if (file.role === 'generated' && folderKnown(file, change)) return [];
  return [
    {
      id: 'minified-blob',
      rule: 'minified-blob',
      file: file.path,
      line: 1,
      sentence: `${file.path} is minified or packed and cannot be reviewed.`,
      evidence: after.text.slice(0, 120),
    },
  ];
};

const VENDOR = /(?:^|\/)(?:vendor|third_party|thirdparty|_vendor|bower_components|jspm_packages)\//;

const vendored = (change: Change): readonly Flag[] => {
  const found = new Map<string, number>();
  for (const file of change.files) {
    const match = isNew(file) && file.language !== null ? VENDOR.exec(file.path) : null;
    const folder = match ? file.path.slice(0, match.index + match[0].length) : null;
    if (folder !== null && ![...change.baseFiles].some((path) => path.startsWith(folder)))
      found.set(folder, (found.get(folder) ?? 0) + 1);
  }
  return [...found].map(([folder, count]) => ({
    id: 'vendored-code',
    rule: 'vendored-code',
    file: folder,
    sentence: `${count} third-party files are copied into ${folder}.`,
  }));
};

/** Content that cannot be read, or that comes from elsewhere. */
export const blobs: FlagRule = {
  rule: 'blob',
  find: (change) => [
    ...change.files.flatMap((file) => [...binary(file), ...minified(file, change)]),
    ...vendored(change),
  ],
};
