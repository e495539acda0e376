import { folderOf, type LanguageJob } from './language-assessor.ts';

/** The nearest folder above a path that holds this file; '' is the root, null: none does. */
export const nearestFolder = async (
  { readText }: LanguageJob,
  path: string,
  name: string,
): Promise<string | null> => {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    if ((await readText(folder === '' ? name : `${folder}/${name}`)) !== null) return folder;
    if (folder === '') return null;
  }
};

/** Paths by the folder of their project; those of none are left out. */
export const byProject = async (
  job: LanguageJob,
  paths: readonly string[],
  name: string,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const projects = new Map<string, string[]>();
  const known = new Map<string, string | null>();
  for (const path of paths) {
    const folder = folderOf(path);
    const project = known.has(folder) ? known.get(folder) : await nearestFolder(job, path, name);
    known.set(folder, project ?? null);
    if (typeof project === 'string') projects.set(project, [...(projects.get(project) ?? []), path]);
  }
  return projects;
};
