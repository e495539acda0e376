import picocolors from 'picocolors';
import { maskSecrets } from '../../../core/report/text/mask-secrets.ts';
import { printable } from '../../../core/report/text/printable.ts';
import type { Paint } from '../../../core/report/text/paint.ts';

const DEFAULT_COLUMNS = 110;

export type Terminal = {
  readonly columns: number;
  readonly paint: Paint;
  /** Results: standard output. */
  readonly print: (text: string) => void;
  /** The user's own data, byte for byte: standard output, without masking. On a screen, control characters are removed. */
  readonly data: (bytes: Uint8Array) => void;
  /** Progress and notes: standard error. */
  readonly note: (text: string) => void;
  readonly live: boolean;
  /** Number of secrets masked in the output so far. */
  readonly masked: () => number;
};

const paintFor = (stream: NodeJS.WriteStream): Paint => {
  const forced = process.env['FORCE_COLOR'];
  const wanted =
    process.env['NO_COLOR'] === undefined && (stream.isTTY || (forced !== undefined && forced !== '0'));
  const colours = picocolors.createColors(wanted);
  const { bold, dim, green, red, yellow, cyan } = colours;
  return { bold, dim, good: green, bad: red, warn: yellow, accent: cyan };
};

/** The reader of a pipe may close it early, which is not our error. */
const ignoreClosedPipe = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error;
};

export const openTerminal = (): Terminal => {
  process.stdout.on('error', ignoreClosedPipe);
  process.stderr.on('error', ignoreClosedPipe);
  let masked = 0;
  const writeTo = (stream: NodeJS.WriteStream) => (text: string) => {
    const shown = maskSecrets(text);
    masked += shown.masked;
    stream.write(`${shown.text}\n`);
  };
  return {
    columns: process.stdout.columns ?? Number(process.env['COLUMNS'] || DEFAULT_COLUMNS),
    paint: paintFor(process.stdout),
    print: writeTo(process.stdout),
    data: (bytes) =>
      process.stdout.write(process.stdout.isTTY ? printable(Buffer.from(bytes).toString('utf8')) : bytes),
    note: writeTo(process.stderr),
    live: process.stderr.isTTY && process.env['CI'] === undefined,
    masked: () => masked,
  };
};
