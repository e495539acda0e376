import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { report } from '../api/transport.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { SHORTCUTS, useShortcuts } from './shortcuts.ts';
import { chooseTheme, currentTheme, type Theme, THEMES } from './theme.ts';
import { useRunsFeed } from './use-runs-feed.ts';

const THEME_ICONS = { auto: 'auto', light: 'sun', dark: 'moon' } as const;
const BAR_BUTTON = 'rounded-md p-2 text-soft hover:bg-sunken hover:text-ink';
const NAV_LINK =
  'rounded-md px-2.5 py-1.5 text-sm font-medium text-soft hover:bg-sunken hover:text-ink aria-[current=page]:text-accent';

const Brand = () => (
  <Link to="/" className="flex items-center gap-2 rounded-md font-semibold tracking-tight">
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-7">
      <rect width="32" height="32" rx="7" fill="#0b5c56" />
      <g fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round">
        <path d="M16 27v-6c0-5-8-4-8-12" />
        <path d="M16 21V8" />
        <path d="M16 21c0-5 8-4 8-12" />
      </g>
      <circle cx="16" cy="6.6" r="2.7" fill="#7ee0c8" />
      <circle cx="8" cy="8" r="2" fill="#fff" />
      <circle cx="24" cy="8" r="2" fill="#fff" />
    </svg>
    Hydra
  </Link>
);

const TopBar = ({
  theme,
  onTheme,
  onHelp,
}: {
  readonly theme: Theme;
  readonly onTheme: () => void;
  readonly onHelp: () => void;
}) => (
  <header className="sticky top-0 z-30 border-b border-line bg-surface">
    <div className="mx-auto flex h-13 max-w-[88rem] items-center gap-2 px-3 sm:gap-4 sm:px-6">
      <Brand />
      {report === null && (
        <nav aria-label="Main" className="flex items-center">
          <Link to="/" className={NAV_LINK} activeOptions={{ exact: true, includeSearch: false }}>
            Runs
          </Link>
          <Link to="/bench" className={NAV_LINK} activeOptions={{ exact: true, includeSearch: false }}>
            Leaderboard
          </Link>
        </nav>
      )}
      <div className="ml-auto flex items-center">
        <button type="button" className={BAR_BUTTON} onClick={onHelp} aria-label="Keyboard shortcuts">
          <Icon name="keyboard" className="size-4.5" />
        </button>
        <button type="button" className={BAR_BUTTON} onClick={onTheme} aria-label={`Theme: ${theme}. Change`}>
          <Icon name={THEME_ICONS[theme]} className="size-4.5" />
        </button>
      </div>
    </div>
  </header>
);

const Lost = () => (
  <p role="alert" className="border-b border-line bg-warn-soft px-4 py-2 text-center text-sm text-warn">
    Hydra does not answer. Trying again; what you see may be old. Is <code>hydra serve</code> still running?
  </p>
);

/** A report contains only what fits: lists the missing parts up front. */
const Missing = () =>
  report === null || report.missing.length === 0 ? null : (
    <p role="note" className="border-b border-line bg-warn-soft px-4 py-2 text-center text-sm text-warn">
      This file had no room for {report.missing.join(', ')}. Everything is in{' '}
      <code className="break-all">hydra show {report.run} --web</code>.
    </p>
  );

export const AppFrame = () => {
  const [theme, setTheme] = useState(currentTheme);
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const connected = useRunsFeed();
  const nextTheme = useCallback(() => {
    setTheme((now) => {
      const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? 'auto';
      chooseTheme(next);
      return next;
    });
  }, []);
  const openHelp = useCallback(() => setHelp(true), []);
  const toRuns = useCallback(() => void navigate({ to: '/' }), [navigate]);
  useShortcuts({ help: openHelp, theme: nextTheme, runs: toRuns });
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <TopBar theme={theme} onTheme={nextTheme} onHelp={openHelp} />
      {!connected && <Lost />}
      <Missing />
      <main id="content" tabIndex={-1} className="mx-auto max-w-[88rem] px-3 pt-5 pb-16 outline-none sm:px-6">
        <Outlet />
      </main>
      <Dialog open={help} onClose={() => setHelp(false)} title="Keyboard">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {SHORTCUTS.map(({ keys, does }) => (
            <div key={keys} className="contents">
              <dt>
                <kbd className="rounded border border-line bg-sunken px-1.5 py-0.5 text-sm">{keys}</kbd>
              </dt>
              <dd className="text-soft">{does}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
};
