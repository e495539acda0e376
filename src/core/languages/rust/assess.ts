import { missing } from '../../domain/measured.ts';
import { baseName, folderOf } from '../../domain/source/path-parts.ts';
import { type AssessmentJob, type Assessor, byProject, type ToolOutcome } from '../parts/assessor.ts';

const lint = async (job: AssessmentJob): Promise<readonly ToolOutcome[]> => {
  const [tool, program, parser] = ['cargo clippy', 'cargo-clippy', 'clippy-json'];
  const crates = await byProject(
    job,
    job.files.map(({ path }) => path),
    'Cargo.toml',
  );
  const outcomes: ToolOutcome[] = [await job.checkFormat('rustfmt')];
  for (const crate of crates.keys()) {
    const command = `cd ${job.quote(crate || '.')} && cargo clippy --offline --quiet --all-targets --message-format=json`;
    outcomes.push(await job.lint({ tool, program, command, parser }));
  }
  if (crates.size === 0)
    outcomes.push({
      tool,
      result: missing('not-configured', 'the changed files are in no crate (Cargo.toml)'),
    });
  return outcomes;
};

/** It only reads a lockfile of the tree. */
const audit = async (job: AssessmentJob, folder: string): Promise<ToolOutcome> => {
  const lockfile = folder === '' ? 'Cargo.lock' : `${folder}/Cargo.lock`;
  const tool = 'cargo audit';
  if ((await job.readText(lockfile)) === null)
    return { tool, result: missing('not-configured', `there is no ${lockfile}`) };
  const command = `cargo audit --json --file ${job.quote(lockfile)}`;
  return job.scan({ tool, program: 'cargo-audit', command, parser: 'cargo-audit-json' });
};

const scan = async (job: AssessmentJob): Promise<readonly ToolOutcome[]> => {
  const folders = [...new Set(job.manifests.map(folderOf))];
  const outcomes: ToolOutcome[] = [];
  for (const folder of folders) outcomes.push(await audit(job, folder));
  const none =
    'cargo audit looks at changed manifests, and there is none; nothing here scans the code of Rust';
  return folders.length > 0 ? outcomes : [{ tool: 'cargo audit', result: missing('not-configured', none) }];
};

export const rustAssessor: Assessor = {
  name: 'rust',
  place: 5,
  programs: ['cargo-clippy', 'cargo-audit'],
  isManifest: (path) => /^Cargo\.(?:toml|lock)$/.test(baseName(path)),
  lint,
  scan,
};
