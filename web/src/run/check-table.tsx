import { Link } from '@tanstack/react-router';
import type { CheckRow } from '../api/types.ts';
import { Chip, type Tone } from '../ui/chip.tsx';
import { bytes, duration } from '../ui/format.ts';

const TONES: Readonly<Record<CheckRow['status'], Tone>> = {
  passed: 'pass',
  failed: 'fail',
  'timed-out': 'fail',
  killed: 'fail',
  'not-started': 'neutral',
};

/** Its output; empty files are not offered. */
const Outputs = ({
  run,
  owner,
  check,
}: {
  readonly run: string;
  readonly owner: string;
  readonly check: CheckRow;
}) => {
  const files = [{ name: 'log', log: check.log }, { name: 'output', log: check.stdout }, ...check.reports];
  return files.map(({ name, log }) =>
    log === null || log.bytes === 0 ? null : (
      <Link
        key={`${name}-${log.digest}`}
        to="/runs/$run/logs/$digest"
        params={{ run, digest: log.digest }}
        search={{ title: `${owner}: ${check.name}, ${name}` }}
        className="link num"
      >
        {name} ({bytes(log.bytes)})
      </Link>
    ),
  );
};

export const CheckTable = ({
  run,
  owner,
  checks,
}: {
  readonly run: string;
  readonly owner: string;
  readonly checks: readonly CheckRow[];
}) =>
  checks.length === 0 ? (
    <p className="p-4 text-sm text-faint">No check ran.</p>
  ) : (
    <ul className="divide-y divide-line">
      {checks.map((check, index) => (
        <li key={`${check.name}-${index}`} className="space-y-1 px-4 py-2.5">
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <Chip tone={TONES[check.status]}>{check.status}</Chip>
            <strong className="font-medium">{check.name}</strong>
            <span className="num ml-auto text-soft">
              {check.durationMs === null ? '' : duration(check.durationMs)}
              {check.reused && ' (reused)'}
            </span>
            <Outputs run={run} owner={owner} check={check} />
          </p>
          <p className="font-mono text-xs break-all text-faint">{check.command}</p>
          {check.reason !== null && <p className="text-sm break-words text-soft">{check.reason}</p>}
        </li>
      ))}
    </ul>
  );
