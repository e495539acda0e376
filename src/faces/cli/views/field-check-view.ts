import { printableLine } from '../../../core/report/text/printable.ts';
import type { FieldCheck } from '../../../shell/evaluate/check-field.ts';
import { missingSentence } from '../../../shell/plan/missing-programs.ts';
import type { Terminal } from '../console/terminal.ts';

/** Which checks would run on which candidates. */
export const printFieldCheck = (
  { print, paint }: Terminal,
  { base, plan, missing, notes, candidates }: FieldCheck,
): void => {
  print(
    `${paint.bold('Base')}     ${base.ref} ${paint.dim(base.commit.slice(0, 10))}, profile ${plan.profile}`,
  );
  if (plan.install !== null) print(`${paint.bold('Install')}  ${printableLine(plan.install.command)}`);
  for (const { name, command } of plan.checks)
    print(`${paint.bold(name.padEnd(8))} ${printableLine(command)}`);
  for (const one of missing) print(`${paint.bad('missing')}  ${printableLine(missingSentence(one))}`);
  for (const note of notes) print(paint.dim(`note     ${printableLine(note)}`));
  for (const { name, reason } of candidates) {
    print(
      reason === null
        ? `${paint.good('✓')} ${name} applies`
        : `${paint.bad('✗')} ${name} rejected: ${printableLine(reason)}`,
    );
  }
};
