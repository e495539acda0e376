import type { ToolOutcome } from '../../core/assess/assessed-language.ts';
import { checkstyleXml } from '../../core/parse/lint/checkstyle-xml.ts';
import { spotbugsXml } from '../../core/parse/security/spotbugs-xml.ts';
import {
  type LanguageAssessor,
  type LanguageJob,
  quoted,
  quotedAll,
  runLinter,
  runScanner,
} from './language-assessor.ts';

const OWN_RULES = ['checkstyle.xml', 'config/checkstyle/checkstyle.xml'];
const GOOGLE_RULES = '/google_checks.xml';
const SOURCE_FOLDER = /^(.*?(?:^|\/)src\/(?:main|test)\/java)\//;

/** The repository's rules, unless the change touches them. */
const rulesFor = async ({ readText, changed }: LanguageJob): Promise<string> => {
  for (const path of OWN_RULES)
    if (!changed.has(path) && (await readText(path)) !== null) return quoted(path);
  return GOOGLE_RULES;
};

const lint = async (job: LanguageJob): Promise<readonly ToolOutcome[]> => {
  const command = `checkstyle -f xml -c ${await rulesFor(job)} ${quotedAll(job.files)}`;
  return [await runLinter(job, { tool: 'checkstyle', program: 'checkstyle', command }, checkstyleXml)];
};

const sourceFolders = ({ files }: LanguageJob): readonly string[] => [
  ...new Set(files.flatMap(({ path }) => SOURCE_FOLDER.exec(path)?.[1] ?? [])),
  'src/main/java',
  'src',
  '.',
];

/** It reads classes: the changed files are compiled first, beside whatever jars the installation has. */
const scan = async (job: LanguageJob): Promise<readonly ToolOutcome[]> => {
  if (job.files.length === 0) return [];
  const command = [
    'classes="$TMPDIR/hydra-classes"; mkdir -p "$classes"',
    'jars=$(find "$HOME/.m2" "$HOME/.gradle" -name "*.jar" 2>/dev/null | tr "\\n" ":")',
    `javac -g -nowarn -proc:none -d "$classes" -cp "$jars" -sourcepath ${sourceFolders(job).map(quoted).join(':')} ${quotedAll(job.files)} >&2 || exit 9`,
    'spotbugs -textui -xml -low -auxclasspath "$jars" "$classes"',
  ].join('\n');
  return [await runScanner(job, { tool: 'spotbugs', program: 'spotbugs', command }, spotbugsXml)];
};

export const javaAssessor: LanguageAssessor = {
  language: 'java',
  name: 'java',
  programs: ['checkstyle', 'spotbugs'],
  isManifest: () => false,
  lint,
  scan,
};
