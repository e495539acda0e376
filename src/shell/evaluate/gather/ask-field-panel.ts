import { readPatchFiles } from '../../../core/analyse/diff/read-patch-files.ts';
import { classifyPath } from '../../../core/analyse/paths/classify-path.ts';
import { addPanel } from '../../../core/next-work/panel.ts';
import { excerptCode } from '../../../core/panel/excerpt-code.ts';
import type { CodeExcerpt } from '../../../core/panel/panel-field.ts';
import { askPanel } from '../../panel/ask-panel.ts';
import { seatPanel } from '../../panel/seat-panel.ts';
import type { FieldUnderTest } from '../field/field-under-test.ts';
import type { Executor } from './executor.ts';

const MOST_FILES = 40;
const utf8 = new TextDecoder();

/** The code of the base that candidates touch; tests and generated files explain little. */
const touchedCode = async (
  { context, base }: FieldUnderTest,
  patches: readonly string[],
): Promise<readonly CodeExcerpt[]> => {
  const files = patches.map(readPatchFiles);
  const paths = new Set(
    files
      .flat()
      .flatMap(({ oldPath }) => (oldPath !== null && classifyPath(oldPath) === 'source' ? [oldPath] : [])),
  );
  const texts = new Map<string, string>();
  for (const path of [...paths].toSorted().slice(0, MOST_FILES)) {
    const text = await context.tools.repository.readText(base.tree, path);
    if (text !== null) texts.set(path, text);
  }
  return excerptCode(files, texts);
};

/** Asks the user's models to compare all candidates that could be applied. */
export const askFieldPanel: Executor<'panel'> = {
  stage: () => 'asking a panel to compare the candidates',
  run: async (field, [question]) => {
    const { context, candidates, task, panel: seats } = field;
    if (question === undefined || seats === undefined) return (captured) => captured;
    const { tools } = context;
    const shown = candidates.map(({ candidate, patch }) => ({
      name: candidate.name,
      patch: utf8.decode(patch),
    }));
    const seated = await seatPanel((await tools.judgeTools()).models, seats);
    const { findings } = question;
    const panel = await askPanel(
      {
        ...seated,
        digest: tools.digest,
        keep: (kind, sha256, text) =>
          tools.run.savePanelText(`${sha256}.${kind === 'request' ? 'request.md' : 'reply.txt'}`, text),
      },
      {
        task,
        code: await touchedCode(
          field,
          shown.map(({ patch }) => patch),
        ),
        candidates: shown,
        ...(findings === null
          ? {}
          : { findings: new Map(findings.map(({ candidate, lines }) => [candidate, lines])) }),
      },
    );
    return (captured) => addPanel(captured, panel);
  },
};
