/** One turn in words, and as each provider streams it. */
export type Turn = {
  readonly text: string;
  readonly call?: { readonly id: string; readonly name: string; readonly input: string };
};

export type Dialect = {
  readonly spec: (url: string) => string;
  readonly environment: (url: string) => Readonly<Record<string, string>>;
  /** Where a request goes, and the header that carries the key. */
  readonly path: string;
  readonly key: readonly [header: string, value: string];
  readonly model: string;
  readonly priced: boolean;
  readonly stream: (turn: Turn) => string;
  /** An error in the middle of a stream that began well. */
  readonly overloaded: string;
};

export const USAGE = { input: 10, cached: 4, output: 20 };

const sse = (events: readonly (Record<string, unknown> | string)[]): string =>
  events
    .map((event) => {
      const data = typeof event === 'string' ? event : JSON.stringify(event);
      const name = typeof event === 'string' ? undefined : event['type'];
      return `${typeof name === 'string' ? `event: ${name}\n` : ''}data: ${data}\n\n`;
    })
    .join('');

const halves = (text: string): readonly string[] => {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};

const anthropicStart = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5-20250929',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    // Anthropic counts cached tokens separately.
    usage: {
      input_tokens: USAGE.input - USAGE.cached,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: USAGE.cached,
      output_tokens: 1,
    },
  },
};

const anthropic: Dialect = {
  spec: () => 'anthropic:claude-sonnet-4-5',
  environment: (url) => ({ ANTHROPIC_API_KEY: 'key-a', ANTHROPIC_BASE_URL: url }),
  path: '/v1/messages',
  key: ['x-api-key', 'key-a'],
  model: 'claude-sonnet-4-5-20250929',
  priced: true,
  stream: ({ text, call }) =>
    sse([
      anthropicStart,
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'ping' },
      ...halves(text).map((part) => ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text: part },
      })),
      { type: 'content_block_stop', index: 0 },
      ...(call === undefined
        ? []
        : [
            {
              type: 'content_block_start',
              index: 1,
              content_block: { type: 'tool_use', id: call.id, name: call.name, input: {} },
            },
            ...halves(call.input).map((part) => ({
              type: 'content_block_delta',
              index: 1,
              delta: { type: 'input_json_delta', partial_json: part },
            })),
            { type: 'content_block_stop', index: 1 },
          ]),
      {
        type: 'message_delta',
        delta: { stop_reason: call === undefined ? 'end_turn' : 'tool_use', stop_sequence: null },
        usage: { output_tokens: USAGE.output },
      },
      { type: 'message_stop' },
    ]),
  overloaded: sse([
    anthropicStart,
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  ]),
};

const openai: Dialect = {
  spec: () => 'openai:gpt-5',
  environment: (url) => ({ OPENAI_API_KEY: 'key-o', OPENAI_BASE_URL: `${url}/v1/` }),
  path: '/v1/responses',
  key: ['authorization', 'Bearer key-o'],
  model: 'gpt-5-2025-08-07',
  priced: true,
  stream: ({ text, call }) => {
    const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' };
    const content = [{ type: 'output_text', text, annotations: [] }];
    const asked = call && {
      type: 'function_call',
      id: 'fc_1',
      call_id: call.id,
      name: call.name,
      arguments: call.input,
      status: 'completed',
    };
    return sse([
      {
        type: 'response.created',
        response: { id: 'resp_1', created_at: 1_700_000_000, model: 'gpt-5-2025-08-07' },
      },
      { type: 'response.output_item.added', output_index: 0, item: { ...message, content: [] } },
      ...halves(text).map((delta) => ({
        type: 'response.output_text.delta',
        item_id: 'msg_1',
        output_index: 0,
        content_index: 0,
        delta,
      })),
      { type: 'response.output_item.done', output_index: 0, item: { ...message, content } },
      ...(asked === undefined
        ? []
        : [
            { type: 'response.output_item.added', output_index: 1, item: { ...asked, arguments: '' } },
            ...halves(asked.arguments).map((delta) => ({
              type: 'response.function_call_arguments.delta',
              item_id: 'fc_1',
              output_index: 1,
              delta,
            })),
            { type: 'response.output_item.done', output_index: 1, item: asked },
          ]),
      {
        type: 'response.completed',
        response: {
          usage: {
            input_tokens: USAGE.input,
            input_tokens_details: { cached_tokens: USAGE.cached },
            output_tokens: USAGE.output,
            output_tokens_details: { reasoning_tokens: 0 },
          },
        },
      },
    ]);
  },
  overloaded: sse([
    {
      type: 'response.created',
      response: { id: 'resp_1', created_at: 1_700_000_000, model: 'gpt-5-2025-08-07' },
    },
    {
      type: 'error',
      sequence_number: 1,
      error: { type: 'server_error', code: 'server_error', message: 'The server had an error', param: null },
    },
  ]),
};

