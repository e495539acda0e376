import type { ToolOutcome } from '../../core/assess/assessed-language.ts';
import type { HazardParser } from '../../core/domain/evidence/hazard.ts';
import { missing } from '../../core/domain/measured.ts';
import type { LintParser } from '../../core/domain/check/output-parser.ts';
import { goVetJson } from '../../core/parse/lint/go-vet-json.ts';
import { sarif } from '../../core/parse/lint/sarif.ts';
import { gosecJson } from '../../core/parse/security/gosec-json.ts';
import { govulncheckJson } from '../../core/parse/security/govulncheck-json.ts';
import { checkFormat } from './check-format.ts';
import {
  baseName,
  folderOf,
  type LanguageAssessor,
  type LanguageJob,
  quoted,
  runLinter,
  runScanner,
} from './language-assessor.ts';
import { byProject } from './nearest-folder.ts';

/** No other toolchain, whatever go.mod asks for, and nothing from a network. */
const SETTINGS = 'GOTOOLCHAIN=local GOPROXY=off';

/** One call a module, in its folder, on the packages of the changed files. */
const commandsFor = async (
  job: LanguageJob,
  program: string,
  paths: readonly string[] = job.files.map(({ path }) => path),
): Promise<readonly string[]> => {
  const modules = await byProject(job, paths, 'go.mod');
  return [...modules].map(([module, files]) => {
    const from = module === '' ? 0 : module.length + 1;
    const packages = [...new Set(files.map((path) => quoted(folderOf(path.slice(from)) || '.')))];
    return `cd ${quoted(module || '.')} && ${SETTINGS} ${program} ${packages.join(' ')}`;
  });
};

type Asked = { readonly tool: string; readonly program: string; readonly commands: readonly string[] };
const OUTSIDE = missing('not-configured', 'the changed files are in no module (go.mod)');

const lintAll = async (
  job: LanguageJob,
  { tool, program, commands }: Asked,
  parser: LintParser,
): Promise<readonly ToolOutcome[]> => {
  const outcomes: ToolOutcome[] = [];
  for (const command of commands) outcomes.push(await runLinter(job, { tool, program, command }, parser));
  return outcomes.length === 0 ? [{ tool, result: OUTSIDE }] : outcomes;
};

const scanAll = async (
  job: LanguageJob,
  { tool, program, commands }: Asked,
  parser: HazardParser,
): Promise<readonly ToolOutcome[]> => {
  const outcomes: ToolOutcome[] = [];
  for (const command of commands) outcomes.push(await runScanner(job, { tool, program, command }, parser));
  return outcomes.length === 0 ? [{ tool, result: OUTSIDE }] : outcomes;
};

const lint = async (job: LanguageJob): Promise<readonly ToolOutcome[]> => [
  await checkFormat(job, 'gofmt (bundled)'),
  ...(await lintAll(
    job,
    { tool: 'go vet', program: 'go', commands: await commandsFor(job, 'go vet -json') },
    goVetJson,
  )),
  ...(await lintAll(
    job,
    { tool: 'staticcheck', program: 'staticcheck', commands: await commandsFor(job, 'staticcheck -f sarif') },
    sarif,
  )),
];

const scan = async (job: LanguageJob): Promise<readonly ToolOutcome[]> => {
  const gosec = {
    tool: 'gosec',
    program: 'gosec',
    commands: await commandsFor(job, 'gosec -quiet -fmt=json -nosec=true'),
  };
  const known = { tool: 'govulncheck', program: 'govulncheck' };
  return [
    ...(job.files.length === 0 ? [] : await scanAll(job, gosec, gosecJson)),
    ...(job.manifests.length === 0
      ? []
      : await scanAll(
          job,
          {
            ...known,
            commands: (await commandsFor(job, 'govulncheck -json', job.manifests)).map(
              (each) => `${each}/...`,
            ),
          },
          govulncheckJson,
        )),
  ];
};

export const goAssessor: LanguageAssessor = {
  language: 'go',
  name: 'go',
  programs: ['go', 'staticcheck', 'gosec', 'govulncheck'],
  isManifest: (path) => /^go\.(?:mod|sum)$/.test(baseName(path)),
  lint,
  scan,
};
