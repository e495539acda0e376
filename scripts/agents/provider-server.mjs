// A server on the loopback address that speaks the wire formats of model providers: Anthropic's messages, OpenAI's
// responses and chat completions, Gemini's generateContent. Every conversation is the same: the model calls the first
// tool that runs a command, and ends with a sentence once that tool has answered.

import { createServer } from 'node:http';

const MOST_BYTES = 8 * 1024 * 1024;
const SENTENCE = 'The greeting is in place.';
const USED = { input: 1200, output: 40, cached: 200 };
const SHELL_TOOL = /^(bash|shell|exec_command|run_shell_command|execute_command|run_command)$/i;

const readBody = async (request) => {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return {};
  }
};

/** Arguments that fit a tool's schema, with the command in the member for commands. */
const argumentsFor = (schema, command) => {
  const properties = schema?.properties ?? {};
  const required = schema?.required ?? [];
  const filled = {};
  for (const [name, { type, enum: choices } = {}] of Object.entries(properties)) {
    if (/^(command|cmd|script)$/.test(name))
      filled[name] = type === 'array' ? ['/bin/sh', '-c', command] : command;
    else if (required.includes(name))
      filled[name] = choices?.[0] ?? (type === 'boolean' ? false : type === 'number' ? 60_000 : 'write it');
  }
  return filled;
};

/** A conversation's tools and progress, in any provider's format. */
const dialects = {
  anthropic: {
    matches: (path) => path.endsWith('/v1/messages'),
    tools: ({ tools = [] }) => tools.map(({ name, input_schema: schema }) => ({ name, schema })),
    answered: ({ messages = [] }) => JSON.stringify(messages).includes('"tool_result"'),
    reply: (call, { model }) => {
      const content =
        call === null
          ? { type: 'text', text: '' }
          : { type: 'tool_use', id: 'toolu_1', name: call.name, input: {} };
      const delta =
        call === null
          ? { type: 'text_delta', text: SENTENCE }
          : { type: 'input_json_delta', partial_json: JSON.stringify(call.input) };
      const usage = {
        input_tokens: USED.input - USED.cached,
        cache_read_input_tokens: USED.cached,
        cache_creation_input_tokens: 0,
        output_tokens: 1,
      };
      return [
        {
          type: 'message_start',
          message: {
            id: `msg_${call === null ? 2 : 1}`,
            type: 'message',
            role: 'assistant',
            model,
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage,
          },
        },
        { type: 'content_block_start', index: 0, content_block: content },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        {
          type: 'message_delta',
          delta: { stop_reason: call === null ? 'end_turn' : 'tool_use', stop_sequence: null },
          usage: { output_tokens: USED.output },
        },
        { type: 'message_stop' },
      ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    },
    whole: (call, { model }) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      stop_reason: call === null ? 'end_turn' : 'tool_use',
      stop_sequence: null,
      content: [
        call === null
          ? { type: 'text', text: SENTENCE }
          : { type: 'tool_use', id: 'toolu_1', name: call.name, input: call.input },
      ],
      usage: { input_tokens: USED.input, output_tokens: USED.output },
    }),
  },
  responses: {
    matches: (path) => path.endsWith('/responses'),
    tools: ({ tools = [] }) =>
      tools
        .filter(({ type }) => type === 'function')
        .map(({ name, parameters }) => ({ name, schema: parameters })),
    answered: ({ input = [] }) => JSON.stringify(input).includes('function_call_output'),
    reply: (call) => {
      const item =
        call === null
          ? {
              type: 'message',
              id: 'item_2',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: SENTENCE, annotations: [] }],
            }
          : {
              type: 'function_call',
              id: 'item_1',
              call_id: 'call_1',
              name: call.name,
              arguments: JSON.stringify(call.input),
              status: 'completed',
            };
      const response = {
        id: 'resp_1',
        object: 'response',
        status: 'completed',
        output: [item],
        usage: {
          input_tokens: USED.input,
          input_tokens_details: { cached_tokens: USED.cached },
          output_tokens: USED.output,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: USED.input + USED.output,
        },
      };
      return [
        { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
        { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response },
      ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    },
    whole: () => ({}),
  },
  chat: {
    matches: (path) => path.endsWith('/chat/completions'),
    tools: ({ tools = [] }) =>
      tools.map(({ function: { name, parameters } }) => ({ name, schema: parameters })),
    answered: ({ messages = [] }) => messages.some(({ role }) => role === 'tool'),
    reply: (call, { model }, sentence) => {
      const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model };
      const delta =
        call === null
          ? { role: 'assistant', content: sentence }
          : {
              role: 'assistant',
              tool_calls: [
                {
                  index: 0,
                  id: 'call_1',
                  type: 'function',
                  function: { name: call.name, arguments: JSON.stringify(call.input) },
                },
              ],
            };
      const usage = {
        prompt_tokens: USED.input,
        completion_tokens: USED.output,
        total_tokens: USED.input + USED.output,
        prompt_tokens_details: { cached_tokens: USED.cached },
      };
      return [
        { ...base, choices: [{ index: 0, delta, finish_reason: null }] },
        {
          ...base,
          choices: [{ index: 0, delta: {}, finish_reason: call === null ? 'stop' : 'tool_calls' }],
          usage,
        },
      ]
        .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
        .concat('data: [DONE]\n\n');
    },
    whole: (call, { model }, sentence) => ({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model,
      choices: [
        {
          index: 0,
          finish_reason: call === null ? 'stop' : 'tool_calls',
          message:
            call === null
              ? { role: 'assistant', content: sentence }
              : {
                  role: 'assistant',
                  content: null,
                  tool_calls: [
                    {
                      id: 'call_1',
                      type: 'function',
                      function: { name: call.name, arguments: JSON.stringify(call.input) },
                    },
                  ],
                },
        },
      ],
      usage: {
        prompt_tokens: USED.input,
        completion_tokens: USED.output,
        total_tokens: USED.input + USED.output,
      },
    }),
  },
  gemini: {
    matches: (path) => path.includes('enerateContent'),
    tools: ({ tools = [] }) =>
      tools.flatMap(({ functionDeclarations = [] }) =>
        functionDeclarations.map(({ name, parameters, parametersJsonSchema }) => ({
          name,
          schema: parametersJsonSchema ?? parameters,
        })),
      ),
    answered: ({ contents = [] }) => JSON.stringify(contents).includes('functionResponse'),
    reply: (call) => {
      const parts =
        call === null
          ? [{ text: SENTENCE }]
          : [{ functionCall: { id: 'call_1', name: call.name, args: call.input } }];
      const usageMetadata = {
        promptTokenCount: USED.input,
        candidatesTokenCount: USED.output,
        cachedContentTokenCount: USED.cached,
        totalTokenCount: USED.input + USED.output,
      };
      return [
        `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }], usageMetadata })}\n\n`,
      ];
    },
    whole: (call) => JSON.parse(dialects.gemini.reply(call)[0].slice('data: '.length)),
  },
};

