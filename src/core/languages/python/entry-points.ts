import type { ProjectBrief } from '../../domain/source/project-brief.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';

const MAX_LISTED = 30;

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** `flask = "flask.cli:main"` in pyproject.toml: the module's file, and the program's name. */
export const pythonScripts = ({ documents, byPath }: SourceIndex): ProjectBrief['entryPoints'] => {
  const { project, tool } = asObject(documents.get('pyproject.toml')) as Record<string, unknown>;
  const { poetry } = asObject(tool) as Record<string, unknown>;
  const tables = [project, poetry].flatMap((table) => {
    const { scripts, 'gui-scripts': windows } = asObject(table) as Record<string, unknown>;
    return [...Object.entries(asObject(scripts)), ...Object.entries(asObject(windows))];
  });
  return tables.slice(0, MAX_LISTED).flatMap(([name, target]) => {
    if (typeof target !== 'string') return [];
    const stem = (target.split(':')[0] ?? '').trim().replaceAll('.', '/');
    const path = ['', 'src/'].flatMap((root) => [`${root}${stem}.py`, `${root}${stem}/__init__.py`]);
    return path
      .filter((each) => byPath.has(each))
      .map((each) => ({ path: each, why: `the program ${name}` }));
  });
};
