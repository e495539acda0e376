import { matchGlob } from './match-glob.ts';

/** Files by which agents are told how to work, where a whole repository is named and not a folder of them. */
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
