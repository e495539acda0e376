import { correctness } from './correctness.ts';
import { maintainability } from './maintainability.ts';
import { readability } from './readability.ts';

export const JUDGES = [correctness, readability, maintainability] as const;

export type JudgeId = (typeof JUDGES)[number]['id'];
