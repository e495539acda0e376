import type { Panel, PanelOpinion, PanelQuestion, Panellist } from '../../core/domain/evidence/panel.ts';
import { mapMeasured, measured, missing, type Measured } from '../../core/domain/measured.ts';
import { mergeOpinions } from '../../core/panel/merge-opinions.ts';
import type { PanelField } from '../../core/panel/panel-field.ts';
import { type PlannedQuestion, planPanel } from '../../core/panel/plan-panel.ts';
import { readOpinion } from '../../core/panel/read-opinion.ts';
import type { Digest } from '../ports/clock.ts';
import type { LanguageModel } from '../ports/models.ts';
import { askStored, expectCost, shortReason, type StoringTools } from './ask-stored.ts';

const REPLY_TOKENS = 1500;

export type PanelTools = StoringTools & {
  /** One for each panellist. */
  readonly models: readonly LanguageModel[];
};

const questionOf = ({ prompt, shape }: PlannedQuestion) => ({ prompt, shape, replyTokens: REPLY_TOKENS });

const shorter = (answer: Measured<PanelOpinion>): Measured<PanelOpinion> =>
  answer.known ? answer : missing(answer.cause, shortReason(answer.reason));

const ask = async (
  tools: PanelTools,
  model: LanguageModel,
  planned: PlannedQuestion,
): Promise<PanelQuestion> => {
  const { request, reply, costUsd, waiting } = await askStored(tools, model, questionOf(planned));
  return {
    round: planned.round,
    order: planned.order.map((names) => [...names]),
    request,
    reply: mapMeasured(reply, ({ sha256 }) => sha256),
    opinion: reply.known ? shorter(readOpinion(reply.value.text, planned.order)) : reply,
    costUsd,
    ...(waiting === undefined ? {} : { waiting }),
  };
};

/** A panellist that did not answer every question of a round validly has no opinion in it. */
const opinionOf = (questions: readonly PanelQuestion[]): Measured<PanelOpinion> => {
  const invalid = questions.find(({ opinion }) => !opinion.known)?.opinion;
  if (invalid !== undefined) return invalid;
  return measured(mergeOpinions(questions.flatMap(({ opinion }) => (opinion.known ? [opinion.value] : []))));
};

const askRound = (
  tools: PanelTools,
  panellists: readonly { readonly questions: readonly PlannedQuestion[] }[],
): Promise<readonly (readonly PanelQuestion[])[]> =>
  Promise.all(
    panellists.map(({ questions }, at) => {
      const model = tools.models[at];
      if (model === undefined) throw new Error(`panellist ${at + 1} has no model`);
      return Promise.all(questions.map((planned) => ask(tools, model, planned)));
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
    questions.map((question) => expectCost(models[at] as LanguageModel, questionOf(question))),
  );
  return mapMeasured(sumOf(costs), (usd) => usd * rounds);
};

/** Asks every panellist separately about all candidates, and again with the checks' findings if given. */
export const askPanel = async (tools: PanelTools, field: PanelField): Promise<Panel> => {
  const panellists = tools.models.length;
  const blind = planPanel(field, { panellists, round: 1 }, tools.digest);
  const first = await askRound(tools, blind.panellists);
  const informed =
    field.findings === undefined ? null : planPanel(field, { panellists, round: 2 }, tools.digest);
  const second = informed === null ? null : await askRound(tools, informed.panellists);
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
