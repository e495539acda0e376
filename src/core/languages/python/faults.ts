import type { RuleHit } from '../parts/assessor.ts';
import type { Fault, FindFaults } from '../parts/fault-rules.ts';

const SYNTAX = 'invalid-syntax';
/** Names of Python 2, which code for both versions guards, and those that tools put there. */
const DEFINED_ELSEWHERE =
  /`(?:_|__|ngettext|unicode|basestring|long|xrange|raw_input|reduce|unichr|cmp|file|execfile|buffer|apply|intern|coerce|reload|reveal_type|reveal_locals|get_ipython|profile|WindowsError)`/;

const hasSyntaxErrors = (hits: readonly RuleHit[]): boolean => hits.some(({ rule }) => rule === SYNTAX);

/** A new file, or one that was no Python before, may be a template or of another version: its syntax shows nothing. */
const newIn = (before: readonly RuleHit[] | null, after: readonly RuleHit[]): readonly Fault[] => {
  if (hasSyntaxErrors(after)) {
    if (before === null || hasSyntaxErrors(before)) return [];
    return after
      .filter(({ rule }) => rule === SYNTAX)
      .slice(0, 1)
      .map(({ line, message }) => ({ line, message }));
  }
  const known = new Set(before?.map(({ message }) => message));
  return after
    .filter(({ message }) => !known.has(message) && !DEFINED_ELSEWHERE.test(message))
    .map(({ line, message }) => ({ line, message }));
};

/** A name defined nowhere, and a local name that is read before it has a value. */
const RULES = ['F821', 'F823'];

/** If one side cannot be read, nothing is known. */
export const pythonFaults: FindFaults = async ({ before, after }, { ruff }) => {
  const now = await ruff(after, RULES);
  if (!now.known || now.value.length === 0) return [];
  if (before === null) return newIn(null, now.value);
  const then = await ruff(before, RULES);
  return then.known ? newIn(then.value, now.value) : [];
};
