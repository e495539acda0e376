import { findMockScript, MOCK_NAMES } from '../../../core/agent/mock/scripts.ts';
import type { MockBrief, MockTurn } from '../../../core/domain/agent/mock-brief.ts';
import { measured } from '../../../core/domain/measured.ts';
import { isJudgePrompt, isPairPrompt, MOCK_CHOICE, MOCK_VOTE } from '../../../core/judge/judge-prompt.ts';
import { mockCalls } from '../../../core/panel/calls-prompt.ts';
import { mockOpinion } from '../../../core/panel/panel-prompt.ts';
import { mockTests } from '../../../core/panel/test-prompt.ts';
import { mockRubricReply } from '../../../core/judge/rubric.ts';
import type { Completion, LanguageModel, ModelFault } from '../../ports/models.ts';
import { UserError } from '../../errors/user-error.ts';

const INPUT_AT_FIRST = 400;
const INPUT_A_TURN = 150;
const CHARS_A_TOKEN = 4;

/** Invented, but the same for the same turn: tool results may differ in durations, which must not matter. */
const usageOf = (at: number, turn: MockTurn) => {
  const input = INPUT_AT_FIRST + at * INPUT_A_TURN;
  const output = Math.ceil(JSON.stringify(turn).length / CHARS_A_TOKEN);
  return measured({ input, output, cached: 0, total: input + output });
};

const asCompletion = (name: string, at: number, turn: MockTurn): Completion => ({
  ok: true,
  text: turn.text,
  toolCalls: turn.calls.map(({ name: tool, input }, call) => ({
    id: `mock-${at + 1}-${call + 1}`,
    name: tool,
    // A script may be wrong on purpose: text is passed on unchanged.
    input: typeof input === 'string' ? input : JSON.stringify(input),
  })),
  usage: usageOf(at, turn),
  costUsd: measured(0),
  model: `mock:${name}`,
  stopped: turn.calls.length > 0 ? 'tools' : 'done',
});

const END: MockTurn = { text: 'The script has ended.', calls: [] };

const without = (what: string): ModelFault => ({
  ok: false,
  kind: 'refused',
  reason: `follows ${what}, and was given none`,
});

/** Only the system prompt decides whether it judges: a diff cannot. */
const judgement = (system: string): MockTurn | null => {
  if (isJudgePrompt(system)) return { text: MOCK_VOTE, calls: [] };
  if (isPairPrompt(system)) return { text: MOCK_CHOICE, calls: [] };
  const reply = mockRubricReply(system) ?? mockOpinion(system) ?? mockTests(system) ?? mockCalls(system);
  return reply === null ? null : { text: reply, calls: [] };
};

/** A model that replies from a script; chosen by its name only. */
export const openMockModel = (name: string, brief: MockBrief | undefined): LanguageModel => {
  const script = findMockScript(name);
  if (script === null)
    throw new UserError(
      'mock-unknown',
      `There is no scripted model "mock:${name}".`,
      `Known scripts: ${MOCK_NAMES.map((known) => `mock:${known}`).join(', ')}.`,
    );
  let turns: readonly MockTurn[] | null = null;
  return {
    name: `mock:${name}`,
    priced: true,
    expectUsd: () => measured(0),
    complete: async (request) => {
      const judged = judgement(request.system);
      if (judged !== null) return asCompletion(name, 0, judged);
      if (brief === undefined) return without('a script for a task');
      turns ??= script(brief);
      if (turns === null) return without('the script of the task');
      const at = request.messages.filter(({ role }) => role === 'assistant').length;
      return asCompletion(name, at, turns[at] ?? END);
    },
  };
};
