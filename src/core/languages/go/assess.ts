import { missing } from '../../domain/measured.ts';
import { baseName, folderOf } from '../../domain/source/path-parts.ts';
import {
  type AssessmentJob,
  type Assessor,
  byProject,
  type ToolOutcome,
  type ToolRun,
} from '../parts/assessor.ts';

/** No other toolchain, whatever go.mod requests, and nothing from a network. */
const SETTINGS = 'GOTOOLCHAIN=local GOPROXY=off';

/** One call per module, in its folder, on the packages of the changed files. */
const commandsFor = async (
  job: AssessmentJob,
  program: string,
  paths: readonly string[] = job.files.map(({ path }) => path),
): Promise<readonly string[]> => {
  const modules = await byProject(job, paths, 'go.mod');
  return [...modules].map(([module, files]) => {
    const from = module === '' ? 0 : module.length + 1;
    const packages = [...new Set(files.map((path) => job.quote(folderOf(path.slice(from)) || '.')))];
    return `cd ${job.quote(module || '.')} && ${SETTINGS} ${program} ${packages.join(' ')}`;
  });
};

const OUTSIDE = missing('not-configured', 'the changed files are in no module (go.mod)');

const runAll = async (
  run: (one: ToolRun) => Promise<ToolOutcome>,
  tool: Omit<ToolRun, 'command'>,
  commands: readonly string[],
): Promise<readonly ToolOutcome[]> => {
  const outcomes: ToolOutcome[] = [];
  for (const command of commands) outcomes.push(await run({ ...tool, command }));
  return outcomes.length === 0 ? [{ tool: tool.tool, result: OUTSIDE }] : outcomes;
};

const VET = { tool: 'go vet', program: 'go', parser: 'go-vet-json' };
const STATICCHECK = { tool: 'staticcheck', program: 'staticcheck', parser: 'sarif' };
const GOSEC = { tool: 'gosec', program: 'gosec', parser: 'gosec-json' };
const GOVULNCHECK = { tool: 'govulncheck', program: 'govulncheck', parser: 'govulncheck-json' };

const lint = async (job: AssessmentJob): Promise<readonly ToolOutcome[]> => [
  await job.checkFormat('gofmt (bundled)'),
  ...(await runAll(job.lint, VET, await commandsFor(job, 'go vet -json'))),
  ...(await runAll(job.lint, STATICCHECK, await commandsFor(job, 'staticcheck -f sarif'))),
];

const scanCode = async (job: AssessmentJob): Promise<readonly ToolOutcome[]> =>
  runAll(job.scan, GOSEC, await commandsFor(job, 'gosec -quiet -fmt=json -nosec=true'));

const scanModules = async (job: AssessmentJob): Promise<readonly ToolOutcome[]> => {
  const commands = await commandsFor(job, 'govulncheck -json', job.manifests);
  return runAll(
    job.scan,
    GOVULNCHECK,
    commands.map((each) => `${each}/...`),
  );
};

const scan = async (job: AssessmentJob): Promise<readonly ToolOutcome[]> => [
  ...(job.files.length === 0 ? [] : await scanCode(job)),
  ...(job.manifests.length === 0 ? [] : await scanModules(job)),
];

export const goAssessor: Assessor = {
  name: 'go',
  place: 3,
  programs: ['go', 'staticcheck', 'gosec', 'govulncheck'],
  isManifest: (path) => /^go\.(?:mod|sum)$/.test(baseName(path)),
  lint,
  scan,
};
