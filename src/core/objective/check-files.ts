import type { CheckOf } from '../domain/experiment/objective-check.ts';
import { canonicalJson } from '../domain/json/canonical-json.ts';

const STEP = /^(?:\.?([A-Za-z_$][\w$-]*)|\[(\d{1,9})\]|\["((?:[^"\\]|\\.)*)"\])/;

/** The steps of `a.b[0]["c d"]`; null if it is not such a path. */
const stepsOf = (path: string): readonly (string | number)[] | null => {
  const steps: (string | number)[] = [];
  for (let rest = path; rest !== '';) {
    const match = STEP.exec(rest);
    if (match === null) return null;
    const [whole, name, index, quoted] = match;
    if (index !== undefined) steps.push(Number(index));
    else steps.push(name ?? (quoted ?? '').replaceAll(/\\(.)/g, '$1'));
    rest = rest.slice(whole.length);
  }
  return steps;
};

type FoundInJson =
  | { readonly found: true; readonly value: unknown }
  | { readonly found: false; readonly reason: string };

const nothing = (reason: string): FoundInJson => ({ found: false, reason });

/** The value at a path of a document; own members only. */
export const findInJson = (document: unknown, path: string): FoundInJson => {
  const steps = stepsOf(path);
  if (steps === null) return nothing(`${JSON.stringify(path)} is not a path`);
  let value = document;
  for (const step of steps) {
    const inside = typeof value === 'object' && value !== null;
    const fits = Array.isArray(value) === (typeof step === 'number');
    if (!inside || !fits || !Object.hasOwn(value as object, step))
      return nothing(`there is no ${JSON.stringify(step)}`);
    value = (value as Record<string | number, unknown>)[step];
  }
  return { found: true, value };
};

/** `text` null: there is no such regular file, or it is not text, or too large. */
export type SeenFile = { readonly exists: boolean; readonly text: string | null };

export type CheckResult = { readonly passed: boolean; readonly reason: string };

const SHOWN = 200;

export const checkFileExists = ({ path, exists }: CheckOf<'file_exists'>, seen: SeenFile): CheckResult => ({
  passed: seen.exists === exists,
  reason: seen.exists ? `${path} exists` : `${path} does not exist`,
});

export const checkFileContains = (
  { path, text, contains }: CheckOf<'file_contains'>,
  seen: SeenFile,
): CheckResult => {
  if (seen.text === null) return { passed: false, reason: `${path} is not readable text` };
  const there = seen.text.includes(text);
  const what = JSON.stringify(text.slice(0, SHOWN));
  return { passed: there === contains, reason: `${path} ${there ? 'contains' : 'does not contain'} ${what}` };
};

const parse = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
};

/** Null: nested too deeply to be written without overflowing the stack. */
const writeJson = (value: unknown): string | null => {
  try {
    return canonicalJson(value);
  } catch {
    return null;
  }
};

export const checkJsonPath = ({ path, at, equals }: CheckOf<'json_path'>, seen: SeenFile): CheckResult => {
  const document = seen.text === null ? null : parse(seen.text);
  if (document === null) return { passed: false, reason: `${path} is no JSON` };
  const found = findInJson(document.value, at);
  if (!found.found) return { passed: false, reason: `${path}: ${found.reason}` };
  const text = writeJson(found.value);
  if (text === null) return { passed: false, reason: `${path} is nested too deeply` };
  const passed = equals === undefined || text === canonicalJson(equals);
  return { passed, reason: `${path} has ${text.slice(0, SHOWN)} at ${at === '' ? 'its root' : at}` };
};
