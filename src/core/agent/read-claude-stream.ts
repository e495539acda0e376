import * as z from 'zod';
import { parseShallowJson } from '../domain/json/shallow-json.ts';
import { ClaudeResult } from './claude-result.ts';

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
  tool_use_id: z.string().optional(),
  content: z.unknown().optional(),
  is_error: z.boolean().optional(),
});
type Block = z.infer<typeof Block>;

const Line = z.looseObject({
  type: z.enum(['assistant', 'user']),
  message: z.looseObject({ id: z.string().optional(), content: z.union([z.string(), z.array(Block)]) }),
});

/** In the vocabulary of our own trace. */
export type ClaudeEvent =
  | { readonly event: 'model_turn'; readonly step: number; readonly text: string }
  | {
      readonly event: 'tool_call';
      readonly step: number;
      readonly id: string;
      readonly name: string;
      readonly input: string;
    }
  | {
      readonly event: 'tool_result';
      readonly step: number;
      readonly id: string;
      readonly name: string;
      readonly failed: boolean;
      readonly text: string;
    };

export type ClaudeStream = {
  readonly events: readonly ClaudeEvent[];
  /** Replies of the model: a message may span several lines. */
  readonly steps: number;
  readonly toolCalls: number;
  /** Null: the stream ends without one. */
  readonly result: ClaudeResult | null;
};

const parse = (line: string): unknown => parseShallowJson(line)?.value;

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const TOO_LITTLE: Block = { type: 'text', text: '' };

const Texts = z.array(z.looseObject({ type: z.literal('text'), text: z.string() }));

/** Results are a text, or a list of texts. */
const contentText = (content: unknown): string => {
  const texts = Texts.safeParse(content);
  return texts.success ? texts.data.map(({ text }) => text).join('\n') : shown(content);
};

/** Reads what `claude -p --output-format stream-json` printed. Total: unknown lines are skipped. */
export const readClaudeStream = (stdout: string): ClaudeStream => {
  const events: ClaudeEvent[] = [];
  const [ids, names] = [new Set<string>(), new Map<string, string>()];
  let [toolCalls, result, unnamed]: [number, ClaudeResult | null, number] = [0, null, 0];
  const take = (block: Block, fromModel: boolean): void => {
    const step = ids.size;
    const [id, name] = [block.id ?? block.tool_use_id ?? '', block.name ?? ''];
    if (fromModel && block.type === 'text')
      events.push({ event: 'model_turn', step, text: block.text ?? '' });
    if (fromModel && block.type === 'tool_use') {
      toolCalls += 1;
      names.set(id, name);
      events.push({ event: 'tool_call', step, id, name, input: shown(block.input) });
    }
    if (!fromModel && block.type === 'tool_result') {
      const [failed, text] = [block.is_error === true, contentText(block.content)];
      events.push({ event: 'tool_result', step, id, name: names.get(id) ?? '', failed, text });
    }
  };
  for (const text of stdout.split('\n')) {
    const printed = parse(text);
    const ended = ClaudeResult.safeParse(printed);
    if (ended.success) result = ended.data;
    const line = Line.safeParse(printed);
    if (!line.success) continue;
    const { id, content } = line.data.message;
    const fromModel = line.data.type === 'assistant';
    if (fromModel) ids.add(id ?? `unnamed ${(unnamed += 1)}`);
    for (const block of typeof content === 'string' ? [{ ...TOO_LITTLE, text: content }] : content)
      take(block, fromModel);
  }
  return { events, steps: ids.size, toolCalls, result };
};
