import { baseName } from '../../domain/source/path-parts.ts';
import { type AssessmentJob, type Assessor, quoteAll, type ToolOutcome } from '../parts/assessor.ts';

const CONFIGURATION = '.rubocop.yml';

/** The repository's rules, unless the change touches them; suppressions are ignored in any case. */
const options = async ({ readText, changed }: AssessmentJob): Promise<string> => {
  const own = !changed.has(CONFIGURATION) && (await readText(CONFIGURATION)) !== null;
  return `--format json --cache false --ignore-disable-comments${own ? '' : ' --config /dev/null'}`;
};

const lint = async (job: AssessmentJob): Promise<readonly ToolOutcome[]> => {
  const command = `rubocop ${await options(job)} ${quoteAll(job)}`;
  return [await job.lint({ tool: 'rubocop', program: 'rubocop', command, parser: 'rubocop-json' })];
};

/** Only the security cops, with rules that no repository can loosen. */
const scan = async (job: AssessmentJob): Promise<readonly ToolOutcome[]> => {
  if (job.files.length === 0) return [];
  const cops = '--only Lint/Syntax,Security --config /dev/null --cache false --ignore-disable-comments';
  const command = `rubocop --format json ${cops} ${quoteAll(job)}`;
  const parser = 'rubocop-security-json';
  return [await job.scan({ tool: 'rubocop (security)', program: 'rubocop', command, parser })];
};

export const rubyAssessor: Assessor = {
  name: 'ruby',
  place: 6,
  programs: ['rubocop'],
  isManifest: (path) => /^(?:Gemfile(?:\.lock)?|gems\.(?:rb|locked))$|\.gemspec$/.test(baseName(path)),
  lint,
  scan,
};
