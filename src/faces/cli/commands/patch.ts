import { readFileSync } from 'node:fs';
import { Argument, Command } from 'commander';
import type { PatchFault, PatchOp } from '../../../core/domain/candidate/patch-op.ts';
import { diffSizeGuard, patchBytes } from '../../../core/patch/diff-size-guard.ts';
import { patchSchema } from '../../../core/patch/patch-schema.ts';
import { readPatchText } from '../../../core/patch/read-patch-text.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import { openPatchTools } from '../../wiring/wiring.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, positiveInteger } from '../console/common-options.ts';
import { EXIT } from '../console/exit-codes.ts';
import { printPatch, printRefusal } from '../views/patch-view.ts';

const STANDARD_INPUT = '-';
const ACTIONS = ['check', 'apply', 'schema', 'from-diff', 'to-diff'] as const;
type Action = (typeof ACTIONS)[number];

type Options = {
  readonly root: string;
  readonly json?: true;
  readonly maxBytes: number;
  readonly maxOps: number;
};

type Read =
  | { readonly ok: true; readonly ops: readonly PatchOp[] }
  | { readonly ok: false; readonly faults: readonly PatchFault[] };

const readInput = (file: string): Uint8Array => {
  try {
    return readFileSync(file === STANDARD_INPUT ? 0 : file);
  } catch {
    throw new UserError('patch-file', `${file} cannot be read`, 'Give a file, or - for standard input.');
  }
};

/** Whether it is valid in itself and small enough, or why not. */
const readOps = (file: string, { maxBytes, maxOps }: Options): Read => {
  const read = readPatchText(readInput(file));
  if (!read.ok) return { ok: false, faults: read.reasons };
  const guard = diffSizeGuard(read.ops, maxBytes, maxOps);
  if (guard.ok) return read;
  return { ok: false, faults: [{ op: null, field: null, reason: guard.reason ?? 'is too large' }] };
};

const refuse = (
  { terminal, done }: CommandContext,
  faults: readonly PatchFault[],
  options: Options,
): void => {
  if (options.json) terminal.print(JSON.stringify({ ok: false, reasons: faults }, null, 2));
  else printRefusal(terminal, faults);
  done(EXIT.no);
};

const checkOrApply = async (
  context: CommandContext,
  action: 'check' | 'apply',
  file: string,
  options: Options,
): Promise<void> => {
  const read = readOps(file, options);
  if (!read.ok) return refuse(context, read.faults, options);
  const tools = await openPatchTools();
  const outcome = await tools[action](options.root, read.ops);
  if (!outcome.ok) return refuse(context, outcome.faults, options);
  const summary = { operations: read.ops.length, bytes: patchBytes(read.ops), changes: outcome.changes };
  if (options.json)
    context.terminal.print(JSON.stringify({ ok: true, applied: action === 'apply', ...summary }, null, 2));
  else printPatch(context.terminal, action, summary);
};

const fromDiff = async (context: CommandContext, file: string, options: Options): Promise<void> => {
  const { terminal } = context;
  const converted = await (await openPatchTools()).fromDiff(options.root, readInput(file));
  if (!converted.ok) return refuse(context, [{ op: null, field: null, reason: converted.reason }], options);
  const guard = diffSizeGuard(converted.ops, options.maxBytes, options.maxOps);
  if (!guard.ok)
    terminal.note(
      `${terminal.paint.warn('note')}  the patch ${guard.reason}; raise --max-ops or --max-bytes to apply it`,
    );
  terminal.data(Buffer.from(`${JSON.stringify(converted.ops, null, 2)}\n`));
};

const toDiff = async (context: CommandContext, file: string, options: Options): Promise<void> => {
  const read = readOps(file, options);
  if (!read.ok) return refuse(context, read.faults, options);
  const made = await (await openPatchTools()).toDiff(options.root, read.ops);
  if (!made.ok) return refuse(context, made.faults, options);
  context.terminal.data(made.diff);
};

const patch = async (
  context: CommandContext,
  action: Action,
  file: string,
  options: Options,
): Promise<void> => {
  switch (action) {
    case 'schema':
      return context.terminal.print(JSON.stringify(patchSchema(), null, 2));
    case 'from-diff':
      return fromDiff(context, file, options);
    case 'to-diff':
      return toDiff(context, file, options);
    default:
      return checkOrApply(context, action, file, options);
  }
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Handle patch operations (add, remove, edit, splice) as a JSON list: check them against a folder, apply all or none, print the JSON Schema to give to a model, convert from and to a git diff.',
    )
    .addArgument(new Argument('<action>', 'check, apply, schema, from-diff or to-diff').choices(ACTIONS))
    .argument('[file]', 'the operations, or for from-diff the diff; - is standard input', STANDARD_INPUT)
    .option('--root <dir>', 'the folder that the paths are relative to', '.')
    .option('--max-bytes <n>', 'reject a patch with more bytes of text', positiveInteger, 50_000)
    .option('--max-ops <n>', 'reject a patch with more operations', positiveInteger, 50)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'hydra patch check fix.json',
        'hydra patch apply fix.json --root ../shop',
        'hydra patch schema > patch.schema.json',
        'git diff | hydra patch from-diff - --root ../base > fix.json',
        'hydra patch to-diff fix.json | git apply --index',
      ),
    )
    .action((action: Action, file: string, options: Options) => patch(context, action, file, options));
