import { timingSafeEqual } from 'node:crypto';
import { HttpError } from './http-error.ts';

/** Which clients may talk to the server, and the proof that they may change something. */
export type Guard = {
  readonly port: () => number;
  readonly token: string;
};

type Headers = (name: string) => string | undefined;

const namesOf = (port: number): readonly string[] =>
  ['127.0.0.1', 'localhost', '[::1]'].map((host) => `${host}:${port}`);

/** Rejects names that lead here by DNS rebinding, and origins of other pages. */
export const checkSource = ({ port }: Guard, header: Headers): void => {
  const names = namesOf(port());
  const host = (header('host') ?? '').toLowerCase();
  if (!names.includes(host))
    throw new HttpError(
      403,
      'host',
      'This server answers to its loopback address alone.',
      `Use ${names[0]}.`,
    );
  const origin = header('origin');
  if (origin !== undefined && !names.some((name) => origin.toLowerCase() === `http://${name}`))
    throw new HttpError(403, 'origin', 'Other pages may not talk to this server.');
  const site = header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new HttpError(403, 'origin', 'Other pages may not talk to this server.');
};

/** A page may be opened by a link from another site; everything it loads comes from itself. */
export const isNavigation = (header: Headers): boolean => header('sec-fetch-mode') === 'navigate';

const equal = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};

export const isTrusted = ({ token }: Guard, header: Headers): boolean => {
  const sent = /^Bearer (.{1,200})$/.exec(header('authorization') ?? '')?.[1];
  return sent !== undefined && equal(sent, token);
};

export const checkToken = (guard: Guard, header: Headers): void => {
  if (isTrusted(guard, header)) return;
  throw new HttpError(
    403,
    'token',
    'Changes need the token of this server.',
    'Open the address that `hydra serve` printed.',
  );
};
