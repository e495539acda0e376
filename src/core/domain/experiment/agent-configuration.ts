import * as z from 'zod';
import { Share } from '../json/document-value.ts';
import type { SuiteFile } from './experiment-task.ts';

/** `config.toml` of a configuration: everything that is not a file for the agent. */
export const ConfigurationFile = z.strictObject({
  /** Replaces the model that the agent was named with. */
  model: z.string().min(1).max(500).optional(),
  system_prompt: z.string().max(200_000).optional(),
  /** Names of the tools offered to the agent; absent: all. */
  tools: z.array(z.string().min(1).max(200)).max(100).optional(),
  /** Behaviour of the scripted agent under this configuration; ignored by other agents. */
  mock: z
    .strictObject({
      skill: Share.default(0.5),
      fails: z.array(z.string().min(1)).default([]),
    })
    .optional(),
});
export type ConfigurationFile = z.infer<typeof ConfigurationFile>;

/** An agent's instructions: files laid over a task, and settings. */
export type AgentConfiguration = {
  readonly name: string;
  /** The source, as given by the user. */
  readonly source: string;
  /** sha-256 over its files and settings. */
  readonly hash: string;
  /** The files laid over a task. */
  readonly files: readonly SuiteFile[];
  /** All of it, including `config.toml`. */
  readonly everything: readonly SuiteFile[];
  readonly settings: ConfigurationFile;
};
