import type { Flag } from '../../../domain/flags/flag.ts';
import type { FileChange } from '../flag-rule.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';

/** Something seen in one version of one file. */
export type Sighting = {
  /** Equal keys mean the same sighting, wherever it is. */
  readonly key: string;
  readonly offset: number;
  readonly rule: string;
  readonly sentence: string;
};

export type Look = (version: FileVersion, file: FileChange) => readonly Sighting[];

const LONGEST_EVIDENCE = 200;

const evidenceAt = (version: FileVersion, line: number): string =>
  (version.lines[line - 1] ?? '').trim().slice(0, LONGEST_EVIDENCE);

export type Place = { readonly file: string; readonly version: FileVersion; readonly offset: number };

export const flagAt = (
  id: string,
  { file, version, offset }: Place,
  { rule, sentence }: { readonly rule: string; readonly sentence: string },
): Flag => {
  const line = version.lineAt(offset);
  return { id, rule, sentence, file, line, evidence: evidenceAt(version, line) };
};

/** Sightings that the new side has more of than the old one, over the whole change: moved code is not new. */
export const newSightings = (id: string, files: readonly FileChange[], look: Look): readonly Flag[] => {
  const known = new Map<string, number>();
  for (const file of files)
    if (file.before) for (const { key } of look(file.before, file)) known.set(key, (known.get(key) ?? 0) + 1);
  const flags: Flag[] = [];
  for (const file of files) {
    if (!file.after) continue;
    for (const sighting of look(file.after, file)) {
      const left = known.get(sighting.key) ?? 0;
      if (left > 0) known.set(sighting.key, left - 1);
      else
        flags.push(flagAt(id, { file: file.path, version: file.after, offset: sighting.offset }, sighting));
    }
  }
  return flags;
};

/** Files whose text changed and that are the program itself, in a language that is read by syntax. */
export const isProgram = ({ part, language, role }: FileChange): boolean =>
  part === null && language !== null && role !== 'generated';

/** Examples and benchmarks: nothing depends on them. */
export const isExample = ({ path }: FileChange): boolean =>
  /^(?:examples?|docs?|sandbox|demos?|bench(?:marks?)?|scripts?|tools?)\//.test(path);
