import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HydraConfig } from '../../src/core/domain/policy/hydra-config.ts';
import { ENGINE_VERSION } from '../../src/core/domain/run/engine-version.ts';
import type { RunEvent } from '../../src/core/domain/run/run-event.ts';
import { openRunStore } from '../../src/shell/adapters/store/runs/file-run-store.ts';
import { has, unless } from '../support/needs.ts';
import { runHydra } from '../support/run-hydra.ts';
import type { ScratchProject } from '../support/scratch-project.ts';
import {
  type BenchRuns,
  compareIn,
  CROWD,
  HOSTILE,
  makeBenchRuns,
  makeCrowd,
  makeEmptyRepository,
} from './made-runs.ts';
import {
  NARROW,
  openBrowser,
  EVERY_LOOK,
  openContext,
  overflow,
  picture,
  picturesAsked,
  serve,
  type Served,
  violations,
  watch,
  WIDE,
} from './open-pages.ts';

const able = has.chromium && has.sandbox;
const dist = fileURLToPath(new URL('../../dist/web', import.meta.url));
/** Looked at side by side: a browser has a process for each. */
const LOOKS = picturesAsked() ? EVERY_LOOK : [WIDE, NARROW];

type Row = { readonly id: string; readonly kind: string; readonly candidates: number | null };
type Rows = { readonly rows: readonly Row[] };

/** Ends the first stream of a run after a few events, like a lost connection; reports where each stream began. */
const breakFirstStream = async (page: Page, origin: string) => {
  const from: number[] = [];
  let broken = 0;
  await page.route(/\/events\?from=/, async (route) => {
    const address = new URL(route.request().url());
    from.push(Number(address.searchParams.get('from')));
    if (from.length > 1) return route.continue();
    const leave = new AbortController();
    const answer = await fetch(`${origin}${address.pathname}${address.search}`, { signal: leave.signal });
    let body = '';
    for await (const chunk of answer.body ?? []) {
      body += new TextDecoder().decode(chunk);
      if (body.split('\nevent: trace\n').length > 3) break;
    }
    leave.abort();
    const whole = body.slice(0, body.lastIndexOf('\n\n') + 2);
    broken = Number([...whole.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1]);
    return route.fulfill({ contentType: 'text/event-stream', body: whole });
  });
  return () => ({ broken, from });
};

