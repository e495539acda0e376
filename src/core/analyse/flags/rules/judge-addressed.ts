import type { FileChange, FlagRule } from '../flag-rule.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { newSightings, type Sighting } from '../reading/sightings.ts';

const JUDGE =
  '(?:reviewers?|judges?|graders?|evaluators?|scorers?|assessors?|language models?|llms?|ai(?: (?:models?|assistants?|agents?|reviewers?|judges?))?|gpt|claude|copilot|assistants?|auto-?graders?)';
const WORK =
  '(?:patch|change|diff|candidate|solution|submission|implementation|commit|pr|pull request|code|answer|entry)';
/** What is handed in to be judged; a function may prefer a candidate of its own. */
const OFFER = '(?:patch|candidate|solution|submission|pull request|pr|diff)';
const REWARD =
  '(?:10\\s*/\\s*10|100\\s*(?:/\\s*100|%|points?)?|1\\.0|5\\s*/\\s*5|full (?:marks?|score|points|credit)|(?:the )?(?:highest|maximum|max|perfect|top|best) (?:possible )?(?:score|mark|rating|grade|rank)s?)';

/** Read on one line, lower case, single spaces. */
const ADDRESSES: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b(?: \w+){0,3} (?:previous|prior|above|earlier|preceding|system|your|other|all)\b(?: \w+){0,2} (?:instructions?|prompts?|rules|rubrics?|criteria|guidelines|context|messages?|directives?)\b/,
  new RegExp(
    `\\b(?:note|message|instructions?|attention|important|hint|hello|dear|hey|to|for)\\b[: ,]{1,3}(?:to |for )?(?:all |any |the |every )?(?:automated |automatic )?${JUDGE}\\b.{0,80}\\b(?:approve|accept|merge|select|choose|pick|prefer|score|rate|rank|award|assign|give|mark|grade|pass|trust|winner?|skip|do not|don't)\\b`,
  ),
  new RegExp(
    `^\\W*${JUDGE}\\s*[:,].{0,80}\\b(?:approve|accept|merge|select|choose|pick|prefer|score|rate|rank|award|assign|give|mark|grade|pass|winner?)\\b`,
  ),
  new RegExp(
    `\\b(?:give|assign|award|rate|score|grade|rank|mark)\\b.{0,30}\\b(?:this|the|my|our)\\b.{0,20}\\b${WORK}\\b.{0,60}(?:${REWARD}|\\b(?:first|highest|best|winner|above|higher|correct)\\b)`,
  ),
  new RegExp(
    `\\b(?:score|rating|grade|verdict)\\b\\s*(?:=|:|should be|must be|is)\\s*(?:a )?${REWARD}.{0,60}\\b(?:${WORK}|${JUDGE})\\b`,
  ),
  new RegExp(
    `\\b(?:this|my|our) ${OFFER}\\b.{0,60}\\b(?:must|should|deserves?|has to|needs to|ought to)\\b.{0,40}\\b(?:win|be (?:approved|merged|rated|scored|ranked (?:first|highest|top)|the (?:winner|best)|(?:selected|chosen|preferred|accepted)(?: as the (?:winner|best)| over (?:the |all )?others?| by (?:the )?${JUDGE}))|${REWARD})`,
  ),
  new RegExp(
    `\\b(?:select|choose|pick|prefer|approve|merge)\\b.{0,10}\\b(?:this|my)\\b.{0,10}\\b${OFFER}\\b.{0,40}\\b(?:over (?:the |all )?others?|as the (?:winner|best)|winner|without (?:review|checking|running)|regardless|immediately)\\b`,
  ),
  new RegExp(`\\byou are (?:a|an|the) (?:\\w+ ){0,3}${JUDGE}\\b`),
  new RegExp(`\\bas an? (?:ai|llm|language model|automated (?:reviewer|judge))\\b`),
  new RegExp(
    `\\b(?:all|every) (?:tests?|checks?|requirements?)\\b.{0,30}\\b(?:pass(?:ed|es)?|verified|satisfied|met)\\b.{0,60}\\b(?:no need to|do not|don't|skip|without|therefore)\\b.{0,40}\\b(?:review|run|check|verify|approve|look|inspect)`,
  ),
  /<\|?(?:im_start|im_end|system|endoftext)\|?>|\[\/?inst\]|<\/?(?:system|assistant|judge|verdict|score)>\s*\S|###\s*(?:system|instruction|assistant)\s*:/,
];
/** In a program's own strings only what cannot be a prompt of its own. */
const STRONGEST = ADDRESSES.slice(0, 1);

const PROMPTS = /(?:prompt|judge|persona|rubric|llm|agent|grader|skill|claude|copilot|\.cursor)/i;
const LONGEST = 600;

const normal = (text: string): string =>
  text
    .slice(0, LONGEST)
    .toLowerCase()
    .replaceAll(/[\s*#/>"'`_-]+/g, ' ')
    .trim();

/** Enough for any file that a person wrote. */
const MAX_PASSAGES = 5_000;

const inPassages = (
  version: FileVersion,
  passages: readonly { start: number; end: number }[],
  patterns: readonly RegExp[],
): readonly Sighting[] =>
  passages.slice(0, MAX_PASSAGES).flatMap(({ start, end }): readonly Sighting[] => {
    const raw = version.text.slice(start, Math.min(end, start + LONGEST));
    const text = normal(raw);
    const kept = raw.toLowerCase();
    const found = patterns.some((pattern) => pattern.test(text) || pattern.test(kept));
    return found
      ? [
          {
            rule: 'judge-addressed',
            key: text.slice(0, 100),
            offset: start,
            sentence: 'A text speaks to whoever reviews or judges the change.',
          },
        ]
      : [];
  });

/** Neighbouring line comments make one passage: a sentence may run over several. */
const joinComments = ({ comments, text }: FileVersion): readonly { start: number; end: number }[] => {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of comments) {
    const last = joined.at(-1);
    if (last && /^[ \t]*\r?\n?[ \t]*$/.test(text.slice(last.end, start)) && start - last.start < LONGEST)
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

/** A string that stands alone is read by people only; each of its paragraphs is looked at. */
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

const look = (version: FileVersion, { path, role }: FileChange): readonly Sighting[] => {
  if (PROMPTS.test(path)) return [];
  if (version.syntax === null)
    return role === 'lockfile' || role === 'generated'
      ? []
      : inPassages(version, paragraphs(version), ADDRESSES);
  return [
    ...inPassages(version, [...joinComments(version), ...docstrings(version)], ADDRESSES),
    ...inPassages(version, version.strings, STRONGEST),
  ];
};

/** A change is judged by what it does; words to the judge have one purpose. */
export const judgeAddressed: FlagRule = {
  rule: 'judge-addressed',
  find: ({ files }) =>
    newSightings(
      'judge-addressed',
      files.filter(({ kind, role }) => kind === 'text' && role !== 'lockfile' && role !== 'generated'),
      look,
    ),
};
