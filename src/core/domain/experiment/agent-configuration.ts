import * as z from 'zod';
import { Share } from '../json/document-value.ts';
import type { SuiteFile } from './experiment-task.ts';

/** `config.toml` of a configuration: what is no file that an agent reads. */
export const ConfigurationFile = z.strictObject({
  /** In place of the model that the agent was named with. */
  model: z.string().min(1).max(500).optional(),
  system_prompt: z.string().max(200_000).optional(),
  /** Names of the tools that the agent is offered; absent: all of them. */
  tools: z.array(z.string().min(1).max(200)).max(100).optional(),
  /** What the scripted agent makes of this configuration; nobody else reads it. */
  mock: z
    .strictObject({
      skill: Share.default(0.5),
      fails: z.array(z.string().min(1)).default([]),
    })
    .optional(),
});
export type ConfigurationFile = z.infer<typeof ConfigurationFile>;

/** What an agent is told, as files laid over a task and as settings. */
export type AgentConfiguration = {
  readonly name: string;
  /** Where it came from, as it was asked for. */
  readonly source: string;
  /** sha-256 over its files and settings. */
  readonly hash: string;
  /** What is laid over a task. */
  readonly files: readonly SuiteFile[];
  /** All of it, `config.toml` too. */
  readonly everything: readonly SuiteFile[];
  readonly settings: ConfigurationFile;
};
