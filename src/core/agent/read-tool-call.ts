import type * as z from 'zod';
import type { ToolCall } from '../domain/agent/conversation.ts';
import { parseShallowJson } from '../domain/json/shallow-json.ts';
import { isToolName, TOOL_INPUTS, type ToolInput, type ToolName } from './tool-catalogue.ts';
import { isObject } from '../domain/json/is-object.ts';

/** A call that can be carried out: one member for each tool. */
export type ReadCall = { [N in ToolName]: { readonly name: N; readonly input: ToolInput<N> } }[ToolName];

export type CallReading =
  | { readonly ok: true; readonly call: ReadCall }
  /** A sentence for the model. */
  | { readonly ok: false; readonly reason: string };

const MOST_FAULTS = 5;
const refused = (reason: string): CallReading => ({ ok: false, reason });

/** Models may send nothing if a tool takes no arguments. */
const parse = (text: string): { readonly value: unknown } | null =>
  text.trim() === '' ? { value: {} } : parseShallowJson(text);

/** Models send null for what they leave out. */
const withoutNulls = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));

const explain = ({ path, message }: z.core.$ZodIssue): string =>
  path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`;

/** What a model asks for, or what is wrong with it. Total: the input is whatever a model wrote. */
export const readToolCall = (call: ToolCall, offered: readonly string[]): CallReading => {
  const { name } = call;
  if (!isToolName(name) || !offered.includes(name))
    return refused(
      `There is no tool ${JSON.stringify(name.slice(0, 100))}. There are: ${offered.join(', ')}.`,
    );
  const parsed = parse(call.input);
  if (parsed === null) return refused(`The arguments of ${name} are not JSON.`);
  const { value } = parsed;
  if (!isObject(value)) return refused(`The arguments of ${name} are not a JSON object.`);
  const input = TOOL_INPUTS[name].safeParse(withoutNulls(value));
  if (input.success) return { ok: true, call: { name, input: input.data } as ReadCall };
  const faults = input.error.issues.slice(0, MOST_FAULTS).map(explain);
  return refused(`The arguments of ${name} do not fit: ${faults.join('; ')}.`);
};
