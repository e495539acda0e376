import { useEffect } from 'react';

const TYPING = /^(?:input|textarea|select)$/i;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (TYPING.test(target.tagName) || target.isContentEditable);

/** To the next or previous row of the list on this page. */
const moveRow = (step: 1 | -1): void => {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  if (rows.length === 0) return;
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step;
  rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
};

export const SHORTCUTS = [
  { keys: '/', does: 'search or filter on this page' },
  { keys: 'j, k', does: 'next and previous row' },
  { keys: 'Enter', does: 'open the row' },
  { keys: 'r', does: 'all runs' },
  { keys: 't', does: 'light, dark, or as the system' },
  { keys: '?', does: 'this help' },
  { keys: 'Esc', does: 'close what is open' },
] as const;

type Actions = { readonly help: () => void; readonly theme: () => void; readonly runs: () => void };

export const useShortcuts = ({ help, theme, runs }: Actions): void => {
  useEffect(() => {
    const byKey: Readonly<Record<string, () => void>> = {
      '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
      j: () => moveRow(1),
      k: () => moveRow(-1),
      '?': help,
      t: theme,
      r: runs,
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      if (!Object.hasOwn(byKey, event.key)) return;
      event.preventDefault();
      byKey[event.key]?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [help, theme, runs]);
};
