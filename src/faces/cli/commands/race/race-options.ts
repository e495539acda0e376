import { InvalidArgumentError } from 'commander';
import type { EarlyStop, RaceLimits } from '../../../../core/domain/race/race-request.ts';
import { UserError } from '../../../../shell/errors/user-error.ts';
import type { RaceOptions } from '../../../../shell/race/plan-race.ts';
import { defaultSynthesizer } from '../../../../shell/race/run-race.ts';
import { readTask } from '../../../wiring/read-task.ts';
import type { Session } from '../../../wiring/session.ts';
import { readBrief, readIssue } from '../../../wiring/wiring-race.ts';

export type RaceCommandOptions = {
  readonly repo: string;
  readonly json?: true;
  readonly prompt?: string;
  readonly task?: string;
  readonly issue?: string;
  readonly agents?: readonly string[];
  readonly attempts?: number;
  readonly base?: string;
  readonly timeout?: number;
  readonly idleTimeout?: number | 'off';
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly totalTokens?: number;
  readonly totalCost?: number;
  readonly atOnce?: number;
  readonly earlyStop?: EarlyStop;
  readonly refine?: number;
  readonly synthesize?: true | string;
  readonly brief?: true;
  readonly config?: string;
  readonly detach?: true;
  readonly resume?: string;
  readonly cut?: 'restart' | 'lost';
  readonly yes?: true;
  readonly allowDegraded?: true;
};

/** Options allowed together with `--resume`; everything else was decided when the race began. */
const WITH_RESUME: ReadonlySet<string> = new Set(['repo', 'json', 'resume', 'cut', 'yes', 'detach']);

const flagOf = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Contradictory options are refused, not ignored. */
export const checkTogether = (options: RaceCommandOptions): void => {
  const given = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const beside = options.resume === undefined ? [] : given.filter((name) => !WITH_RESUME.has(name));
  if (beside.length > 0)
    throw new UserError(
      'race-options',
      `--resume cannot be combined with ${beside.map(flagOf).join(', ')}.`,
      'A resumed race keeps its original options; start a new one to change them.',
    );
  if (options.cut !== undefined && options.resume === undefined)
    throw new UserError('race-options', '--cut needs --resume.', 'Give the race: --resume RUN or latest.');
  if (options.detach && options.yes)
    throw new UserError(
      'race-options',
      '--yes cannot be combined with --detach.',
      'The reason for a failed merge would not be seen. Merge afterwards: hydra merge RUN',
    );
};

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `90s`, `30m`, `2h`; a bare number counts seconds. */
export const duration = (text: string): number => {
  const found = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(text.trim());
  const ms = found === null ? 0 : Math.round(Number(found[1]) * (UNITS[found[2] ?? 's'] ?? 1000));
  if (ms < 1) throw new InvalidArgumentError('Use a time such as 90s, 30m or 2h.');
  return ms;
};

export const durationOrOff = (text: string): number | 'off' => (text === 'off' ? text : duration(text));

export const agentList = (text: string, earlier: readonly string[] = []): readonly string[] => [
  ...earlier,
  ...text.split(',').flatMap((spec) => (spec.trim() === '' ? [] : [spec.trim()])),
];

const taskOf = async ({ prompt, task, issue, repo }: RaceCommandOptions): Promise<string> => {
  const given = [prompt, task, issue].filter((one) => one !== undefined);
  if (given.length !== 1)
    throw new UserError(
      'race-task',
      given.length === 0 ? 'The race has no task.' : 'The task is given more than once.',
      'Use one of -p TEXT, --task FILE (or - for standard input) and --issue N.',
    );
  if (prompt !== undefined) return prompt;
  return task === undefined ? readIssue(repo, issue ?? '') : readTask(task);
};

const limitsOf = (options: RaceCommandOptions): Partial<RaceLimits> => ({
  ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout }),
  ...(options.idleTimeout === undefined
    ? {}
    : { idleMs: options.idleTimeout === 'off' ? null : options.idleTimeout }),
  ...(options.maxTokens === undefined ? {} : { tokens: options.maxTokens }),
  ...(options.maxCost === undefined ? {} : { usd: options.maxCost }),
  ...(options.totalTokens === undefined ? {} : { totalTokens: options.totalTokens }),
  ...(options.totalCost === undefined ? {} : { totalUsd: options.totalCost }),
});

/** The request from the command line. */
export const raceOf = async (session: Session, options: RaceCommandOptions): Promise<RaceOptions> => {
  const { agents = [], attempts, base, atOnce, earlyStop, refine, synthesize, config } = options;
  return {
    task: await taskOf(options),
    agents,
    limits: limitsOf(options),
    ...(attempts === undefined ? {} : { attempts }),
    ...(base === undefined ? {} : { base }),
    ...(atOnce === undefined ? {} : { atOnce }),
    ...(earlyStop === undefined ? {} : { earlyStop }),
    ...(refine === undefined ? {} : { refine }),
    ...(synthesize === undefined
      ? {}
      : { synthesize: synthesize === true ? defaultSynthesizer(agents) : synthesize }),
    ...(options.brief === undefined ? {} : { brief: await readBrief(session, options.repo) }),
    ...(config === undefined ? {} : { configFile: config }),
    ...(options.allowDegraded === undefined ? {} : { allowDegraded: true }),
  };
};
