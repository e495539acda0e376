import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';

const START_TIME_FIELD = 19;

/** Process ids are reused; together with the start time they name one process. Null: it has ended. */
export const processIdentity = (pid: number): string | null => {
  if (process.platform === 'linux') return fromProc(pid);
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return started === '' ? null : `${pid} ${started}`;
  } catch {
    return null;
  }
};

/** The name in brackets may contain anything, so fields are counted after it. A zombie has ended. */
const fromProc = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${pid} ${fields[START_TIME_FIELD]}`;
  } catch {
    return null;
  }
};
