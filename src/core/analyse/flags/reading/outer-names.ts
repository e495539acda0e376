import type { Language } from '../../../languages/language.ts';
import type { OuterNames } from '../../../languages/parts/surroundings.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import type { Change, FileChange } from '../flag-rule.ts';
import { addedLines } from './added-lines.ts';
import { freeNames, type FreeName } from './free-names.ts';
import { testLines } from './test-spans.ts';

export type OuterName = { readonly what: string; readonly line: number };

const LONGEST = 400;
const IMPORTS = /^\s*(?:import|from|export|require|use|#)\b/;
const OF_TESTS = /^(?:tests?|specs?|conftest)$/;
const SOURCE_FOLDERS = new Set(['src', 'lib', 'source', 'include']);

const stem = (name: string): string => name.replace(/\.\w+$/, '');

/** Names under which modules of the project are loaded: its top folders and files, and those in a source folder. */
export const ownModules = ({
  baseFiles,
  files,
}: Pick<Change, 'baseFiles' | 'files'>): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const path of [...baseFiles, ...files.map((file) => file.path)]) {
    const [top = '', second] = path.split('/', 2);
    names.add(stem(top));
    if (second !== undefined && SOURCE_FOLDERS.has(top)) names.add(stem(second));
  }
  return names;
};

const codeLines = ({ code }: FileVersion): readonly string[] => code.split(/\r\n|\n|\r/);

const isKnown = (module: string, { pure, own }: OuterNames, project: ReadonlySet<string>): boolean => {
  const [top = ''] = module.split(/[./]/, 1);
  return (
    pure.test(module) || own?.test(module) === true || (project.has(top) && top !== '' && !OF_TESTS.test(top))
  );
};

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');

const known = new WeakMap<FileVersion, readonly FreeName[]>();

const freeIn = (version: FileVersion, { names, outer }: Language): readonly FreeName[] => {
  if (outer.globals === undefined || version.syntax === null) return [];
  const free = known.get(version) ?? freeNames(version.syntax, { names, globals: outer.globals });
  known.set(version, free);
  return free;
};

/** A name that neither file nor language explains, unless the old side used it too. */
const unexplained = ({ before, after, language }: FileChange): OuterName | null => {
  const globals = language?.outer.globals;
  if (language === null || after === null || globals === undefined) return null;
  const { syntax } = after;
  if (syntax === null || syntax.find(globals.wildcards).length > 0) return null;
  const old = new Set(before === null ? [] : freeIn(before, language).map(({ name }) => name));
  const found = freeIn(after, language).find(({ name }) => !globals.known.has(name) && !old.has(name));
  return found === undefined ? null : { what: found.name, line: after.lineAt(found.offset) };
};

/** The first thing on a new line that the old side does not have and that is not known to depend on its input alone. */
export const outerName = (file: FileChange, project: ReadonlySet<string>): OuterName | null => {
  const { after, before, language } = file;
  if (after === null || language === null) return null;
  const { outer } = language;
  const isTest = testLines(after, language);
  const code = codeLines(after);
  const [oldText, oldCode] = [before?.text ?? '', squeeze(before?.code ?? '')];
  const names = new RegExp(outer.names.source, `${outer.names.flags.replace('g', '')}g`);
  for (const { line, text } of addedLines(file)) {
    if (isTest(line)) continue;
    const bare = (code[line - 1] ?? '').slice(0, LONGEST);
    // A line of a comment or of a long text loads nothing.
    const isCode = bare.trim() !== '';
    const loaded = isCode ? outer.loads(text.slice(0, LONGEST)) : null;
    const foreign = loaded?.find((module) => !isKnown(module, outer, project) && !oldText.includes(module));
    if (foreign !== undefined) return { what: foreign, line };
    if (outer.lines?.test(text) === true) return { what: text.trim(), line };
    // What an import of a known module brings is seen where it is used.
    if (loaded !== null && IMPORTS.test(bare)) continue;
    for (const [found] of bare.matchAll(names))
      if (!oldCode.includes(squeeze(found))) return { what: found.trim(), line };
  }
  return unexplained(file);
};