/** Gemini's tools have schemas with capital type names. */
const lowerTypes = (schema) =>
  JSON.parse(JSON.stringify(schema ?? {}), (key, value) =>
    key === 'type' && typeof value === 'string' ? value.toLowerCase() : value,
  );

/** `command`: the model has the tool run it. `failing`: an HTTP status for every request instead of an answer. */
export const startProvider = async ({ command, failing = null, sentence = SENTENCE }) => {
  const seen = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://local').pathname;
    const body = await readBody(request);
    if (request.method === 'GET' && path.endsWith('/responses')) {
      response.writeHead(404);
      return response.end();
    }
    const found = Object.entries(dialects).find(([, dialect]) => dialect.matches(path));
    seen.push({
      method: request.method,
      path,
      dialect: found?.[0] ?? null,
    });
    if (failing !== null && found !== undefined) {
      response.writeHead(failing, { 'content-type': 'application/json' });
      return response.end(
        JSON.stringify({
          type: 'error',
          error: {
            type: 'authentication_error',
            code: 'invalid_api_key',
            status: 'UNAUTHENTICATED',
            message: 'invalid x-api-key',
          },
        }),
      );
    }
    if (found === undefined || body === null) {
      response.writeHead(path.endsWith('/models') ? 200 : 404, { 'content-type': 'application/json' });
      return response.end(
        JSON.stringify(
          path.endsWith('/models') ? { object: 'list', data: [] } : { error: { message: 'not found' } },
        ),
      );
    }
    const [, dialect] = found;
    const tool = dialect.tools(body).find(({ name }) => SHELL_TOOL.test(name));
    const calls = tool !== undefined && !dialect.answered(body);
    const call = calls ? { name: tool.name, input: argumentsFor(lowerTypes(tool.schema), command) } : null;
    const streams = body.stream === true || path.includes('streamGenerateContent');
    response.writeHead(200, { 'content-type': streams ? 'text/event-stream' : 'application/json' });
    if (!streams) return response.end(JSON.stringify(dialect.whole(call, body, sentence)));
    for (const piece of dialect.reply(call, body, sentence)) response.write(piece);
    return response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
};
