import type { FileChange, FlagRule } from '../flag-rule.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { addressesJudge, LONGEST_PASSAGE } from '../../../text/judge-address.ts';
import { plainWords } from '../../../text/reveal-characters.ts';
import { isRegenerated, newSightings, type Sighting } from '../reading/sightings.ts';

const PROMPTS = /(?:prompt|judge|persona|rubric|llm|agent|grader|skill|claude|copilot|\.cursor)/i;
/** Enough for any handwritten file. */
const MAX_PASSAGES = 5_000;

const inPassages = (
  version: FileVersion,
  passages: readonly { start: number; end: number }[],
  own: boolean,
): readonly Sighting[] =>
  passages.slice(0, MAX_PASSAGES).flatMap(({ start, end }): readonly Sighting[] => {
    const passage = version.text.slice(start, Math.min(end, start + LONGEST_PASSAGE));
    return addressesJudge(passage, { own })
      ? [
          {
            rule: 'judge-addressed',
            key: plainWords(passage).slice(0, 100),
            offset: start,
            sentence: 'Text addresses the reviewer or judge of the change.',
          },
        ]
      : [];
  });

/** Neighbouring line comments make one passage: a sentence may run over several. */
const joinComments = ({ comments, text }: FileVersion): readonly { start: number; end: number }[] => {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of comments) {
    const last = joined.at(-1);
    if (
      last &&
      /^[ \t]*\r?\n?[ \t]*$/.test(text.slice(last.end, start)) &&
      start - last.start < LONGEST_PASSAGE
    )
      last.end = end;
    else joined.push({ start, end });
  }
  return joined;
};

const paragraphs = ({ text }: FileVersion): readonly { start: number; end: number }[] =>
  [...text.matchAll(/[^\n]+(?:\n[^\n]+){0,8}/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));

/** A string as a whole statement is only read by people; each of its paragraphs is examined. */
const docstrings = ({ syntax, text }: FileVersion): readonly { start: number; end: number }[] =>
  (syntax?.find(new Set(['string'])) ?? [])
    .filter((node) => syntax?.kind(syntax.parent(node)) === 'expression_statement')
    .slice(0, MAX_PASSAGES)
    .flatMap((node) => {
      const [start, end] = [syntax?.start(node) ?? 0, syntax?.end(node) ?? 0];
      return [...text.slice(start, end).matchAll(/[^\n]+(?:\n[^\n]+){0,8}/g)].map(({ index, 0: found }) => ({
        start: start + index,
        end: start + index + found.length,
      }));
    });

/** Generated data is long and no judge reads it; code is read whatever its name. */
const isRead = (file: FileChange): boolean =>
  file.kind === 'text' &&
  file.role !== 'lockfile' &&
  (file.role !== 'generated' || (file.language !== null && !isRegenerated(file)));

const look = (version: FileVersion, { path, role }: FileChange): readonly Sighting[] => {
  if (PROMPTS.test(path)) return [];
  if (version.syntax === null)
    return role === 'lockfile' || role === 'generated' ? [] : inPassages(version, paragraphs(version), false);
  return [
    ...inPassages(version, [...joinComments(version), ...docstrings(version)], false),
    ...inPassages(version, version.strings, true),
  ];
};

/** A change is judged by what it does: text addressed to the judge can only have one purpose. */
export const judgeAddressed: FlagRule = {
  rule: 'judge-addressed',
  find: ({ files }) => newSightings('judge-addressed', files.filter(isRead), look),
};
