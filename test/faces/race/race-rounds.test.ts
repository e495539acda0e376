import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunEvent } from '../../../src/core/domain/run/run-event.ts';
import { verify } from '../../../src/faces/library/library.ts';
import { patchPath } from '../../../src/shell/adapters/store/runs/store-layout.ts';
import type { FinishedRace } from '../../../src/shell/race/run-race.ts';
import { has, unless } from '../../support/needs.ts';
import { makeRaceProject } from '../../support/race-project.ts';
import type { ScratchProject } from '../../support/scratch-project.ts';
import { sharedSession } from '../../support/shared-session.ts';

const FIX = "sed -i 's/a - b/a + b/' sum.js";
const usage = (tokens: string, usd: string) =>
  `printf '{"input_tokens": %s, "output_tokens": 0, "cost_usd": %s}' ${tokens} ${usd} > "$HYDRA_USAGE_FILE"`;
const forEver = (work: string) => `i=0; while true; do i=$((i+1)); ${work}; echo step $i; sleep 0.2; done`;

/** One habit each. */
const AGENTS = {
  // Wrong at first; right once it gets the findings.
  learner: `cp "$HYDRA_PROMPT_FILE" prompt.txt; if grep -q 'Your earlier attempt' prompt.txt; then sed -i 's/a - 0/a + b/' sum.js; else sed -i 's/a - b/a - 0/' sum.js; fi`,
  // Makes a repository of its own inside, as tools that set up a project do.
  nested: `mkdir -p parts/new; cd parts/new; git init -q .; echo 1 > file.txt; cp "$HYDRA_PROMPT_FILE" ../../seen.txt`,
  spender: forEver(usage('${i}000', '0.${i}')),
  // Reports its usage only at its end.
  late: `${FIX}; ${usage('9000', '0.5')}`,
  joiner: `cp "$HYDRA_PROMPT_FILE" prompt.txt; ${FIX}`,
  huge: 'truncate -s 300M big.bin; echo x >> big.bin',
  good: `${FIX}; ${usage('1500', '0.01')}`,
  slow: forEver(':'),
};

let project: ScratchProject;
beforeAll(async () => {
  project = await makeRaceProject(AGENTS);
});
afterAll(() => project.remove());

const patchOf = (race: FinishedRace, name: string): string =>
  readFileSync(join(project.root, '.hydra/runs', race.runId, patchPath(name)), 'utf8');
const attemptOf = (race: FinishedRace, name: string) => {
  const found = race.attempts.find(({ agent }) => agent === name);
  if (found === undefined) throw new Error(`no attempt ${name}`);
  return found;
};
const listed = (): readonly string[] => readdirSync(join(project.root, '.hydra/runs'));

describe.skipIf(!has.sandbox)(`a race in rounds, within a budget${unless('sandbox')}`, () => {
  let race: FinishedRace;
  const events: RunEvent[] = [];
  beforeAll(async () => {
    race = await sharedSession.race({
      repo: project.root,
      task: 'sum must add',
      agents: ['learner', 'nested', 'spender', 'late', 'huge'],
      limits: { tokens: 5000 },
      refine: 2,
      synthesize: 'joiner',
      brief: 'This repository adds numbers.',
      onProgress: (event) => events.push(event),
    });
  });

  test('the best get their findings back, and one more combines them; all are candidates', () => {
    expect(race.attempts.map(({ agent, round, label }) => `${round} ${agent} ${label}`)).toEqual([
      '0 learner done',
      '0 nested done',
      '0 spender over-budget',
      '0 late done',
      '0 huge failed',
      expect.stringMatching(/^1 \w+\+1 done$/),
      ...race.attempts.slice(6, -1).map(() => expect.stringMatching(/^[12] \w+\+[12] done$/)),
      '3 synthesis done',
    ]);
    const names = race.attempts.map(({ agent }) => agent);
    expect(new Set(names).size).toBe(names.length);
    expect(race.conclusion.rankings.map(({ agent }) => agent).toSorted()).toEqual(names.toSorted());
  });

  test('a refined attempt starts from its own change and gets the findings', () => {
    const prompt = patchOf(race, 'learner+1');
    expect(prompt).toContain('+export const sum = (a, b) => a + b;');
    expect(prompt).toMatch(/This repository adds numbers[^]*Your earlier attempt[^]*failing test/);
    expect(prompt.match(/^\+## Rules/gm)).toHaveLength(1);
  });

  test('a synthesis starts from the base and sees diffs and evidence of others, as data', () => {
    const prompt = patchOf(race, 'synthesis');
    expect(prompt).toMatch(/Attempts of others[^]*passes every gate[^]*<<<[0-9a-f]{16,}/);
    expect(attemptOf(race, 'synthesis').files).toBe(2);
  });

  test('a program is held to its budget while it works, by the report that it keeps up to date', () => {
    const { reason, result } = attemptOf(race, 'spender');
    expect(reason).toMatch(/^it used \d+ of 5000 tokens$/);
    expect(result?.usage.known && result.usage.value.total).toBeGreaterThanOrEqual(5000);
    const seen = events.filter((event) => event.event === 'agent_progress' && event.agent === 'spender');
    expect(seen.some((event) => event.event === 'agent_progress' && event.tokens !== null)).toBe(true);
  });

  test('one that reports too late may win, and the broken limit is shown', () => {
    expect(attemptOf(race, 'late').reason).toBe(
      'it used 9000 of 5000 tokens, which it reported too late to be stopped',
    );
  });

  test('files that cannot be taken are a failure of their agent alone', () => {
    expect(attemptOf(race, 'huge')).toMatchObject({ files: 0, label: 'failed' });
    expect(attemptOf(race, 'huge').reason).toMatch(/cannot be recorded: it has more than 256 MB/);
  });

  test('a repository that an agent makes inside its workspace is part of its change, as files', () => {
    expect(patchOf(race, 'nested')).toContain('b/parts/new/file.txt');
    expect(patchOf(race, 'nested')).not.toContain('.git/');
  });

  test('intermediate evaluations are not runs of their own', async () => {
    expect(listed()).toEqual([race.runId]);
    expect(readdirSync(join(project.root, '.hydra/rounds'))).toEqual([]);
    expect(events.filter(({ event }) => event === 'race_evaluated').length).toBeGreaterThanOrEqual(2);
    expect(await verify('latest', { repo: project.root })).toEqual([]);
  });
});

describe.skipIf(!has.sandbox)(`a race that ends early${unless('sandbox')}`, () => {
  test('the others stop once one passes every gate with proof, and waiting ones do not start', async () => {
    const before = new Set(listed());
    const events: RunEvent[] = [];
    const race = await sharedSession.race({
      repo: project.root,
      task: 'sum must add',
      agents: ['good', 'slow:2', 'joiner'],
      atOnce: 2,
      earlyStop: 'first-good',
      limits: { idleMs: null },
      onProgress: (event) => events.push(event),
    });
    expect(race.attempts.map(({ agent, label, reason }) => `${agent} ${label} ${reason}`)).toEqual([
      'good done ',
      'slow-1 stopped good already passes every gate with proof',
      'slow-2 stopped good already passes every gate with proof',
      'joiner stopped it was not started: good already passes every gate with proof',
    ]);
    expect(attemptOf(race, 'joiner').result).toBeNull();
    expect(events.filter(({ event }) => event === 'agent_at_work')).toHaveLength(3);
    expect(race.conclusion.winner).toBe('good');
    expect(listed().filter((id) => !before.has(id))).toEqual([race.runId]);
    expect(existsSync(join(project.root, '.hydra/rounds', race.runId))).toBe(false);
  });
});
