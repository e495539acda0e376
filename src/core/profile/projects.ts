import { factsIn } from '../domain/source/facts-in.ts';
import { folderOf, pathsBelow } from '../domain/source/path-parts.ts';
import type { HydraConfig } from '../domain/policy/hydra-config.ts';
import type { RepoFacts } from '../domain/source/repo-facts.ts';
import { languageOf, LANGUAGES } from '../languages/languages.ts';
import type { Language } from '../languages/language.ts';
import type { Profile } from '../languages/parts/profile.ts';

/** Folders whose manifests are not about the project itself. */
const ASIDE =
  /(?:^|\/)(?:\..*|tests?|specs?|__\w+__|fixtures?|testdata|examples?|samples?|demos?|docs?|doc|website|vendor|third[_-]?party|node_modules|templates?|bench(?:marks?)?|e2e|dist|build|target|deps)(?:\/|$)/i;
/** Folder names appear in commands and reports. */
const PLAIN = /^[\w.@][\w.@-]*(?:\/[\w.@-]+)*$/;
/** Unless candidates change what is deeper. */
const DEEPEST = 3;
/** A repository with more of them has a root that knows them, unless candidates change one. */
const MOST_PROJECTS = 12;

export const isAside = (folder: string): boolean => ASIDE.test(folder);

/** Profiles that a manifest among these names belongs to; test files alone do not count. */
const profilesBy = (language: Language, names: readonly string[]): readonly Profile[] => {
  const manifests = names.filter((name) => !/^test_|_test\.|_spec\.|\.(?:test|spec)\./.test(name));
  return language.profiles.filter((profile) => profile.detects({ files: manifests, texts: {} }));
};

const languagesBy = (names: readonly string[]): readonly Language[] =>
  LANGUAGES.filter((language) => profilesBy(language, names).length > 0);

type Project = { readonly folder: string; readonly languages: readonly Language[] };

const namesIn = (files: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const names = new Map<string, string[]>();
  for (const path of files) {
    const folder = folderOf(path);
    const own = names.get(folder) ?? [];
    own.push(folder === '' ? path : path.slice(folder.length + 1));
    names.set(folder, own);
  }
  return names;
};

/** All folders below the root with a manifest of their own. */
const manifestFolders = (files: readonly string[]): readonly Project[] =>
  [...namesIn(files)].flatMap(([folder, own]) => {
    const languages = folder === '' ? [] : languagesBy(own);
    return languages.length === 0 ? [] : [{ folder, languages }];
  });

const canRun = (folder: string): boolean => !isAside(folder) && PLAIN.test(folder);

/** Those that may be run without knowing what candidates change. */
const projectsBelow = (files: readonly string[]): readonly Project[] => {
  const found = manifestFolders(files).filter(
    ({ folder }) => canRun(folder) && folder.split('/').length <= DEEPEST,
  );
  return found.length > MOST_PROJECTS ? [] : found;
};

const contains = (folder: string, path: string): boolean => folder === '' || path.startsWith(`${folder}/`);

/** Folders whose manifests are read: all of a few, and those that hold what candidates change. */
export const projectFolders = (
  files: readonly string[],
  changed: readonly string[] = [],
): readonly string[] => [
  ...new Set([
    ...projectsBelow(files).map(({ folder }) => folder),
    ...manifestFolders(changed.length === 0 ? [] : files).flatMap(({ folder }) =>
      changed.some((path) => contains(folder, path)) ? [folder] : [],
    ),
  ]),
];

/** The user's own commands are written for the root. */
export const hasOwnCommands = ({ scoring }: HydraConfig): boolean =>
  scoring.profile !== undefined ||
  Object.values(scoring.commands).some((command) => typeof command === 'string') ||
  Object.keys(scoring.build_targets).length > 0 ||
  Object.keys(scoring.reports).length > 0;

/** Whether folders below the root may be projects of their own, so that it matters what candidates change. */
export const hasProjectsBelow = ({ files }: RepoFacts, config: HydraConfig): boolean =>
  !hasOwnCommands(config) && manifestFolders(files).length > 0;

type AtRoot = {
  /** The root has a test command, even if it is a guess. */
  readonly tests: boolean;
  /** Declared by the repository itself, like `make test`. */
  readonly target: boolean;
};

/** Whether the commands of a project also run one in a folder below it. */
type Reaches = (above: string, folder: string, language: Language) => boolean;

