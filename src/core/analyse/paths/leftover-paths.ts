import { languageOf } from '../../languages/languages.ts';
import { presentPart } from '../../languages/parts/missing-part.ts';

const SCRIPT_NAME =
  /(?:^|[-_.])(?:repro(?:duc\w*)?|replicat\w*|tests?|debug|check|verify|verification|validate|demo|issue|bug|fix|try|scratch|mre|mwe|poc|minimal|example)\d*(?:[-_.\d]|$)/i;
/** Of any kind of file; those of data alone may be a change. */
const LEFTOVER_NAME =
  /(?:^|[-_.])(?:repro\w*|replicat\w*|simulat\w*|bug|issue|debug|demo|example|scratch|tmp|temp|run[-_]?tests?)(?:[-_.]|$)/i;
export const NOTEBOOK = /\.ipynb$/;

/**
 * Whether a new file may reproduce the problem: by its name, at the top of the repository or in a folder that the base
 * does not have. Tests in the base's folders are examined as tests.
 */
export const mayBeScript = (path: string, baseFolders: ReadonlySet<string>): boolean => {
  const at = path.lastIndexOf('/');
  const [folder, name] = [path.slice(0, Math.max(0, at)), path.slice(at + 1)];
  const place = path.replace(NOTEBOOK, '.py');
  return (
    SCRIPT_NAME.test(name) &&
    (folder === '' || !baseFolders.has(folder)) &&
    presentPart(languageOf(place)?.probes) !== null
  );
};

const NO_FOLDERS: ReadonlySet<string> = new Set();

/** Whether a new file at the top is left behind by an agent, and so not part of its change: a script that runs as one is. */
export const isLeftover = (path: string): boolean =>
  !path.includes('/') && (LEFTOVER_NAME.test(path) || mayBeScript(path, NO_FOLDERS));
