import { matchGlobOrFolder } from '../../text/match-glob.ts';

/** Files that configure agents, if a whole repository is given instead of a folder of such files. */
const CONFIGURATION_PATHS = [
  'CLAUDE.md',
  '**/CLAUDE.md',
  'AGENTS.md',
  '**/AGENTS.md',
  'GEMINI.md',
  '.claude/**',
  '.agents/**',
  '.codex/**',
  '.gemini/**',
  '.cursor/rules/**',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  '.github/copilot-instructions.md',
  '.github/instructions/**',
  '.mcp.json',
].map(matchGlobOrFolder);

export const isConfigurationPath = (path: string): boolean =>
  CONFIGURATION_PATHS.some((matches) => matches(path));
