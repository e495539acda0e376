import type { SourceLanguage } from '../../domain/source/source-facts.ts';
import { goMeasures } from './go-measures.ts';
import { javaMeasures } from './java-measures.ts';
import type { MeasureRules } from './measure-rules.ts';
import { pythonMeasures } from './python-measures.ts';
import { rustMeasures } from './rust-measures.ts';
import { scriptMeasures } from './script-measures.ts';

const RULES: Readonly<Record<SourceLanguage, MeasureRules>> = {
  script: scriptMeasures,
  python: pythonMeasures,
  go: goMeasures,
  java: javaMeasures,
  rust: rustMeasures,
};

/** A new language needs its rules, this line and a grammar. */
export const measuresFor = (language: SourceLanguage): MeasureRules => RULES[language];
