import { AxeBuilder } from '@axe-core/playwright';
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const main = fileURLToPath(new URL('../../dist/faces/cli/main.js', import.meta.url));

export type Served = {
  /** With the token in its fragment. */
  readonly address: string;
  readonly origin: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
};

/** `hydra serve` as a person starts it. */
export const serve = (repo: string, words: readonly string[] = []): Promise<Served> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, 'serve', '--repo', repo, '--no-open', ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    const ended = new Promise<void>((done) => child.once('close', () => done()));
    let said = '';
    child.stderr.on('data', (text) => (said += String(text)));
    child.once('close', () => reject(new Error(`hydra serve ended: ${said}`)));
    child.stdout.on('data', (text) => {
      said += String(text);
      const found = /http:\/\/127\.0\.0\.1:(\d+)\/#token=\S+/.exec(said);
      if (found === null) return;
      const address = found[0];
      resolve({
        address,
        origin: new URL(address).origin,
        port: Number(found[1]),
        stop: async () => {
          child.kill('SIGTERM');
          await ended;
        },
      });
    });
  });

/** Debian's chromium; root has no sandbox for it. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['HYDRA_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  });

export type Look = { readonly width: number; readonly scheme: 'light' | 'dark' };
export const WIDE: Look = { width: 1280, scheme: 'light' };
export const NARROW: Look = { width: 400, scheme: 'dark' };

/** Both widths in both themes, for visual inspection. */
export const EVERY_LOOK: readonly Look[] = [
  WIDE,
  NARROW,
  { width: 1280, scheme: 'dark' },
  { width: 400, scheme: 'light' },
];

/** Against pages that hang, not for those that a busy machine keeps waiting. */
const PATIENCE_MS = 60_000;

export const openContext = async (browser: Browser, { width, scheme }: Look): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 800 : 860 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
};

/** Errors of a page: exceptions, and requests that its policy refuses. */
export const watch = (page: Page): readonly string[] => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) errors.push(message.text());
  });
  return errors;
};

/** The properties that may differ between widths and themes. */
const LOOK_RULES = [
  'color-contrast',
  'scrollable-region-focusable',
  'aria-hidden-focus',
  'link-in-text-block',
  'heading-order',
  'empty-heading',
  'button-name',
  'link-name',
  'label',
];

/** WCAG 2.1 AA as far as a program can check; the second time only what may differ from the first. */
export const violations = async (page: Page, look: Look = WIDE): Promise<readonly string[]> => {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    // In the page itself: there are no frames, and a second page for each analysis takes as long as the analysis.
    .setLegacyMode(true);
  const chosen =
    look === WIDE
      ? axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'])
      : axe.withRules(LOOK_RULES);
  const { violations: found } = await chosen.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
};

/** Pixels by which a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

export const picturesAsked = (): boolean => process.env['HYDRA_PICTURES'] !== undefined;

/** The pictures of the documentation are made by these tests, if asked: `HYDRA_PICTURES=docs/images npx vitest run test/web`. */
export const picture = async (page: Page, name: string, look: Look): Promise<void> => {
  const folder = process.env['HYDRA_PICTURES'];
  if (folder === undefined) return;
  const path = `${folder}/${name}-${look.width}-${look.scheme}.png`;
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path });
};