describe.skipIf(!able)(`The web app${unless('chromium')}${unless('sandbox')}`, () => {
  let browser: Browser;
  let empty: ScratchProject;
  let crowd: ScratchProject;
  let bench: BenchRuns;
  let demoServer: Served;
  let server: Served;
  let context: BrowserContext;
  let page: Page;
  let errors: readonly string[];
  let demo = '';
  let others: Promise<void>;

  const rowsOf = async (served: Served): Promise<Rows['rows']> =>
    ((await (await fetch(`${served.origin}/api/runs`)).json()) as Rows).rows;
  const idOf = async (kind: string): Promise<string> =>
    (await rowsOf(server)).find((row) => row.kind === kind)?.id ?? '';
  const crowdId = async (): Promise<string> =>
    (await rowsOf(server)).find((row) => row.candidates === CROWD)?.id ?? '';
  const go = async (at: Page, address: string): Promise<void> => {
    await at.goto(address);
    await at.locator('h1').first().waitFor();
  };
  const inDemo = (path = ''): string => `${demoServer.origin}/runs/${demo}${path}`;

  const makeOthers = async (): Promise<void> => {
    [crowd, bench] = await Promise.all([makeCrowd(), makeBenchRuns()]);
    await compareIn(crowd);
    server = await serve(crowd.root, ['--port', '0', '--bench', bench.out, '--suite', bench.suite]);
  };

  beforeAll(async () => {
    browser = await openBrowser();
    empty = await makeEmptyRepository();
    demoServer = await serve(empty.root, ['--port', '0']);
    // Made while the first tests watch the demo.
    others = makeOthers();
    others.catch(() => undefined);
    context = await openContext(browser, WIDE);
    page = await context.newPage();
    errors = watch(page);
  });
  afterAll(async () => {
    await browser?.close();
    await others?.catch(() => undefined);
    await Promise.all([demoServer?.stop(), server?.stop()]);
    await Promise.all([empty?.remove(), crowd?.remove(), bench?.remove()]);
  });

  test('an empty store offers the demo; it is followed live, from the first check to the decision', async () => {
    await go(page, demoServer.origin);
    await page.getByText('Open the address that').waitFor();
    expect(await page.getByRole('button', { name: 'Watch the demo' }).isDisabled()).toBe(true);

    await page.goto(demoServer.address);
    const start = page.getByRole('button', { name: 'Watch the demo' });
    await start.waitFor();
    expect(page.url()).not.toContain('token');
    expect(await violations(page)).toEqual([]);
    await picture(page, 'first-run', WIDE);
    const asked = await breakFirstStream(page, demoServer.origin);
    await start.click();

    await page.getByRole('heading', { name: 'Running now' }).waitFor();
    await page.locator('[data-state="passed"]').first().waitFor();
    await picture(page, 'live', WIDE);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('heading', { name: /^Merge fix-with-test/ }).waitFor();
    demo = /runs\/([^/?#]+)/.exec(page.url())?.[1] ?? '';
    expect(demo).not.toBe('');
    // The stream broke off after a few events; the page requested the events after the last of them.
    const { broken, from } = asked();
    expect(broken).toBeGreaterThan(0);
    expect(from.slice(0, 2)).toEqual([0, broken]);
    expect(errors).toEqual([]);
  });

  test('a run is cancelled from its page, and can be resumed', async () => {
    await page.goto(demoServer.address);
    const token = new URL(demoServer.address).hash.replace('#token=', '');
    const started = await fetch(`${demoServer.origin}/api/demo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{}',
    });
    const { run } = (await started.json()) as { run: string };
    await go(page, `${demoServer.origin}/runs/${run}`);
    await page.getByRole('button', { name: 'Cancel the run…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByRole('heading', { name: 'This run did not finish' }).waitFor();
    await page.getByText(`hydra evaluate --resume ${run}`).waitFor();
    expect(errors).toEqual([]);
  });

  test('the decision: ranking, gates, flags, and every number down to its inputs and its log', async () => {
    await go(page, inDemo());
    const ranking = page.getByRole('table', { name: 'Ranking' });
    const rows = ranking.getByRole('row');
    expect(await rows.nth(1).innerText()).toContain('fix-with-test');
    const cheat = rows.filter({ hasText: 'deletes-test' });
    expect(await cheat.innerText()).toMatch(/integrity[\s\S]*flag/);
    expect(await page.getByRole('region', { name: 'Verdict' }).innerText()).toMatch(/scores 100\.0/);

    await rows
      .filter({ hasText: 'regression' })
      .getByRole('button', { name: /^tests / })
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('cell', { name: 'baseline' }).first().waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'explain', WIDE);
    await sheet.getByText('regressed', { exact: true }).click();
    await sheet.getByRole('link', { name: /tax comes on top/ }).click();
    const log = page.getByRole('region', { name: 'Log', exact: true });
    expect(await log.locator('[data-hit]').innerText()).toContain('tax comes on top');
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('assertionerror');
    await page.keyboard.press('Enter');
    await page.getByText('1 of ').waitFor();
    expect(await log.locator('[data-hit] mark').innerText()).toBe('AssertionError');
  });

  test('weights: the ranking follows the slider, by keyboard, and nothing is stored', async () => {
    await go(page, inDemo());
    const before = await page.getByRole('table', { name: 'Ranking' }).innerText();
    await page.getByText('No single weight changes the winner').waitFor();
    const slider = page.getByRole('slider', { name: /speed/ });
    await slider.focus();
    await page.keyboard.press('End');
    await page.getByText('with your weights').waitFor();
    await expect.poll(() => page.getByRole('table', { name: 'Ranking' }).innerText()).not.toBe(before);
    await page.getByText(/still wins|would win instead/).waitFor();
    await picture(page, 'what-if', WIDE);
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByText('with your weights').waitFor({ state: 'detached' });
    expect(await page.getByRole('table', { name: 'Ranking' }).innerText()).toBe(before);
  });

  test('the test matrix: arrow keys move, Enter opens the test’s output', async () => {
    await go(page, inDemo('/tests'));
    const grid = page.getByRole('grid');
    await grid.waitFor();
    const failed = grid.getByRole('button', { name: 'regression: failed' });
    expect(await failed.count()).toBe(1);
    await grid.getByRole('button').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toMatch(
      /^fix-with-test: passed/,
    );
    await failed.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('failed').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('changes: side by side, unified, with flags at their lines, and one candidate against another', async () => {
    await go(page, inDemo('/changes?right=deletes-test'));
    await page.getByText('flag: ').first().waitFor();
    // Colours come when the grammar is loaded; the text does not change.
    const colours = page.locator('.tok-string', { hasText: 'a discount of more than 100 % is refused' });
    await colours.first().waitFor();
    await page.getByRole('button', { name: 'Unified' }).click();
    await page.getByLabel('against').selectOption('fix-only');
    await page.getByLabel('Change of').selectOption('fix-with-test');
    await page.getByRole('navigation', { name: 'Changed files' }).getByText('cart.test.js').click();
    await page
      .getByRole('region', { name: 'Change of test/cart.test.js' })
      .getByText('the refusal names')
      .waitFor();
    await picture(page, 'changes', WIDE);
    expect(errors).toEqual([]);
  });

  test('the bracket: who met whom, and who advanced', async () => {
    await go(page, inDemo('/bracket'));
    const bracket = page.getByRole('region', { name: 'Bracket' });
    const final = bracket.getByRole('listitem').filter({ hasText: 'Final' }).last();
    const winner = final.getByRole('listitem').filter({ hasText: 'advances' });
    expect(await winner.innerText()).toContain('fix-with-test');
    expect(await final.innerText()).toContain('scope-creep');
    const first = bracket.getByRole('listitem').filter({ hasText: 'Round 1' });
    expect(await first.innerText()).toContain('fix-only');
    const left = page.getByRole('region', { name: 'Not in the bracket' });
    expect(await left.innerText()).toMatch(/deletes-test/);
  });

  const PAGES_OF_A_RUN = [
    ['decision', '', 'Ranking'],
    ['candidate', '/candidates/scope-creep', 'Where the total comes from'],
    ['tests', '/tests', 'Test matrix'],
    ['behaviour', '/behaviour', 'ways to behave'],
    ['panel', '/panel', 'No panel was asked'],
    ['change', '/changes?right=scope-creep', 'Changed files'],
    ['bracket', '/bracket', 'Winner'],
    ['time', '/time', 'Where the time went'],
    ['merge', '/merge/fix-with-test', 'Merge fix-with-test'],
    ['prefer', '/prefer?a=fix-only&b=scope-creep', 'Which change is better?'],
  ] as const;

  test.concurrent.each(LOOKS)(
    'each page of a run fits $width pixels and has no violation of WCAG 2.1 AA ($scheme)',
    async (look) => {
      const own = await openContext(browser, look);
      const at = await own.newPage();
      const seen = watch(at);
      await at.goto(demoServer.address);
      for (const [name, path, sign] of PAGES_OF_A_RUN) {
        await go(at, inDemo(path));
        await at.getByText(sign).or(at.getByLabel(sign)).first().waitFor();
        await at
          .getByText(/^Loading/)
          .first()
          .waitFor({ state: 'detached' });
        expect(await overflow(at), name).toBe(0);
        expect(await violations(at, look), name).toEqual([]);
        await picture(at, name, look);
      }
      expect(seen).toEqual([]);
      await own.close();
    },
  );

  test('a merge is tried first, then confirmed; an unmergeable candidate shows the reason', async () => {
    await page.goto(demoServer.address);
    await go(page, inDemo('/merge/deletes-test'));
    await page
      .getByText(/not mergeable|integrity/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'Merge' }).isDisabled()).toBe(true);
    await go(page, inDemo('/merge/fix-with-test'));
    await page.getByRole('button', { name: 'Try it first' }).click();
    await page.getByText('Would merge').waitFor();
    await page.getByRole('button', { name: /^Merge into/ }).click();
    await page.getByText('is merged into').waitFor();
  });

  test('a preference is recorded, blind to names until then', async () => {
    await go(page, inDemo('/prefer?a=fix-only&b=scope-creep'));
    const left = page.getByRole('heading', { level: 2, name: /^A/ });
    expect(await left.innerText()).toBe('A');
    await page.getByRole('button', { name: 'I prefer A' }).click();
    await page.getByText('Recorded: you prefer').waitFor();
    expect(await left.innerText()).toMatch(/fix-only|scope-creep/);
    const { preferences } = (await (
      await fetch(`${demoServer.origin}/api/runs/${demo}/preferences`)
    ).json()) as {
      preferences: readonly { blind: boolean; by: string }[];
    };
    expect(preferences.filter(({ by }) => by === 'choice')).toMatchObject([{ blind: true }]);
  });

  describe('with many runs', () => {
    beforeAll(() => others);

    test('the list of runs: search, filters, keyboard', async () => {
      await page.goto(server.address);
      const list = page.getByRole('table', { name: 'Runs' });
      await list.getByRole('row').nth(1).waitFor();
      // Two of them waited for replies of a panel.
      expect(await list.getAttribute('aria-rowcount')).toBe('8');
      await page.keyboard.press('/');
      await page.keyboard.type('no such run');
      await page.getByText('No run matches').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.getByLabel('Kind').selectOption('comparison');
      await expect.poll(() => list.getAttribute('aria-rowcount')).toBe('2');
      expect(await violations(page)).toEqual([]);
      await page.getByLabel('Kind').selectOption('');
      // All of them are new.
      const asked = page.waitForRequest(/\/api\/runs\?.*since=/);
      await page.getByLabel('Started').selectOption('hour');
      await asked;
      await expect.poll(() => list.getAttribute('aria-rowcount')).toBe('8');
      await page.getByLabel('Started').selectOption('');
      await picture(page, 'runs', WIDE);
      await page.locator('h1').click();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/(runs|bench)\//);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
      await page.keyboard.press('Escape');
    });

    test(`${CROWD} candidates: only the visible rows exist, and the last can be reached`, async () => {
      await go(page, `${server.origin}/runs/${await crowdId()}`);
      const ranking = page.getByRole('table', { name: 'Ranking' });
      await ranking.waitFor();
      expect(await ranking.getAttribute('aria-rowcount')).toBe(String(CROWD + 1));
      expect(await ranking.getByRole('row').count()).toBeLessThan(60);
      await page.keyboard.press('End');
      await ranking.locator(`[aria-rowindex="${CROWD + 1}"]`).waitFor();
      await go(page, `${page.url()}/tests`);
      await page.getByRole('grid').waitFor();
      await go(page, `${server.origin}/runs/${await crowdId()}/time`);
      await page.getByText('Where the time went').waitFor();
      expect(errors).toEqual([]);
    });

    test('a race is followed live: a lane for each agent, its current activity, and how it ended', async () => {
      const store = openRunStore(crowd.root, { engineVersion: ENGINE_VERSION });
      const run = await store.create({ config: HydraConfig.parse({}), startedAt: new Date().toISOString() });
      const allowed = { network: true, variables: [], logins: [], permissions: '' };
      const entrants = ['careful', HOSTILE].map((name) => ({ name, agent: 'mock', allowed }));
      const at = { agent: HOSTILE, spec: 'mock', round: 0 };
      try {
        await run.record({ event: 'run_started', run: run.id, kind: 'race' });
        await run.record({ event: 'race_started', task: 'Add two numbers', entrants });
        await run.record({ event: 'agent_at_work', ...at, trace: 'agents/1.jsonl' });
        await go(page, `${server.origin}/runs/${run.id}`);
        const work = page.locator('[data-state]');
        await expect.poll(() => work.getAttribute('data-state')).toBe('running');
        const known = { steps: 3, tool_calls: 2, tokens: null, usd: null, files: 1 };
        await run.record({ event: 'agent_progress', agent: HOSTILE, action: 'edits src/sum.js', ...known });
        await expect.poll(() => work.getAttribute('aria-label')).toContain('edits src/sum.js');
        await page.getByText('careful').first().waitFor();
        expect(await violations(page)).toEqual([]);
        await picture(page, 'race', WIDE);
        const result = {
          label: 'timed-out',
          reason: 'after 1 s',
          files: 0,
          sha256: '',
          tree: '',
          result: null,
        };
        await run.record({ event: 'agent_done', ...at, ...result } as RunEvent);
        await expect.poll(() => work.getAttribute('data-state')).toBe('stopped');
      } finally {
        await run.leave();
      }
      await page.getByRole('heading', { name: 'This run did not finish' }).waitFor();
      expect(await page.evaluate('window.pwned')).toBeUndefined();
      expect(errors).toEqual([]);
    });

    test.concurrent.each(LOOKS)(
      'hostile names, paths, lines and output are shown as text ($width)',
      async (look) => {
        const own = await openContext(browser, look);
        const at = await own.newPage();
        const seen = watch(at);
        const run = await idOf('evaluation');
        const name = encodeURIComponent(HOSTILE);
        const paths = [
          '',
          `/candidates/${name}`,
          '/candidates/__proto__',
          '/tests?all=true',
          `/changes?right=${name}`,
          `/changes?right=${name}&left=__proto__&view=unified`,
          `/merge/${name}`,
          '/behaviour',
          '/panel',
          '/bracket',
          '/time',
          `/prefer?a=${name}&b=__proto__`,
        ];
        for (const path of paths) {
          await go(at, `${server.origin}/runs/${run}${path}`);
          await at
            .getByText(/^Loading/)
            .first()
            .waitFor({ state: 'detached' });
          expect(await at.locator('main').innerText(), path).toContain(
            path.includes('__proto__') && !path.includes('img') ? '__proto__' : '<img',
          );
          expect(await overflow(at), path).toBe(0);
        }
        await go(at, `${server.origin}/runs/${run}/candidates/${name}`);
        await at.getByRole('link', { name: /^log/ }).first().click();
        // The build prints forty good lines, in green, and a warning.
        const log = at.getByRole('region', { name: 'Log', exact: true });
        await log.getByText('warning', { exact: true }).and(log.locator('.text-fail')).waitFor();
        const fold = log.getByRole('button', { name: /quiet lines/ });
        await fold.waitFor();
        expect(await log.getByText('part 20').count()).toBe(0);
        await fold.click();
        await log.getByText('ok', { exact: true }).and(log.locator('.text-accent')).first().waitFor();
        await log.getByText('part 20').waitFor();
        expect(await violations(at, look), 'log').toEqual([]);
        await picture(at, 'log', look);
        await go(at, server.origin);
        await at.getByText('<img').first().waitFor();
        expect(await at.evaluate('window.pwned')).toBeUndefined();
        expect(seen).toEqual([]);
        await own.close();
      },
    );

    test('behaviour: each candidate’s answers, call by call', async () => {
      await go(page, `${server.origin}/runs/${await idOf('evaluation')}/behaviour`);
      const call = page
        .getByRole('listitem')
        .filter({ hasText: /^sum\(-/ })
        .first();
      const [plain, careless] = [HOSTILE, 'careless'].map((name) =>
        call.locator('div').filter({ hasText: name }).filter({ hasText: 'returns' }).last(),
      );
      // For content out of sight, the browser reports the text, not its layout.
      expect(await plain?.textContent()).toMatch(/returns\s*-/);
      expect(await careless?.textContent()).toMatch(/returns\s*\d/);
      await page.getByRole('region', { name: /ways to behave/ }).waitFor();
      expect(await violations(page)).toEqual([]);
      await picture(page, 'behaviour-differs', WIDE);
    });

    test('the panel: each panellist’s probabilities, pick and reason, and the tests that were written', async () => {
      await go(page, `${server.origin}/runs/${await idOf('evaluation')}/panel`);
      const likely = page.getByRole('region', { name: 'How likely each candidate is to be right' });
      const rows = await likely.getByRole('row').allInnerTexts();
      expect(rows.map((row) => row.split('\t').map((cell) => cell.trim()))).toEqual([
        ['candidate', 'panellist 1', 'panellist 2', 'together'],
        ['careless', '95 % → 95 %', '95 % → 95 %', '95 %'],
        [expect.stringContaining('<img'), '10 % → 10 %', '10 % → 10 %', '10 %'],
        ['__proto__', '10 % → 10 %', '10 % → 10 %', '10 %'],
      ]);
      const second = page.getByRole('region', { name: 'Panellist 2' });
      expect(await second.innerText()).toMatch(/Picks\s+careless[^]*It is short\. <img/);
      const tests = await page.getByRole('region', { name: 'Tests written from the task alone' }).innerText();
      expect(tests).toMatch(/adds what is negative\s+counts\s+passes with[^]*fails with[^]*careless/);
      expect(tests).toMatch(/leaves zero alone\s+does not count: it passes on the base/);
      expect(await violations(page)).toEqual([]);
      await picture(page, 'panel', WIDE);
    });

    test.concurrent.each(LOOKS)('benchmarks and comparisons ($width)', async (look) => {
      const own = await openContext(browser, look);
      const at = await own.newPage();
      const seen = watch(at);
      const ofOne = `${server.origin}/runs/${await idOf('comparison')}`;
      const pages = [
        ['benchmark', `${server.origin}/bench/${await idOf('benchmark')}`, "The agent's work"],
        ['leaderboard', `${server.origin}/bench`, 'Cost against success'],
        ['models', `${server.origin}/bench/compare`, 'in common'],
        ['comparison', ofOne, 'The price of certainty'],
        ['comparison-time', `${ofOne}/time`, 'Where the time went'],
      ] as const;
      for (const [name, address, sign] of pages) {
        await go(at, address);
        await at.getByText(sign).first().waitFor();
        await at
          .getByText(/^Loading/)
          .first()
          .waitFor({ state: 'detached' });
        expect(await overflow(at), name).toBe(0);
        expect(await violations(at, look), name).toEqual([]);
        await picture(at, name, look);
      }
      await go(at, `${server.origin}/bench`);
      await at.getByRole('img', { name: /mock:synthetic: 100 % for \$0/ }).waitFor();
      await go(at, ofOne);
      await at.locator('[data-row]').first().click();
      await at.getByRole('link', { name: 'all tasks' }).waitFor();
      // Both transcripts of a trial in which the two configurations differ.
      await at.getByLabel('Open all turns').check();
      for (const side of ['bad', 'good'])
        await at.getByRole('region', { name: side, exact: true }).getByText('Looking around.').waitFor();
      expect(await overflow(at), 'task').toBe(0);
      expect(await violations(at, look), 'task').toEqual([]);
      await picture(at, 'task', look);
      expect(seen).toEqual([]);
      await own.close();
    });

    test('the report in one file opens without a server and requests nothing', async () => {
      const file = join(crowd.patches, 'report.html');
      const words = ['report', await idOf('evaluation'), '--html', file, '--repo', crowd.root];
      const { code, stderr } = await runHydra(words);
      expect(code, stderr).toBe(0);
      const own = await openContext(browser, WIDE);
      const at = await own.newPage();
      const seen = watch(at);
      const asked: string[] = [];
      at.on('request', (request) => asked.push(request.url().slice(0, 5)));
      await go(at, `file://${file}`);
      await at.getByRole('table', { name: 'Ranking' }).waitFor();
      expect(await at.getByRole('link', { name: 'Merge…' }).count()).toBe(0);
      for (const [tab, sign] of [
        ['Tests', 'Tests of the base'],
        ['Changes', 'Changed files'],
        ['Time', 'Where the time went'],
      ] as const) {
        await at.getByRole('link', { name: tab, exact: true }).click();
        await at.getByText(sign).or(at.getByLabel(sign)).first().waitFor();
      }
      expect(await at.evaluate('window.pwned')).toBeUndefined();
      expect(new Set(asked)).toEqual(new Set(['file:']));
      expect(seen).toEqual([]);
      await own.close();
    });

    test('a restarted server is found again', async () => {
      await go(page, server.origin);
      await page.getByRole('table', { name: 'Runs' }).waitFor();
      await server.stop();
      await page.getByRole('alert').getByText('Hydra does not answer').waitFor();
      expect(await violations(page)).toEqual([]);
      const words = ['--port', String(server.port), '--bench', bench.out, '--suite', bench.suite];
      server = await serve(crowd.root, words);
      await page.getByRole('alert').waitFor({ state: 'detached' });
      await page.locator('[data-row]').first().click();
      await page.waitForURL(/\/(runs|bench)\//);
      await page.locator('h1').waitFor();
    });

    test('errors are shown with a remedy', async () => {
      await page.goto(`${server.origin}/runs/01AAAAAAAAAAAAAAAAAAAAAAAA`);
      await page.getByRole('alert').waitFor();
      expect(await violations(page)).toEqual([]);
      await go(page, `${server.origin}/nowhere`).catch(() => undefined);
      await page.getByText('There is no such page').waitFor();
    });

    test('the first page loads less than 250 kB, compressed', async () => {
      const own = await openContext(browser, WIDE);
      const at = await own.newPage();
      const asked = new Set<string>();
      at.on('request', (request) => asked.add(new URL(request.url()).pathname));
      await go(at, `${server.origin}/runs/${await crowdId()}`);
      await at.getByRole('table', { name: 'Ranking' }).waitFor();
      const assets = [...asked].filter((path) => path.startsWith('/assets/'));
      expect(assets.length).toBeGreaterThan(2);
      const sizes = assets.map((path) => statSync(join(dist, `${path}.gz`)).size);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
      await own.close();
    });
  });
});

test('the pages are built completely: every asset compressed, no outside address, licences next to them', () => {
  const assets = readdirSync(join(dist, 'assets'));
  for (const name of assets.filter((file) => /[.](?:js|css)$/.test(file)))
    expect(assets).toEqual(expect.arrayContaining([`${name}.gz`, `${name}.br`]));
  const index = readFileSync(join(dist, 'index.html'), 'utf8');
  expect(index).not.toMatch(/https?:|<style|<script(?![^>]*src=)/);
  const report = readFileSync(join(dist, 'report.html'), 'utf8');
  expect(report.match(/<script/g)).toHaveLength(
    2 + (report.split('<script type="module">')[1]?.match(/<script/g)?.length ?? 0),
  );
  expect(report).toContain('<script type="application/json" id="hydra-data">null</script>');
  expect(report).toContain('<!--hydra-csp-->');
  expect(readFileSync(join(dist, 'LICENCES.txt'), 'utf8')).toMatch(/^react-dom$/m);
});
