import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { FuzzResult, Trouble } from './run-target.ts';

export type FuzzOptions = { readonly cases: number; readonly seed: number; readonly only?: string };

/** No case may take 2 s; one that takes this long is ended from outside. */
const GIVE_UP_MS = 300_000;

type Place = { readonly target: string; readonly at: number };

const shareOf = (options: FuzzOptions, from: number, to: number, tell: (result: FuzzResult) => void) =>
  new Promise<void>((resolve, reject) => {
    const words = [options.seed, from, to, options.only ?? ''].map(String);
    const child = fork(new URL('./fuzz-child.ts', import.meta.url), words, { execArgv: ['--import', 'tsx'] });
    let place: Place = { target: 'start', at: 0 };
    let given = false;
    const giveUp = () => {
      given = true;
      const what = `no answer in ${GIVE_UP_MS} ms, in one of the 500 cases from here`;
      const hang: Trouble = { at: place.at, kind: 'hang', what, input: '' };
      tell({ target: place.target, cases: 0, seconds: 0, slowestMs: GIVE_UP_MS, troubles: [hang] });
      child.kill('SIGKILL');
    };
    let watch = setTimeout(giveUp, GIVE_UP_MS);
    child.on('message', (message: Place | FuzzResult) => {
      clearTimeout(watch);
      watch = setTimeout(giveUp, GIVE_UP_MS);
      if ('troubles' in message) tell(message);
      else place = message;
    });
    child.on('exit', (code) => {
      clearTimeout(watch);
      if (code === 0 || given) resolve();
      else reject(new Error(`a child ended with ${code} at ${place.target} ${place.at}`));
    });
  });

const together = (one: FuzzResult | undefined, other: FuzzResult): FuzzResult => ({
  target: other.target,
  cases: (one?.cases ?? 0) + other.cases,
  seconds: (one?.seconds ?? 0) + other.seconds,
  slowestMs: Math.max(one?.slowestMs ?? 0, other.slowestMs),
  troubles: [...(one?.troubles ?? []), ...other.troubles],
});

/** Every target, its cases shared out among the machine's cores. */
export const fuzzAll = async (options: FuzzOptions): Promise<readonly FuzzResult[]> => {
  const shares = Math.max(1, Math.min(availableParallelism(), Math.ceil(options.cases / 500)));
  const results = new Map<string, FuzzResult>();
  const tell = (result: FuzzResult) =>
    results.set(result.target, together(results.get(result.target), result));
  const edge = (share: number) => Math.floor((options.cases * share) / shares);
  await Promise.all(
    Array.from({ length: shares }, (_, share) => shareOf(options, edge(share), edge(share + 1), tell)),
  );
  return [...results.values()].sort((a, b) => (a.target < b.target ? -1 : 1));
};
