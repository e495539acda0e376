import type { AgentConfiguration } from '../../../core/domain/experiment/agent-configuration.ts';
import type { AgentDefinitions } from '../../../core/domain/agent/agent-definition.ts';
import { readAgentSpec } from '../../../core/agent/agent-spec.ts';
import type { AgentResult } from '../../../core/domain/agent/agent-run.ts';
import { valueOrNull, type Measured } from '../../../core/domain/measured.ts';
import type { MockBrief } from '../../../core/domain/agent/mock-brief.ts';
import { canonicalJson } from '../../../core/domain/json/canonical-json.ts';
import type { ObeyedSetting } from '../../agent/agent-kind.ts';
import { findAgentKind, resolveOneAgent } from '../../agent/resolve-agent.ts';
import type { Agent } from '../../ports/agent.ts';
import type { AgentTools } from '../../ports/agent-tools.ts';
import type { ConfiguredAgent, TrialJob, TrialWork } from '../../ports/configured-agent.ts';
import { UserError } from '../../errors/user-error.ts';
import { openTranscript } from './transcript.ts';

const STATUS: Readonly<Record<AgentResult['ended'], TrialWork['status']>> = {
  finished: 'completed',
  steps: 'failed',
  tokens: 'failed',
  cost: 'failed',
  context: 'failed',
  failed: 'failed',
  asked: 'failed',
  stopped: 'failed',
  time: 'timed_out',
  unavailable: 'errored',
};

const OBEYABLE: readonly ObeyedSetting[] = ['model', 'system_prompt', 'tools'];

/** A setting that cannot be passed on to the agent is an error, never silently dropped. */
const refuseIgnored = (spec: string, { name, settings }: AgentConfiguration): void => {
  const obeys = findAgentKind(spec)?.obeys ?? [];
  const ignored = [
    ...OBEYABLE.filter((name) => settings[name] !== undefined && !obeys.includes(name)),
    ...(settings.mock !== undefined && !spec.startsWith('builtin:mock:') ? ['mock'] : []),
  ];
  if (ignored.length === 0) return;
  throw new UserError(
    'configuration-setting',
    `The agent ${spec} would ignore ${ignored.join(', ')} in the configuration ${name}.`,
    'Remove it from config.toml, or choose an agent that supports it.',
  );
};

/** A configuration may name another model of the same kind of agent. */
const specUnder = (spec: string, { settings: { model } }: AgentConfiguration): string =>
  model === undefined
    ? spec
    : `${readAgentSpec(spec).id}${findAgentKind(spec)?.needsModel ? ':' : '@'}${model}`;

const known = (from: Measured<number>): number | null => valueOrNull(from);

const costOf = ({ usage, toolCalls, steps, wallMs, costUsd }: AgentResult): TrialWork['cost'] => ({
  tokens: usage.known ? usage.value.total : null,
  tool_calls: known(toolCalls),
  steps: known(steps),
  wall_clock_ms: wallMs,
  usd: known(costUsd),
});

const briefOf = ({ task, solution, configuration, seed }: TrialJob): MockBrief => {
  const { skill, fails = [] } = configuration.settings.mock ?? {};
  return {
    task: { id: task.id, solution },
    configuration: configuration.hash,
    seed,
    ...(skill === undefined ? {} : { skill: fails.includes(task.id) ? 0 : skill }),
  };
};

const letWork = async (agent: Agent, job: TrialJob): Promise<TrialWork> => {
  const { system_prompt: system, tools } = job.configuration.settings;
  const transcript = openTranscript();
  const result = await agent.work({
    task: {
      prompt: job.task.prompt,
      ...(system === undefined ? {} : { system }),
      ...(tools === undefined ? {} : { tools }),
      limits: { wallMs: Math.ceil(job.timeoutMs) },
    },
    workspace: job.workspace,
    commands: {},
    record: (event) => {
      transcript.add(event);
      return job.record(event);
    },
    ...(agent.scripted ? { mock: briefOf(job) } : {}),
  });
  return {
    status: STATUS[result.ended],
    reason: result.reason,
    cost: costOf(result),
    transcript: transcript.read(),
  };
};

/** Identifies the agent of earlier trials: our own version, or the program's command. */
const versionOf = (spec: string, definitions: AgentDefinitions): string | null => {
  const kind = findAgentKind(spec);
  if (kind !== null) return kind.version;
  return Object.hasOwn(definitions, spec) ? canonicalJson(definitions[spec]) : null;
};

const isProgram = (spec: string): boolean => findAgentKind(spec) === null;

/** An agent by its spec, ready to work under each of these configurations; otherwise an error before anything runs. */
export const bindAgent = async (
  tools: AgentTools,
  { spec, definitions }: { readonly spec: string; readonly definitions: AgentDefinitions },
  configurations: readonly AgentConfiguration[],
): Promise<ConfiguredAgent> => {
  const agents = new Map<string, Agent>();
  let priced = true;
  for (const configuration of configurations) refuseIgnored(spec, configuration);
  for (const configuration of configurations) {
    const agent = resolveOneAgent(tools, specUnder(spec, configuration), definitions, ', and use --trials');
    const wanted = configuration.settings.tools;
    const asked = wanted === undefined ? {} : { tools: wanted };
    const ready = await agent.availability({ limits: { wallMs: 1 }, ...asked });
    if (!ready.available) throw ready.why;
    // The user's own program may report its cost, which is known only after it has run.
    priced &&= isProgram(spec) || (await agent.availability({ limits: { costUsd: 1 } })).available;
    agents.set(configuration.hash, agent);
  }
  return {
    spec,
    kind: findAgentKind(spec)?.recordedAs ?? 'command',
    mock: [...agents.values()].some(({ scripted }) => scripted),
    version: versionOf(spec, definitions),
    priced,
    work: (job) => {
      const agent = agents.get(job.configuration.hash);
      if (agent === undefined) throw new Error('an agent was not made ready for this configuration');
      return letWork(agent, job);
    },
  };
};
