/** Variables that locate the user's configuration and identity: only needed when acting for the user. */
const OF_THE_USER = [
  'HOME',
  'XDG_CONFIG_HOME',
  'EMAIL',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_AUTHOR_NAME',
  'GIT_AUTHOR_EMAIL',
  'GIT_AUTHOR_DATE',
  'GIT_COMMITTER_NAME',
  'GIT_COMMITTER_EMAIL',
  'GIT_COMMITTER_DATE',
];

const OF_THE_MACHINE = ['PATH', 'TMPDIR', 'SystemRoot'];

const ALWAYS = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
};

const pick = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name] ?? '']])),
  );

/** For everything that touches a candidate: no configuration except that of the folder named by GIT_DIR. */
export const cleanEnvironment = (): Record<string, string> => ({
  ...pick(OF_THE_MACHINE),
  ...ALWAYS,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
});

/** For finding the repository and for merging: the user's own configuration, but no GIT_DIR and the like. */
export const userEnvironment = (): Record<string, string> => ({
  ...pick(OF_THE_MACHINE),
  ...pick(OF_THE_USER),
  ...ALWAYS,
});
