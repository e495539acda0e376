import { basename, resolve } from 'node:path';
import { isConfigurationPath } from '../../../core/analyse/paths/configuration-paths.ts';
import {
  type AgentConfiguration,
  ConfigurationFile,
} from '../../../core/domain/experiment/agent-configuration.ts';
import type { SuiteFile } from '../../../core/domain/experiment/experiment-task.ts';
import type { Digest } from '../../ports/clock.ts';
import type { Files } from '../../ports/files.ts';
import type { GitRepository } from '../../ports/git-repository.ts';
import { UserError } from '../../errors/user-error.ts';
import { filesHash } from './files-hash.ts';
import { parseWith } from './parse-with.ts';

const LIMITS = { maxFiles: 5_000, maxBytes: 64 * 1024 * 1024 } as const;
const SETTINGS = 'config.toml';
const NAMED = /^([A-Za-z0-9][A-Za-z0-9._-]{0,60})=(.+)$/s;
const EMPTY_TREES: Readonly<Record<number, string>> = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};
const EXECUTABLE = '100755';
const REGULAR = new Set(['100644', EXECUTABLE]);

export type ConfigurationReader = {
  readonly files: Pick<Files, 'readTree'>;
  readonly digest: Digest;
  readonly parseToml: (text: string) => unknown;
  readonly repository: Pick<GitRepository, 'resolveBase' | 'changes' | 'readBlobs'>;
};

const wrong = (source: string, why: string): UserError =>
  new UserError(
    'configuration',
    `${JSON.stringify(source)} is not a configuration: ${why}`,
    'Give a folder of plain files, a branch or commit, or COMMIT:FOLDER.',
  );

/** Every regular file of a commit for which `wanted` returns a path. */
export const readCommitFiles = async (
  repository: ConfigurationReader['repository'],
  ref: string,
  wanted: (path: string) => string | null,
): Promise<readonly SuiteFile[]> => {
  const { tree } = await repository.resolveBase(ref);
  const listed = await repository.changes(EMPTY_TREES[tree.length] ?? tree, tree);
  const chosen = listed.flatMap(({ path, mode, blob }) => {
    const name = wanted(path);
    return name === null || blob === null || !REGULAR.has(mode) ? [] : [{ name, mode, blob }];
  });
  const blobs = await repository.readBlobs(chosen.map(({ blob }) => blob));
  return chosen
    .flatMap(({ name, mode, blob }) => {
      const bytes = blobs.get(blob);
      return bytes === undefined ? [] : [{ path: name, bytes, executable: mode === EXECUTABLE }];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
};

type Found = { readonly source: string; readonly files: readonly SuiteFile[] };

/** A ref is resolved to a commit here: if it moves later, it is another configuration. */
const readRef = async ({ repository }: ConfigurationReader, source: string): Promise<Found> => {
  const colon = source.indexOf(':');
  const { commit } = await repository.resolveBase(colon < 0 ? source : source.slice(0, colon));
  if (colon < 0) {
    const own = (path: string): string | null => (isConfigurationPath(path) ? path : null);
    return { source: commit, files: await readCommitFiles(repository, commit, own) };
  }
  const folder = source.slice(colon + 1).replace(/\/+$/, '');
  const files = await readCommitFiles(repository, commit, (path) =>
    path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null,
  );
  if (files.length === 0) throw wrong(source, 'the commit has no such folder');
  return { source: `${commit}:${folder}`, files };
};

const settingsOf = (source: string, files: readonly SuiteFile[], reader: ConfigurationReader) => {
  const file = files.find(({ path }) => path === SETTINGS);
  const text = file === undefined ? '' : Buffer.from(file.bytes).toString('utf8');
  const read = parseWith(ConfigurationFile, text, reader.parseToml);
  if (!read.ok) throw wrong(source, `${SETTINGS}: ${read.reason}`);
  return read.value;
};

const nameOf = (source: string): string =>
  (basename(resolve(source)) || source).replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 60) || 'configuration';

/** `[NAME=]DIR|REF`: a folder wins over a commit of the same name. A folder may be empty: an agent without instructions. */
export const loadConfiguration = async (
  reader: ConfigurationReader,
  asked: string,
): Promise<AgentConfiguration> => {
  const [, given, named] = NAMED.exec(asked) ?? [];
  const source = named ?? asked;
  const folder = await reader.files.readTree(source, LIMITS);
  const found = folder === null ? await readRef(reader, source) : { source: resolve(source), files: folder };
  const { files } = found;
  return {
    name: given ?? nameOf(source),
    source: found.source,
    hash: filesHash(files, reader.digest),
    settings: settingsOf(source, files, reader),
    files: files.filter(({ path }) => path !== SETTINGS),
    everything: files,
  };
};

const free = (taken: ReadonlySet<string>, name: string): string => {
  let number = 2;
  while (taken.has(`${name}-${number}`)) number += 1;
  return taken.has(name) ? `${name}-${number}` : name;
};

/** The baseline first. Duplicate names get a number. */
export const loadConfigurations = async (
  reader: ConfigurationReader,
  asked: readonly string[],
): Promise<readonly AgentConfiguration[]> => {
  const taken = new Set<string>();
  const loaded: AgentConfiguration[] = [];
  for (const one of asked) {
    const configuration = await loadConfiguration(reader, one);
    const name = free(taken, configuration.name);
    taken.add(name);
    loaded.push({ ...configuration, name });
  }
  return loaded;
};
