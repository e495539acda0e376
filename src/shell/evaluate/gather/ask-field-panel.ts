import { readPatchFiles } from '../../../core/analyse/diff/read-patch-files.ts';
import { classifyPath } from '../../../core/analyse/paths/classify-path.ts';
import type { PanelOffer } from '../../../core/domain/evidence/panel.ts';
import type { SelectionPolicy } from '../../../core/domain/policy/selection-policy.ts';
import { addPanel } from '../../../core/next-work/panel.ts';
import { excerptCode } from '../../../core/panel/excerpt-code.ts';
import type { CodeExcerpt, PanelField } from '../../../core/panel/panel-field.ts';
import { UserError } from '../../errors/user-error.ts';
import { askPanel, expectPanelCost } from '../../panel/ask-panel.ts';
import type { StoringTools } from '../../panel/ask-stored.ts';
import { planSeats, seatPanel } from '../../panel/seat-panel.ts';
import type { FieldUnderTest } from '../field/field-under-test.ts';
import type { Executor } from './executor.ts';

const MOST_FILES = 40;
const utf8 = new TextDecoder();

export const patchesOf = ({ candidates }: Pick<FieldUnderTest, 'candidates'>) =>
  candidates.map(({ candidate, patch }) => ({ name: candidate.name, patch: utf8.decode(patch) }));

/** The code of the base that candidates change; tests and generated files explain little. */
export const touchedCode = async (field: FieldUnderTest): Promise<readonly CodeExcerpt[]> => {
  const files = patchesOf(field).map(({ patch }) => readPatchFiles(patch));
  const paths = new Set(
    files
      .flat()
      .flatMap(({ oldPath }) => (oldPath !== null && classifyPath(oldPath) === 'source' ? [oldPath] : [])),
  );
  const texts = new Map<string, string>();
  for (const path of [...paths].toSorted().slice(0, MOST_FILES)) {
    const text = await field.context.tools.repository.readText(field.base.tree, path);
    if (text !== null) texts.set(path, text);
  }
  return excerptCode(files, texts);
};

const panelFieldOf = async (field: FieldUnderTest): Promise<PanelField> => ({
  task: field.task,
  code: await touchedCode(field),
  candidates: patchesOf(field),
});

/** Prompts and replies are stored with the run, and all questions share one budget. */
export const storingTools = ({ context: { tools }, purse }: FieldUnderTest): StoringTools => ({
  purse,
  digest: tools.digest,
  keep: (kind, sha256, text) =>
    tools.run.savePanelText(`${sha256}.${kind === 'request' ? 'request.md' : 'reply.txt'}`, text),
});

/** Asks the user's models to compare all candidates that could be applied. */
export const askFieldPanel: Executor<'panel'> = {
  stage: () => 'asking a panel to compare the candidates',
  run: async (field, [question]) => {
    const { tools } = field.context;
    if (question === undefined || field.panel === undefined) return (captured) => captured;
    const seated = await seatPanel((await tools.judgeTools()).models, field.panel);
    const { findings } = question;
    const panel = await askPanel(
      { ...storingTools(field), models: seated.models },
      {
        ...(await panelFieldOf(field)),
        ...(findings === null
          ? {}
          : { findings: new Map(findings.map(({ candidate, lines }) => [candidate, lines])) }),
      },
    );
    return (captured) => addPanel(captured, panel);
  },
};

/** Null: no panel is configured, none can be opened here, or there is nothing to compare. */
export const offerPanel = async (
  field: FieldUnderTest,
  policy: SelectionPolicy,
): Promise<PanelOffer | null> => {
  const { tools } = field.context;
  if (policy.model === undefined || field.candidates.length < 2) return null;
  const seats = planSeats(policy, { panel: true }, tools.repository.root);
  if (seats === null) return null;
  try {
    const { models } = await seatPanel((await tools.judgeTools()).models, seats);
    const names = [...new Set(models.map(({ name }) => name))];
    const costUsd = expectPanelCost(models, await panelFieldOf(field), {
      rounds: policy.rounds,
      digest: tools.digest,
    });
    return { panellists: models.length, models: names, costUsd };
  } catch (error) {
    // The executor reports why the panel cannot be asked.
    if (error instanceof UserError) return null;
    throw error;
  }
};
