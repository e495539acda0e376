import { goAssessor } from './go.ts';
import { javaAssessor } from './java.ts';
import type { LanguageAssessor } from './language-assessor.ts';
import { pythonAssessor } from './python.ts';
import { rustAssessor } from './rust.ts';
import { scriptAssessor } from './script.ts';

/** Every language that is assessed, by one line each. */
export const ASSESSORS: readonly LanguageAssessor[] = [
  pythonAssessor,
  scriptAssessor,
  goAssessor,
  javaAssessor,
  rustAssessor,
];
