import type { OuterNames } from '../../../languages/parts/surroundings.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import type { Change, FileChange } from '../flag-rule.ts';
import { addedLines } from './added-lines.ts';
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

/** The first new name on a new line that is not known to depend on its input alone. */
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
    // Imports of known modules are examined at their use.
    if (loaded !== null && IMPORTS.test(bare)) continue;
    for (const [found] of bare.matchAll(names))
      if (!oldCode.includes(squeeze(found))) return { what: found.trim(), line };
  }
  return null;
};
