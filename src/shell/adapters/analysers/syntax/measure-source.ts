import type { Parser } from 'web-tree-sitter';
import { languageOf } from '../../../../core/languages/languages.ts';
import { measureCode } from '../../../../core/analyse/measure/measure-code.ts';
import { presentPart } from '../../../../core/languages/parts/missing-part.ts';
import type { CodeReading } from '../../../ports/assessment.ts';
import { readNodes } from './read-nodes.ts';

/** Null if the parser takes no such text. */
export const measureSource = (parser: Parser, path: string, text: string): CodeReading | null => {
  const language = languageOf(path);
  const nodes = language === null ? null : readNodes(parser, text);
  if (language === null || nodes === null) return null;
  return {
    measures: measureCode(nodes, text, language.measures),
    hazards: presentPart(language.findHazards)?.(nodes, text) ?? [],
  };
};
