import type { ProposedCalls } from '../../../core/domain/evidence/probes.ts';
import { mapMeasured } from '../../../core/domain/measured.ts';
import type { ProbeRules } from '../../../core/languages/parts/probe-rules.ts';
import { callableFunctions, withProposed } from '../../../core/probe/propose-calls.ts';
import type { PlannedCall } from '../../../core/probe/vary-calls.ts';
import { askForCalls } from '../../panel/ask-for-calls.ts';
import { openSeat } from '../../panel/seat-panel.ts';
import type { FieldUnderTest } from '../field/field-under-test.ts';
import { patchesOf, storingTools, touchedCode } from '../gather/ask-field-panel.ts';

export type Proposed = {
  readonly planned: readonly PlannedCall[];
  readonly proposed?: ProposedCalls;
};

/** Asks the user's model for calls that distinguish these candidates, and adds them to the planned ones. */
export const proposeCalls = async (
  field: FieldUnderTest,
  rules: Pick<ProbeRules, 'write'>,
  planned: readonly PlannedCall[],
  shown: readonly string[],
): Promise<Proposed> => {
  const name = field.panel?.inputs;
  const functions = callableFunctions(rules, planned);
  if (name === undefined || shown.length < 2 || functions.length === 0) return { planned };
  const model = await openSeat((await field.context.tools.judgeTools()).models, name);
  const patches = new Map(patchesOf(field).map((one) => [one.name, one.patch]));
  const { asked, calls } = await askForCalls(storingTools(field), model, {
    task: field.task,
    code: await touchedCode(field),
    patches: shown.map((candidate) => patches.get(candidate) ?? '').toSorted(),
    functions: functions.map((one) => ({ name: one.name, example: one.example })),
  });
  const all = calls.known ? withProposed(planned, functions, calls.value) : planned;
  const played = mapMeasured(calls, () => all.length - planned.length);
  return { planned: all, proposed: { ...asked, calls: played } };
};
