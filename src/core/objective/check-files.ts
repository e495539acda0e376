import type { CheckOf } from '../domain/experiment/objective-check.ts';
import { canonicalJson } from '../domain/json/canonical-json.ts';
import { findInJson } from './find-in-json.ts';

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
  if (seen.text === null) return { passed: false, reason: `${path} is no text that can be read` };
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
