import { AGENT_PROGRAMS } from '../../src/core/agent/agent-programs.ts';
import type { AgentProgram, Reporting, UsageReporting } from '../../src/core/agent/agent-program.ts';
import { code, markdownTable } from './markdown-table.ts';

const WHEN: Readonly<Record<Reporting, string>> = {
  working: 'while it works',
  end: 'at its end',
  perhaps: 'not always',
  never: 'not reported',
};

const usage = ({ tokens, cost }: UsageReporting): string => {
  if (tokens === 'never' && cost === 'never') return 'not reported';
  const priced = cost === 'never' ? 'cost by the price list, if it names its model' : `cost ${WHEN[cost]}`;
  return `tokens ${WHEN[tokens]}; ${priced}`;
};

const LIMITS: Readonly<Record<string, string>> = { steps: 'steps', tokens: 'tokens', costUsd: 'cost' };

const row = ({ id, keys, logins, read, reports, limits }: AgentProgram): readonly string[] => [
  code(id),
  `${read.version}${read.recorded ? '' : ' (not run)'}`,
  [...keys, ...logins.map((path) => `~/${path}`)].map(code).join(', '),
  usage(reports),
  limits.flatMap((limit) => LIMITS[limit] ?? []).join(', ') || '–',
];

/** What each program of `agent-programs.ts` needs and reports. */
export const agentTable = (): readonly string[] =>
  markdownTable(
    ['agent', 'version read', 'sees, if set', 'usage', 'limits that it keeps itself'],
    AGENT_PROGRAMS.map(row),
  );
