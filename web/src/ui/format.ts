// Formats values; computes nothing that the server could provide.
const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY = 24 * HOUR;

export const score = (value: number | null): string =>
  value === null ? '–' : value.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const percent = (share: number, digits = 0): string => `${(share * 100).toFixed(digits)} %`;

export const usd = (value: number): string =>
  `$${value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: value < 0.1 ? 4 : 2 })}`;

export const duration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < MINUTE) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ${Math.round((ms % MINUTE) / 1000)} s`;
  return `${Math.floor(ms / HOUR)} h ${Math.round((ms % HOUR) / MINUTE)} min`;
};

export const signed = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(2)}`;

/** Where a difference lies on an axis from -1 to 1, in percent; an unbounded end reaches the edge. */
export const differencePlace = (value: number): number => 50 + Math.min(Math.max(value, -1), 1) * 50;

export const bytes = (count: number): string => {
  if (count < 1000) return `${count} B`;
  if (count < 1e6) return `${(count / 1000).toFixed(1)} kB`;
  return `${(count / 1e6).toFixed(1)} MB`;
};

export const count = (value: number): string => value.toLocaleString('en');

export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export const ago = (iso: string, now: number): string => {
  const past = now - Date.parse(iso);
  if (past < MINUTE) return 'just now';
  if (past < HOUR) return relative.format(-Math.floor(past / MINUTE), 'minute');
  if (past < DAY) return relative.format(-Math.floor(past / HOUR), 'hour');
  if (past < 30 * DAY) return relative.format(-Math.floor(past / DAY), 'day');
  return iso.slice(0, 10);
};

export const dateTime = (iso: string): string =>
  new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** `diff_scope` → `diff scope`. */
export const words = (key: string): string =>
  key
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
