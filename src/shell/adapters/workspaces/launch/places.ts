import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { LANGUAGES } from '../../../../core/languages/languages.ts';
import type { OtherPlace } from '../../../../core/domain/work/other-place.ts';

/** Where and as which user a command runs. */
export type Whereabouts = {
  readonly workspace: string;
  readonly home: string;
  readonly user: string;
  readonly host: string;
};

const PLAIN_NAME = /^[a-z][a-z0-9-]{0,30}$/;
/** Inside, commands never run as root. */
const ANY_USER = 'dev';

const ownName = (): string => {
  try {
    const { username } = userInfo();
    return PLAIN_NAME.test(username) && username !== 'root' ? username : ANY_USER;
  } catch {
    return ANY_USER;
  }
};

const ownHome = (): string => {
  try {
    return userInfo().homedir;
  } catch {
    return '';
  }
};

/** The user's home may contain toolchains shown at their own path; the home inside is then next to it. */
const usual = (): Whereabouts => {
  const user = ownName();
  const host = hostname().split('.')[0]?.toLowerCase() ?? '';
  const home = ownHome() === `/home/${user}` ? `/var/home/${user}` : `/home/${user}`;
  return { workspace: `${home}/project`, home, user, host: PLAIN_NAME.test(host) ? host : 'localhost' };
};

const randomName = (): string =>
  [...randomBytes(6)].map((byte) => String.fromCodePoint(97 + (byte % 26))).join('');

/** Never the same twice, so that candidates cannot know it, and without the user's name. */
const other = (): Whereabouts => ({
  workspace: `/srv/${randomName()}/${randomName()}`,
  home: `/mnt/${randomName()}/${randomName()}`,
  user: randomName(),
  host: randomName(),
});

/** Like the user's own machine; the same for all runs, so that installations and results can be compared and kept. */
export const USUAL: Whereabouts = usual();
const OTHER: Whereabouts = other();

export const surroundingsAt = (place: OtherPlace | undefined): Whereabouts =>
  place === undefined ? USUAL : OTHER;

const FAR_EAST = 'Pacific/Auckland';
const FAR_WEST = 'America/Anchorage';
const ZONES = '/usr/share/zoneinfo';
const LOCALES = '/usr/lib/locale';

const otherZone = (own: string | undefined): Readonly<Record<string, string>> => {
  const zone = own === FAR_EAST ? FAR_WEST : FAR_EAST;
  // Node has its own time zones, C libraries do not: without zone files a name would mean UTC.
  return existsSync(`${ZONES}/${zone}`) ? { TZ: zone } : { TZ: 'XST-12' };
};

/** An installed locale with the same encoding: another encoding would break reading files rather than tests. */
const otherLocale = (own: string | undefined): Readonly<Record<string, string>> => {
  if (!existsSync(LOCALES)) return {};
  const [name] = readdirSync(LOCALES)
    .filter((each) => /\.utf-?8$/i.test(each))
    .map((each) => each.replace(/\.utf-?8$/i, '.UTF-8'))
    .filter((each) => each !== (own ?? 'C.UTF-8'))
    .sort();
  return name === undefined ? {} : { LANG: name };
};

/** Unlike the 0 and 1 that profiles set, and within what every runner takes. */
const SEEDS = { from: 1000, to: 65_536 } as const;
/** One for the base and all candidates, so that their tests run in the same order. */
const OTHER_SEED = randomInt(SEEDS.from, SEEDS.to);

const hasOtherClock = (place: OtherPlace | undefined): boolean => place === 'elsewhere' || place === 'later';

/** Read by our reporters, and by the commands that they are part of. */
const ORDER_VARIABLE = 'HYDRA_ORDER';

/** Seeds and orders, in variables that test runners know: instead of those that a job sets, or added to them. */
export const seedsAt = (
  place: OtherPlace | undefined,
  set: Readonly<Record<string, string>>,
  seed: number = OTHER_SEED,
): Readonly<Record<string, string>> => {
  if (!hasOtherClock(place)) return {};
  const orders = LANGUAGES.flatMap(({ toolchain }) => toolchain.otherOrder?.(seed) ?? []);
  const added = orders.flatMap(({ adds = {} }) =>
    Object.entries(adds).map(([name, words]) => [name, `${set[name] ?? ''} ${words}`.trim()] as const),
  );
  return {
    [ORDER_VARIABLE]: String(seed),
    ...Object.assign({}, ...orders.map(({ sets }) => sets ?? {})),
    ...Object.fromEntries(added),
  };
};

export const clockAt = (
  place: OtherPlace | undefined,
  host: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  hasOtherClock(place) ? { ...otherZone(host['TZ']), ...otherLocale(host['LANG']) } : {};

/** Process ids inside start at 1; some hundred are used up, so that ids look like those of a long-running machine. */
const USED_IDS = 400;

/** What the first process does before the command: fewer cores, if the machine has a program for it, and later ids. */
export const moveIn = (place: OtherPlace | undefined, cores: readonly number[] | undefined): string => {
  if (place === undefined) return '';
  const fewer = cores === undefined ? '' : `taskset -cp ${cores.join(',')} $$ >/dev/null 2>&1\n`;
  return `${fewer}hydra_n=0; while [ "$hydra_n" -lt ${USED_IDS} ]; do (:); hydra_n=$((hydra_n+1)); done; unset hydra_n\n`;
};
