import { matchGlob } from '../../text/match-glob.ts';

/** Files that tell agents how to work, for configurations that are a whole repository. */
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
] as const;

export const isConfigurationPath = (path: string): boolean =>
  CONFIGURATION_PATHS.some((pattern) => matchGlob(pattern, path));
