/** At the top of a repository. */
export const CONFIG_FILE = 'hydra.toml';
