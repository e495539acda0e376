import type { Panel, PanelOpinion, PanelQuestion, Panellist } from '../../core/domain/evidence/panel.ts';
import { mapMeasured, measured, missing, type Measured } from '../../core/domain/measured.ts';
import { mergeOpinions } from '../../core/panel/merge-opinions.ts';
import type { PanelField } from '../../core/panel/panel-field.ts';
import { type PlannedQuestion, planPanel } from '../../core/panel/plan-panel.ts';
import { readOpinion } from '../../core/panel/read-opinion.ts';
import { printableLine } from '../../core/report/text/printable.ts';
import { askJudge } from '../judge/ask-judge.ts';
import type { Digest } from '../ports/clock.ts';
import type { LanguageModel } from '../ports/models.ts';

const LONGEST_REPLY = 200_000;
const LONGEST_REASON = 300;
/** Code has fewer characters per token than prose. */
const LETTERS_A_TOKEN = 3;
const REPLY_TOKENS = 1500;

export type PanelTools = {
  /** One for each panellist. */
  readonly models: readonly LanguageModel[];
  /** Null: no limit. */
  readonly budgetUsd: number | null;
  readonly digest: Digest;
  /** Keeps a prompt or a reply under its digest. */
  readonly keep: (kind: 'request' | 'reply', sha256: string, text: string) => Promise<void>;
};

const textOf = ({ prompt }: PlannedQuestion): string => `${prompt.system}\n\n${prompt.user}\n`;

/** What one question would cost, before it is asked. */
const expectCost = (model: LanguageModel, question: PlannedQuestion): Measured<number> =>
  model.expectUsd?.({
    input: Math.ceil(textOf(question).length / LETTERS_A_TOKEN),
    output: REPLY_TOKENS,
  }) ?? missing('not-configured', `the cost of ${model.name} is not known beforehand`);

/** Money is set aside before a question is asked, so that questions under way together stay within the budget. */
const openPurse = (budgetUsd: number | null) => {
  let spent = 0;
  return {
    /** Null: the question may be asked. */
    reserve: (expected: Measured<number>): string | null => {
      if (budgetUsd === null) return null;
      const usd = expected.known ? expected.value : 0;
      if (spent + usd > budgetUsd || spent >= budgetUsd)
        return `not asked: it would go over the budget of $${budgetUsd}`;
      spent += usd;
      return null;
    },
    settle: (expected: Measured<number>, cost: Measured<number>): void => {
      if (cost.known) spent += cost.value - (expected.known ? expected.value : 0);
    },
  };
};

const shorter = (answer: Measured<PanelOpinion>): Measured<PanelOpinion> =>
  answer.known ? answer : missing(answer.cause, printableLine(answer.reason, LONGEST_REASON));

const ask = async (
  { digest, keep }: PanelTools,
  model: LanguageModel,
  purse: ReturnType<typeof openPurse>,
  planned: PlannedQuestion,
): Promise<PanelQuestion> => {
  const text = textOf(planned);
  const request = digest(text);
  await keep('request', request, text);
  const head = { round: planned.round, order: planned.order.map((names) => [...names]), request };
  const expected = expectCost(model, planned);
  const refusal = purse.reserve(expected);
  if (refusal !== null) {
    const nothing = missing('not-configured', refusal);
    return { ...head, reply: nothing, opinion: nothing, costUsd: measured(0) };
  }
  const answer = await askJudge(model, planned.prompt, planned.shape);
  const costUsd = answer.waiting === true ? measured(0) : answer.costUsd;
  purse.settle(expected, costUsd);
  if (!answer.reply.known) {
    const nothing = missing(answer.reply.cause, printableLine(answer.reply.reason, LONGEST_REASON));
    const unanswered = { ...head, reply: nothing, opinion: nothing, costUsd };
    return answer.waiting === true ? { ...unanswered, waiting: true } : unanswered;
  }
  const reply = answer.reply.value.slice(0, LONGEST_REPLY);
  const sha256 = digest(reply);
  await keep('reply', sha256, reply);
  const opinion = shorter(readOpinion(reply, planned.order));
  return { ...head, reply: measured(sha256), opinion, costUsd };
};

/** A panellist that did not answer every question of a round validly has no opinion in it. */
const opinionOf = (questions: readonly PanelQuestion[]): Measured<PanelOpinion> => {
  const invalid = questions.find(({ opinion }) => !opinion.known)?.opinion;
  if (invalid !== undefined) return invalid;
  return measured(mergeOpinions(questions.flatMap(({ opinion }) => (opinion.known ? [opinion.value] : []))));
};

const askRound = (
  tools: PanelTools,
  purse: ReturnType<typeof openPurse>,
  panellists: readonly { readonly questions: readonly PlannedQuestion[] }[],
): Promise<readonly (readonly PanelQuestion[])[]> =>
  Promise.all(
    panellists.map(({ questions }, at) => {
      const model = tools.models[at];
      if (model === undefined) throw new Error(`panellist ${at + 1} has no model`);
      return Promise.all(questions.map((planned) => ask(tools, model, purse, planned)));
    }),
  );

const sumOf = (costs: readonly Measured<number>[]): Measured<number> => {
  const unknown = costs.find(({ known }) => !known);
  if (unknown !== undefined && !unknown.known)
    return missing(unknown.cause, 'the cost of a panellist is not known');
  return measured(costs.reduce((sum, cost) => sum + (cost.known ? cost.value : 0), 0));
};

/** About what all rounds would cost: the second asks the same with what the checks found. */
export const expectPanelCost = (
  models: readonly LanguageModel[],
  field: PanelField,
  { rounds, digest }: { readonly rounds: number; readonly digest: Digest },
): Measured<number> => {
  const { panellists } = planPanel(field, { panellists: models.length, round: 1 }, digest);
  const costs = panellists.flatMap(({ questions }, at) =>
    questions.map((question) => expectCost(models[at] as LanguageModel, question)),
  );
  return mapMeasured(sumOf(costs), (usd) => usd * rounds);
};

/** Asks every panellist separately about all candidates, and again with the checks' findings if given. */
export const askPanel = async (tools: PanelTools, field: PanelField): Promise<Panel> => {
  const panellists = tools.models.length;
  const purse = openPurse(tools.budgetUsd);
  const blind = planPanel(field, { panellists, round: 1 }, tools.digest);
  const first = await askRound(tools, purse, blind.panellists);
  const informed =
    field.findings === undefined ? null : planPanel(field, { panellists, round: 2 }, tools.digest);
  const second = informed === null ? null : await askRound(tools, purse, informed.panellists);
  const seated = tools.models.map(({ name }, at): Panellist => {
    const [early, late] = [first[at] ?? [], second?.[at] ?? []];
    return {
      model: name,
      questions: [...early, ...late],
      opinion: opinionOf(early),
      ...(second === null ? {} : { revised: opinionOf(late) }),
    };
  });
  const costs = seated.flatMap(({ questions }) => questions.map(({ costUsd }) => costUsd));
  return { panellists: seated, costUsd: sumOf(costs), notes: [...blind.notes] };
};
