import type { Parser } from 'web-tree-sitter';
import { languageOf } from '../../../core/analyse/flags/reading/language-of.ts';
import { findHazards } from '../../../core/analyse/hazards/find-hazards.ts';
import { measureCode } from '../../../core/analyse/measure/measure-code.ts';
import { measuresFor } from '../../../core/analyse/measure/measures-for.ts';
import type { CodeReading } from '../../ports/assessment.ts';
import { readNodes } from './read-nodes.ts';

/** Null where the parser takes no such text. */
export const measureSource = (parser: Parser, path: string, text: string): CodeReading | null => {
  const language = languageOf(path);
  const nodes = language === null ? null : readNodes(parser, text);
  if (language === null || nodes === null) return null;
  return {
    measures: measureCode(nodes, text, measuresFor(language)),
    hazards: language === 'script' ? findHazards(nodes, text) : [],
  };
};
