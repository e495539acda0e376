import { type AssessmentJob, type Assessor, quoteAll, type ToolOutcome } from '../parts/assessor.ts';

const OWN_RULES = ['checkstyle.xml', 'config/checkstyle/checkstyle.xml'];
const GOOGLE_RULES = '/google_checks.xml';
const SOURCE_FOLDER = /^(.*?(?:^|\/)src\/(?:main|test)\/java)\//;

/** The repository's rules, unless the change touches them. */
const rulesFor = async ({ readText, changed, quote }: AssessmentJob): Promise<string> => {
  for (const path of OWN_RULES) if (!changed.has(path) && (await readText(path)) !== null) return quote(path);
  return GOOGLE_RULES;
};

const lint = async (job: AssessmentJob): Promise<readonly ToolOutcome[]> => {
  const command = `checkstyle -f xml -c ${await rulesFor(job)} ${quoteAll(job)}`;
  return [await job.lint({ tool: 'checkstyle', program: 'checkstyle', command, parser: 'checkstyle-xml' })];
};

const sourceFolders = ({ files }: AssessmentJob): readonly string[] => [
  ...new Set(files.flatMap(({ path }) => SOURCE_FOLDER.exec(path)?.[1] ?? [])),
  'src/main/java',
  'src',
  '.',
];

/** It reads classes: the changed files are compiled first, with the jars of the installation. */
const scan = async (job: AssessmentJob): Promise<readonly ToolOutcome[]> => {
  if (job.files.length === 0) return [];
  const command = [
    'classes="$TMPDIR/hydra-classes"; mkdir -p "$classes"',
    'jars=$(find "$HOME/.m2" "$HOME/.gradle" -name "*.jar" 2>/dev/null | tr "\\n" ":")',
    `javac -g -nowarn -proc:none -d "$classes" -cp "$jars" -sourcepath ${sourceFolders(job).map(job.quote).join(':')} ${quoteAll(job)} >&2 || exit 9`,
    'spotbugs -textui -xml -low -auxclasspath "$jars" "$classes"',
  ].join('\n');
  return [await job.scan({ tool: 'spotbugs', program: 'spotbugs', command, parser: 'spotbugs-xml' })];
};

export const javaAssessor: Assessor = {
  name: 'java',
  place: 4,
  programs: ['checkstyle', 'spotbugs'],
  isManifest: () => false,
  lint,
  scan,
};
