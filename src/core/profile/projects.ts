import { folderOf, pathsBelow } from '../domain/source/path-parts.ts';
import type { HydraConfig } from '../domain/policy/hydra-config.ts';
import type { RepoFacts } from '../domain/source/repo-facts.ts';
import { languageOf, LANGUAGES } from '../languages/languages.ts';
import type { Language } from '../languages/language.ts';

/** Folders whose manifests are not about the project itself. */
const ASIDE =
  /(?:^|\/)(?:\..*|tests?|specs?|__\w+__|fixtures?|examples?|samples?|demos?|docs?|doc|website|vendor|third[_-]?party|node_modules|templates?|bench(?:marks?)?|e2e|dist|build|target|deps)(?:\/|$)/i;
/** Folder names appear in commands and reports. */
const PLAIN = /^[\w.@][\w.@-]*(?:\/[\w.@-]+)*$/;
const DEEPEST = 3;

export const isAside = (folder: string): boolean => ASIDE.test(folder);

/** The facts from the view of a project in the folder. */
export const factsIn = ({ files, texts }: RepoFacts, folder: string): RepoFacts => {
  if (folder === '') return { files, texts };
  const prefix = `${folder}/`;
  return {
    files: pathsBelow(folder, files),
    texts: Object.fromEntries(
      Object.entries(texts).flatMap(([path, text]) =>
        path.startsWith(prefix) ? [[path.slice(prefix.length), text]] : [],
      ),
    ),
  };
};

/** Languages that a manifest among these names belongs to; test files alone do not count. */
const languagesBy = (names: readonly string[]): readonly Language[] => {
  const manifests = names.filter((name) => !/^test_|_test\.|_spec\.|\.(?:test|spec)\./.test(name));
  return LANGUAGES.filter(({ profiles }) =>
    profiles.some((profile) => profile.detects({ files: manifests, texts: {} })),
  );
};

type Project = { readonly folder: string; readonly languages: readonly Language[] };

/** The root of a repository with more projects is assumed to know them. */
const MOST_PROJECTS = 12;

/** Folders below the root with a manifest of their own. */
const projectsBelow = (files: readonly string[]): readonly Project[] => {
  const names = new Map<string, string[]>();
  for (const path of files) {
    const folder = folderOf(path);
    if (folder === '') continue;
    const own = names.get(folder) ?? [];
    own.push(path.slice(folder.length + 1));
    names.set(folder, own);
  }
  const found = [...names].flatMap(([folder, own]) => {
    if (folder.split('/').length > DEEPEST || isAside(folder) || !PLAIN.test(folder)) return [];
    const languages = languagesBy(own);
    return languages.length === 0 ? [] : [{ folder, languages }];
  });
  return found.length > MOST_PROJECTS ? [] : found;
};

export const projectFolders = (files: readonly string[]): readonly string[] =>
  projectsBelow(files).map(({ folder }) => folder);

/** The user's own commands are written for the root. */
export const hasOwnCommands = ({ scoring }: HydraConfig): boolean =>
  scoring.profile !== undefined ||
  Object.values(scoring.commands).some((command) => typeof command === 'string') ||
  Object.keys(scoring.build_targets).length > 0 ||
  Object.keys(scoring.reports).length > 0;

/** The projects whose sources change, the one with the most changes first. */
const touched = (projects: readonly Project[], changed: readonly string[]): readonly Project[] => {
  const counts = new Map<Project, number>();
  for (const path of changed) {
    const language = languageOf(path);
    const [owner] = projects
      .filter(
        ({ folder, languages }) =>
          path.startsWith(`${folder}/`) && language !== null && languages.includes(language),
      )
      .sort((one, other) => other.folder.length - one.folder.length);
    if (owner !== undefined) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([project]) => project);
};

/** Whether folders below the root may be separate projects, so it matters what candidates change. */
export const hasProjectsBelow = ({ files }: RepoFacts, config: HydraConfig): boolean =>
  !hasOwnCommands(config) && projectsBelow(files).length > 0;

type AtRoot = {
  /** The root has a test command, even if it is a guess. */
  readonly tests: boolean;
  /** Declared by the repository itself, like `make test`. */
  readonly target: boolean;
};

/**
 * The folders to run, the root as ''; null: the repository is one project. A project below counts if its sources change
 * and the root's manifests do not cover its language.
 */
export const foldersToRun = (
  { files }: RepoFacts,
  config: HydraConfig,
  changed: readonly string[],
  root: AtRoot,
): readonly string[] | null => {
  const chosen = config.scoring.projects;
  if (chosen !== undefined) return chosen.map((folder) => (folder === '.' ? '' : folder));
  if (hasOwnCommands(config)) return null;
  const named = root.tests ? languagesBy(files.filter((path) => !path.includes('/'))) : [];
  if (named.length === 0 && root.target) return null;
  const isAtRoot = (language: Language | null): boolean => language !== null && named.includes(language);
  const apart = projectsBelow(files).filter(({ languages }) => !languages.some(isAtRoot));
  const found = changed.length === 0 && named.length === 0 ? apart : touched(apart, changed);
  if (found.length === 0) return null;
  const folders = found.map(({ folder }) => folder);
  const changesRoot = changed.some(
    (path) => !folders.some((folder) => path.startsWith(`${folder}/`)) && isAtRoot(languageOf(path)),
  );
  return changesRoot ? ['', ...folders] : folders;
};
