import { capText } from '../../core/agent/cap-text.ts';
import type { AgentWorkspace } from '../ports/agent-workspace.ts';

/** Where repositories keep instructions for agents. */
const FILES = ['AGENTS.md', 'CLAUDE.md'];
const MOST_CHARS = 40_000;

/** Instructions in the tree, which other agents read too. */
export const readInstructions = async (workspace: AgentWorkspace): Promise<string> => {
  const found = await Promise.all(FILES.map((path) => workspace.read(path)));
  return found
    .flatMap((file) => (file.ok ? [capText(Buffer.from(file.bytes).toString('utf8'), MOST_CHARS).text] : []))
    .join('\n\n');
};
