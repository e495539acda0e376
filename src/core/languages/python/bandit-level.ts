import type { HazardLevel } from '../../domain/evidence/assessment.ts';

const rules = (numbers: string): ReadonlySet<string> =>
  new Set(numbers.split(' ').map((number) => `S${number}`));

const HIGH = rules('201 202 304 312 321 324 401 402 411 412 413 415 501 502 505 507 602 605 609 701');
const LOW = rules('101 105 106 107 110 112 311 403 404 405 406 407 408 409 410 504 603 606 607');

/** Bandit's severity of the same check; ruff has the rules, but says nothing of how bad they are. */
export const banditLevel = (rule: string, message: string): HazardLevel => {
  if (/\bseems safe\b/.test(message)) return 'low';
  if (HIGH.has(rule)) return 'high';
  return LOW.has(rule) ? 'low' : 'medium';
};
