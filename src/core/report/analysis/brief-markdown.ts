import type { ProjectBrief } from '../../domain/source/project-brief.ts';
import { LANGUAGES } from '../../languages/languages.ts';
import { printableLine } from '../text/printable.ts';

/** A rough figure that works for both English and code. */
const CHARACTERS_PER_TOKEN = 4;
export const DEFAULT_TOKENS = 2_000;

type Section = { readonly title: string; readonly lines: readonly string[] };

const number = (value: number): string => value.toLocaleString('en-US');
const code = (text: string): string => `\`${printableLine(text).replaceAll('`', "'")}\``;
const LONGEST_COMMAND = 120;
const shorten = (text: string): string =>
  text.length > LONGEST_COMMAND ? `${text.slice(0, LONGEST_COMMAND)}…` : text;
const titleOf = (id: string): string => LANGUAGES.find((language) => language.id === id)?.title ?? id;
const plural = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

const overview = (brief: ProjectBrief): Section => ({
  title: 'At a glance',
  lines: [
    ...brief.languages.map(
      ({ language, files, lines }) => `- ${language}: ${plural(files, 'file')}, ${plural(lines, 'line')}`,
    ),
    ...(brief.packageManager === null ? [] : [`- package manager: ${brief.packageManager}`]),
    ...Object.entries(brief.commands).map(([kind, command]) => `- ${kind}: ${code(shorten(command))}`),
  ],
});

const naming = ({ naming: all }: ProjectBrief): Section => ({
  title: 'Names',
  lines: all
    .filter(({ style }) => style !== null)
    .map(
      ({ language, kind, style, confidence, names }) =>
        `- ${titleOf(language)}, ${kind}: ${style} (${Math.floor(confidence * 100)} % of the conclusive names, ${plural(names, 'name')})`,
    ),
});

const layers = ({ layers: all }: ProjectBrief): Section => ({
  title: 'Imports go in this direction only',
  lines: all
    .filter(({ rule }) => rule)
    .map(({ from, to, imports, against }) => `- ${code(from)} → ${code(to)} (${imports} : ${against})`),
});

const layout = ({ layout: all }: ProjectBrief): Section => ({
  title: 'Folders',
  lines: all
    .filter(({ lines }) => lines > 0)
    .map(
      ({ folder, files, lines }) =>
        `- ${code(`${folder}/`)} ${plural(files, 'file')}, ${plural(lines, 'line')}`,
    ),
});

const SHOWN_FOLDERS = 4;

const fileNames = ({ fileNames: all }: ProjectBrief): Section => {
  const folders = new Map<string, string[]>();
  for (const { folder, pattern, files } of all)
    folders.set(pattern, [...(folders.get(pattern) ?? []), `${code(`${folder}/`)} (${number(files)})`]);
  return {
    title: 'File names',
    lines: [...folders].map(([pattern, where]) => {
      const more =
        where.length > SHOWN_FOLDERS ? ` and ${plural(where.length - SHOWN_FOLDERS, 'more folder')}` : '';
      return `- ${code(pattern)}: ${where.slice(0, SHOWN_FOLDERS).join(', ')}${more}`;
    }),
  };
};

const tests = ({ tests: { files, placement, patterns, folders } }: ProjectBrief): Section => {
  const where = {
    beside: 'beside the source',
    apart: 'in folders of their own',
    both: 'beside the source and apart',
    none: '',
  };
  if (placement === 'none') return { title: 'Tests', lines: ['- none found'] };
  return {
    title: 'Tests',
    lines: [
      `- ${plural(files, 'file')} ${where[placement]}`,
      `- named ${patterns.map(({ pattern, files: count }) => `${code(pattern)} (${count})`).join(', ')}`,
      `- in ${folders.map(({ folder, files: count }) => `${code(`${folder}/`)} (${count})`).join(', ')}`,
    ],
  };
};

const PER_LINE = 10;

const glossary = ({ glossary: all }: ProjectBrief): Section => {
  const words = all.map(({ name, count }) => `${code(name)} ${number(count)}`);
  const lines: string[] = [];
  for (let at = 0; at < words.length; at += PER_LINE)
    lines.push(`- ${words.slice(at, at + PER_LINE).join(', ')}`);
  return { title: 'Words in use, and how often', lines };
};

const imports = ({ imports: { external, mostImported, cycles } }: ProjectBrief): Section => ({
  title: 'What is imported most',
  lines: [
    ...(mostImported.length === 0
      ? []
      : [
          `- inside: ${mostImported
            .slice(0, 10)
            .map(({ path, count }) => `${code(path)} (${count})`)
            .join(', ')}`,
        ]),
    ...(external.length === 0
      ? []
      : [
          `- from outside: ${external
            .slice(0, 20)
            .map(({ name, count }) => `${code(name)} (${count})`)
            .join(', ')}`,
        ]),
    ...cycles
      .slice(0, 5)
      .map(
        (cycle) =>
          `- a circle: ${cycle.slice(0, 5).map(code).join(' ↔ ')}${cycle.length > 5 ? ` and ${cycle.length - 5} more` : ''}`,
      ),
  ],
});

const entryPoints = ({ entryPoints: all, schemas }: ProjectBrief): Section => ({
  title: 'Entry points and schemas',
  lines: [
    ...all.map(({ path, why }) => `- ${code(path)}: ${printableLine(why)}`),
    ...schemas.map(({ kind, path }) => `- ${kind}: ${code(path)}`),
  ],
});

const notes = ({ notes: all }: ProjectBrief): Section => ({
  title: 'Not in this brief',
  lines: all.map((note) => `- ${printableLine(note)}`),
});

/** Most useful first: a reader with little room reads from the top. */
const SECTIONS = [overview, layers, naming, tests, entryPoints, fileNames, glossary, layout, imports, notes];

/** The share of the room that one section may take, so a long section leaves some for the others. */
const MAX_SHARE = 0.3;

/** Markdown of about `tokens` tokens at most; what does not fit is counted, not silently dropped. */
export const briefMarkdown = (brief: ProjectBrief, tokens: number = DEFAULT_TOKENS): string => {
  const room = tokens * CHARACTERS_PER_TOKEN;
  const written = ['# Project brief', ''];
  let used = 20;
  let left = 0;
  for (const section of SECTIONS) {
    const { title, lines } = section(brief);
    if (lines.length === 0) continue;
    const share = Math.min(room - used, room * MAX_SHARE);
    let own = title.length + 5;
    const fitting = lines.filter((line) => {
      own += line.length + 1;
      return own <= share;
    });
    left += lines.length - fitting.length;
    if (fitting.length === 0) continue;
    const rest = lines.length - fitting.length;
    const block = [`## ${title}`, '', ...fitting, ...(rest > 0 ? [`- … ${rest} more`] : []), ''];
    used += block.join('\n').length + 1;
    written.push(...block);
  }
  if (left > 0)
    written.push(
      `${left} lines did not fit into ${number(tokens)} tokens; \`hydra brief --json\` has everything.`,
      '',
    );
  return written.join('\n').trimEnd();
};
