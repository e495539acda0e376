import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONSOLE } from '../../src/core/domain/check/inside-console.ts';
import { missing } from '../../src/core/domain/measured.ts';
import { readForeignOrigin } from '../../src/core/parse/tests/foreign-origin.ts';
import { findTestParser } from '../../src/core/parse/tests/registry.ts';

export const REPORTERS = fileURLToPath(new URL('../../reporters', import.meta.url));

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

type Project = {
  readonly files: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly parser: string;
  /** Whether it sees the packages that are installed here. */
  readonly packages?: boolean;
};

/** Runs a command in a fresh project as a check would, and reads the reporter's output. */
export const runReporter = ({ files, command, parser, packages = false }: Project) => {
  const folder = mkdtempSync(join(tmpdir(), 'hydra-reporter-'));
  try {
    const root = join(folder, 'workspace');
    const reports = join(folder, 'reports');
    for (const made of [root, reports]) mkdirSync(made);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    if (packages) symlinkSync(MODULES, join(root, 'node_modules'));
    const [program = '', ...args] = command;
    const ran = spawnSync(program, args, {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        HYDRA_REPORT_DIR: reports,
        HYDRA_REPORTERS: REPORTERS,
        PYTHONDONTWRITEBYTECODE: '1',
      },
      encoding: 'utf8',
    });
    const name = parser === 'junit' ? 'tests.xml' : 'tests.jsonl';
    const documents = [name, CONSOLE].flatMap((each) => {
      const text = readReport(join(reports, each));
      return text === null ? [] : [{ name: each, text }];
    });
    const parse = findTestParser(parser)?.parse;
    if (!parse) throw new Error(`no parser ${parser}`);
    const foreign = readForeignOrigin(documents);
    const found =
      foreign === null ? parse({ documents, exitCode: ran.status, root }) : missing('candidate', foreign);
    const outcomes = found.known ? { ...found.value.outcomes } : found.reason;
    const trust = found.known ? found.value.trust : null;
    return { outcomes, trust, exitCode: ran.status, stdout: ran.stdout, stderr: ran.stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const readReport = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};
