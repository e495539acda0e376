import { pickLines } from '../../core/agent/pick-lines.ts';
import { plainPath } from '../../core/agent/plain-path.ts';
import { shellQuote } from '../../core/domain/check/shell-quote.ts';
import type { ToolInput } from '../../core/agent/tool-catalogue.ts';
import { validateFixerPatch } from '../../core/patch/validate-fixer-patch.ts';
import type { AgentWorkspace } from '../ports/agent-workspace.ts';
import { describeOutput, type Observation, refusal, success } from './observation.ts';

const strict = new TextDecoder('utf-8', { fatal: true });

const textOf = (bytes: Uint8Array): string | null => {
  if (bytes.includes(0)) return null;
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
};

export const listFiles = async (
  workspace: AgentWorkspace,
  { path = '' }: ToolInput<'list_files'>,
): Promise<Observation> => {
  const listing = await workspace.list(plainPath(path, workspace.root));
  if (!listing.ok) return refusal(listing.reason);
  const more = listing.left === 0 ? [] : [`[… ${listing.left} more at least: name a folder …]`];
  return success([...listing.paths, ...more].join('\n') || '[empty]');
};

export const readFile = async (
  workspace: AgentWorkspace,
  { path, from_line: from, to_line: to }: ToolInput<'read_file'>,
): Promise<Observation> => {
  const found = await workspace.read(plainPath(path, workspace.root));
  if (!found.ok) return refusal(found.reason);
  const text = textOf(found.bytes);
  return text === null
    ? refusal(`It is a binary file of ${found.bytes.length} bytes.`)
    : success(pickLines(text, from, to));
};

export const editFile = async (
  workspace: AgentWorkspace,
  input: ToolInput<'edit_file'>,
): Promise<Observation> => {
  const path = plainPath(input.path, workspace.root);
  const validated = validateFixerPatch([{ ...input, path }]);
  const outcome = validated.ok
    ? await workspace.edit(validated.ops)
    : { ok: false as const, faults: validated.reasons };
  if (!outcome.ok) {
    const faults = outcome.faults.map(({ field, reason }) =>
      field === null ? reason : `${field}: ${reason}`,
    );
    return refusal(`Nothing was changed. ${faults.join('; ')}`);
  }
  const changes = outcome.changes.map(({ path, change, bytes }) => `${change} ${path} (${bytes} bytes)`);
  return success(changes.join('\n') || 'The file is as it was: nothing was different.');
};

const NOTHING_FOUND = 1;

/** By grep in the sandbox: a pattern that takes forever is stopped like any command. */
export const searchCode = async (
  workspace: AgentWorkspace,
  { text, regex = false, path = '' }: ToolInput<'search_code'>,
  timeoutMs: number,
): Promise<Observation> => {
  if (/[\n\0]/.test(text)) return refusal('The text to look for is more than one line.');
  const folder = plainPath(path, workspace.root);
  // Only what can be listed or read may be searched.
  const [listed, read] = [await workspace.list(folder), folder === '' ? null : await workspace.read(folder)];
  if (!listed.ok && read?.ok !== true) return refusal(read?.reason ?? listed.reason);
  const words = ['-rnI', '--exclude-dir=.git', '--exclude-dir=node_modules', regex ? '-E' : '-F'];
  const command = `grep ${words.join(' ')} -e ${shellQuote(text)} -- ${shellQuote(folder === '' ? '.' : `./${folder}`)}`;
  const output = await workspace.run(command, { timeoutMs });
  if (output.ran.status !== 'exited') return describeOutput(output);
  if (output.ran.exitCode === NOTHING_FOUND) return success('[nothing found]');
  return output.ran.exitCode === 0 ? success(output.text.replaceAll(/^\.\//gm, '')) : refusal(output.text);
};
