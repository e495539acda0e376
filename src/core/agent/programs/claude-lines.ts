import type { AgentSaying, AgentSayings } from '../agent-saying.ts';
import { amountAt, at, countAt, listAt, objectIn, shown, textAt, usageOf } from '../json-parts.ts';

const BUDGET_ENDS: Readonly<Record<string, 'steps' | 'cost'>> = {
  error_max_turns: 'steps',
  error_max_budget_usd: 'cost',
};

/** Tools by which an agent asks a person. */
const ASKING = new Set(['AskUserQuestion', 'ask_user_question', 'ask_user']);

/** `apart`: cached tokens are not part of the input, as Anthropic counts them. */
const usageIn = (value: unknown, apart: boolean) => {
  const input = countAt(value, 'input_tokens');
  const cached = countAt(value, 'cache_read_input_tokens') ?? 0;
  const written = countAt(value, 'cache_creation_input_tokens') ?? 0;
  return usageOf(
    input === undefined ? undefined : apart ? input + cached + written : input,
    countAt(value, 'output_tokens'),
    cached,
  );
};

/** Results are a text, or a list of texts. */
const contentText = (content: unknown): string =>
  Array.isArray(content)
    ? content
        .map((part: unknown) => (textAt(part, 'type') === 'text' ? textAt(part, 'text') : shown(part)))
        .join('\n')
    : content === undefined
      ? ''
      : shown(content);

const blockSayings = (block: unknown, fromModel: boolean): AgentSayings => {
  const type = textAt(block, 'type');
  if (fromModel && type === 'text') return [{ says: 'text', text: textAt(block, 'text') }];
  if (fromModel && type === 'tool_use') {
    const [id, name, input] = [textAt(block, 'id'), textAt(block, 'name'), shown(at(block, 'input'))];
    const call: AgentSaying = { says: 'call', id, name, input };
    return ASKING.has(name) ? [call, { says: 'question', text: input }] : [call];
  }
  if (!fromModel && type === 'tool_result')
    return [
      {
        says: 'answer',
        id: textAt(block, 'tool_use_id'),
        failed: at(block, 'is_error') === true,
        text: contentText(at(block, 'content')),
      },
    ];
  return [];
};

const modelSayings = (names: readonly string[]): AgentSayings =>
  names.flatMap((model): AgentSayings => (model === '' ? [] : [{ says: 'model', model }]));

const resultSayings = (line: object, apart: boolean): AgentSayings => {
  const subtype = textAt(line, 'subtype') || 'success';
  const failed = at(line, 'is_error') === true || subtype !== 'success';
  const answer = textAt(line, 'result') || textAt(line, 'error', 'message') || (failed ? subtype : '');
  const budget = Object.hasOwn(BUDGET_ENDS, subtype) ? BUDGET_ENDS[subtype] : undefined;
  const [usage, usd] = [usageIn(at(line, 'usage'), apart), amountAt(line, 'total_cost_usd')];
  return [
    ...modelSayings(Object.keys(at(line, 'modelUsage') ?? {})),
    ...(usage === undefined ? [] : [{ says: 'usage', usage, of: 'run' } as const]),
    ...(usd === undefined ? [] : [{ says: 'cost', usd, of: 'run' } as const]),
    ...(failed && budget === undefined ? [{ says: 'error', text: answer } as const] : []),
    { says: 'end', ok: !failed, answer, ...(budget === undefined ? {} : { budget }) },
  ];
};

/** A message that the program wrote itself names a model in angle brackets. */
const modelIn = (line: object): string => {
  const model = textAt(line, 'message', 'model');
  return model.startsWith('<') ? '' : model;
};

/** A line of the stream that Claude Code prints, and others after its example. Unknown lines are ignored. */
export const claudeLine = (text: string, { apart = true } = {}): AgentSayings => {
  const line = objectIn(text);
  if (line === null) return [];
  const type = textAt(line, 'type');
  if (type === 'result') return resultSayings(line, apart);
  if (type !== 'assistant' && type !== 'user') return [];
  const [fromModel, content] = [type === 'assistant', at(line, 'message', 'content')];
  const blocks =
    typeof content === 'string' ? [{ type: 'text', text: content }] : listAt(line, 'message', 'content');
  if (content === undefined) return [];
  const id = textAt(line, 'message', 'id');
  const usage = fromModel ? usageIn(at(line, 'message', 'usage'), apart) : undefined;
  const model = modelIn(line);
  return [
    ...(fromModel
      ? [
          {
            says: 'turn',
            id: id === '' ? null : id,
            ...(usage === undefined ? {} : { usage }),
            ...(model === '' ? {} : { model }),
          } as const,
          ...modelSayings([model]),
        ]
      : []),
    ...blocks.flatMap((block) => blockSayings(block, fromModel)),
  ];
};