const reachesIn = (facts: RepoFacts): Reaches => {
  const names = namesIn(facts.files);
  const known = new Map<string, boolean>();
  return (above, folder, language) => {
    const key = [above, folder, language.id].join('\0');
    const outer = factsIn(facts, above);
    const below = pathsBelow(above, [folder])[0] ?? folder;
    const answer =
      known.get(key) ??
      profilesBy(language, names.get(above) ?? []).some((profile) => profile.reaches?.(outer, below) ?? true);
    known.set(key, answer);
    return answer;
  };
};

/** A changed source and the projects whose commands run it: the deepest first, the root as ''. */
export type OwnedSource = {
  readonly path: string;
  readonly language: Language;
  readonly folders: readonly [string, ...string[]];
};

/** Languages for which the root is more than settings of tools for what lies below. */
const languagesAtRoot = (facts: RepoFacts, below: readonly Project[]): readonly Language[] => {
  const names = facts.files.filter((path) => !path.includes('/'));
  const files = facts.files.filter((path) => !below.some(({ folder }) => contains(folder, path)));
  const outside = { ...facts, files };
  return languagesBy(names).filter(
    (language) => !profilesBy(language, names).every((profile) => profile.onlySettings?.(outside) ?? false),
  );
};

/** The deepest project of each changed source, and those above that run it along. */
const ownersOf = (
  facts: RepoFacts,
  below: readonly Project[],
  named: readonly Language[],
  changed: readonly string[],
): readonly OwnedSource[] => {
  const reaches = reachesIn(facts);
  return changed.flatMap((path): OwnedSource[] => {
    const language = languageOf(path);
    if (language === null) return [];
    const around = below
      .filter(({ folder, languages }) => contains(folder, path) && languages.includes(language))
      .map(({ folder }) => folder)
      .sort((one, other) => other.length - one.length);
    const [deepest, ...above] = named.includes(language) ? [...around, ''] : around;
    if (deepest === undefined) return [];
    const folders: [string, ...string[]] = [deepest];
    for (const folder of above)
      if (reaches(folder, folders.at(-1) ?? deepest, language)) folders.push(folder);
    return [{ path, language, folders }];
  });
};

/** Who runs it: of several projects the one that runs the others along. */
export const runnerOf = ({ folders }: OwnedSource): string => folders.at(-1) ?? folders[0];

/** The projects below the root, the one with the most changes first. */
const mostChanged = (owned: readonly OwnedSource[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const folder of owned.map(runnerOf))
    if (folder !== '') counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([folder]) => folder);
};

export type ProjectsToRun = {
  /** The folders to run, the root as ''; null: the repository is one project. */
  readonly folders: readonly string[] | null;
  /** Changed sources by the project that they belong to; those of no project are left out. */
  readonly owned: readonly OwnedSource[];
  /** Folders that are run for their tests alone: the root speaks for their language too. */
  readonly beside: readonly string[];
};

const WHOLE: ProjectsToRun = { folders: null, owned: [], beside: [] };

/**
 * A project below the root counts if its sources change and the root's commands do not run it. The root runs beside it if
 * it is of the same language: its tests may load what lies below.
 */
export const foldersToRun = (
  facts: RepoFacts,
  config: HydraConfig,
  changed: readonly string[],
  root: AtRoot,
): ProjectsToRun => {
  const { files } = facts;
  const chosen = config.scoring.projects?.map((folder) => (folder === '.' ? '' : folder));
  if (chosen === undefined && hasOwnCommands(config)) return WHOLE;
  const all = manifestFolders(files);
  const named =
    root.tests || chosen?.includes('')
      ? languagesAtRoot(
          facts,
          all.filter(({ folder }) => canRun(folder)),
        )
      : [];
  const owned = ownersOf(facts, all, named, changed);
  if (chosen !== undefined) return { folders: chosen, owned, beside: [] };
  if (named.length === 0 && root.target) return WHOLE;
  const apart = projectsBelow(files).filter(({ languages }) => !languages.some((one) => named.includes(one)));
  const touched = mostChanged(owned).filter(canRun).slice(0, MOST_PROJECTS);
  const found = changed.length === 0 && named.length === 0 ? apart.map(({ folder }) => folder) : touched;
  if (found.length === 0) return { folders: null, owned, beside: [] };
  const isAtRoot = (language: Language | null): boolean => language !== null && named.includes(language);
  const beside = found.filter((folder) =>
    owned.some((source) => runnerOf(source) === folder && isAtRoot(source.language)),
  );
  const changesRoot = changed.some(
    (path) => !found.some((folder) => contains(folder, path)) && isAtRoot(languageOf(path)),
  );
  return { folders: changesRoot || beside.length > 0 ? ['', ...found] : found, owned, beside };
};