const googleUsage = {
  usageMetadata: {
    promptTokenCount: USAGE.input,
    cachedContentTokenCount: USAGE.cached,
    candidatesTokenCount: USAGE.output,
    totalTokenCount: USAGE.input + USAGE.output,
  },
  modelVersion: 'gemini-2.5-pro',
};

const google: Dialect = {
  spec: () => 'google:gemini-2.5-pro',
  environment: (url) => ({ GEMINI_API_KEY: 'key-g', GOOGLE_GEMINI_BASE_URL: url }),
  path: '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
  key: ['x-goog-api-key', 'key-g'],
  model: 'gemini-2.5-pro',
  priced: true,
  stream: ({ text, call }) =>
    sse([
      ...halves(text).map((part) => ({
        candidates: [{ content: { role: 'model', parts: [{ text: part }] }, index: 0 }],
        ...googleUsage,
      })),
      ...(call === undefined
        ? []
        : [
            {
              candidates: [
                {
                  content: {
                    role: 'model',
                    parts: [{ functionCall: { name: call.name, args: JSON.parse(call.input) as object } }],
                  },
                  index: 0,
                },
              ],
              ...googleUsage,
            },
          ]),
      {
        candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP', index: 0 }],
        ...googleUsage,
      },
    ]),
  overloaded: sse([
    { candidates: [{ content: { role: 'model', parts: [{ text: 'He' }] }, index: 0 }], ...googleUsage },
    { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } },
  ]),
};

const chunk = (choice: unknown, more: object = {}): Record<string, unknown> => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'qwen',
  choices: choice === null ? [] : [choice],
  ...more,
});

const compatible: Dialect = {
  spec: (url) => `compatible:${url}/v1#qwen`,
  environment: () => ({ HYDRA_COMPATIBLE_API_KEY: 'key-c' }),
  path: '/v1/chat/completions',
  key: ['authorization', 'Bearer key-c'],
  model: 'qwen',
  priced: false,
  stream: ({ text, call }) =>
    sse([
      chunk({ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }),
      ...halves(text).map((content) => chunk({ index: 0, delta: { content }, finish_reason: null })),
      ...(call === undefined
        ? []
        : halves(call.input).map((part, at) =>
            chunk({
              index: 0,
              delta: {
                tool_calls: [
                  at === 0
                    ? {
                        index: 0,
                        id: call.id,
                        type: 'function',
                        function: { name: call.name, arguments: part },
                      }
                    : { index: 0, function: { arguments: part } },
                ],
              },
              finish_reason: null,
            }),
          )),
      chunk({ index: 0, delta: {}, finish_reason: call === undefined ? 'stop' : 'tool_calls' }),
      chunk(null, {
        usage: {
          prompt_tokens: USAGE.input,
          completion_tokens: USAGE.output,
          total_tokens: USAGE.input + USAGE.output,
          prompt_tokens_details: { cached_tokens: USAGE.cached },
        },
      }),
      '[DONE]',
    ]),
  overloaded: sse([
    chunk({ index: 0, delta: { role: 'assistant', content: 'He' }, finish_reason: null }),
    { error: { message: 'internal server error', type: 'server_error', code: 500 } },
  ]),
};

export const DIALECTS: Readonly<Record<string, Dialect>> = { anthropic, openai, google, compatible };
