import type { ToolOutcome } from '../../core/assess/assessed-language.ts';
import { missing } from '../../core/domain/measured.ts';
import { clippyJson } from '../../core/parse/lint/clippy-json.ts';
import { cargoAuditJson } from '../../core/parse/security/cargo-audit-json.ts';
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

const lint = async (job: LanguageJob): Promise<readonly ToolOutcome[]> => {
  const [tool, program] = ['cargo clippy', 'cargo-clippy'];
  const crates = await byProject(
    job,
    job.files.map(({ path }) => path),
    'Cargo.toml',
  );
  const outcomes: ToolOutcome[] = [await checkFormat(job, 'rustfmt')];
  for (const crate of crates.keys()) {
    const command = `cd ${quoted(crate || '.')} && cargo clippy --offline --quiet --all-targets --message-format=json`;
    outcomes.push(await runLinter(job, { tool, program, command }, clippyJson));
  }
  if (crates.size === 0)
    outcomes.push({
      tool,
      result: missing('not-configured', 'the changed files are in no crate (Cargo.toml)'),
    });
  return outcomes;
};

/** A lockfile is all that it reads of the tree. */
const audit = async (job: LanguageJob, folder: string): Promise<ToolOutcome> => {
  const lockfile = folder === '' ? 'Cargo.lock' : `${folder}/Cargo.lock`;
  const run = {
    tool: 'cargo audit',
    program: 'cargo-audit',
    command: `cargo audit --json --file ${quoted(lockfile)}`,
  };
  if ((await job.readText(lockfile)) === null)
    return { tool: run.tool, result: missing('not-configured', `there is no ${lockfile}`) };
  return runScanner(job, run, cargoAuditJson);
};

const scan = async (job: LanguageJob): Promise<readonly ToolOutcome[]> => {
  const folders = [...new Set(job.manifests.map(folderOf))];
  const outcomes: ToolOutcome[] = [];
  for (const folder of folders) outcomes.push(await audit(job, folder));
  const none =
    'cargo audit looks at changed manifests, and there is none; nothing here scans the code of Rust';
  return folders.length > 0 ? outcomes : [{ tool: 'cargo audit', result: missing('not-configured', none) }];
};

export const rustAssessor: LanguageAssessor = {
  language: 'rust',
  name: 'rust',
  programs: ['cargo-clippy', 'cargo-audit'],
  isManifest: (path) => /^Cargo\.(?:toml|lock)$/.test(baseName(path)),
  lint,
  scan,
};
